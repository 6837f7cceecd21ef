"""What is written is there; a table is set again as it was; one bad job hinders no other."""

from __future__ import annotations

import asyncio
from contextlib import closing, suppress
from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import inspect, text
from sqlalchemy.exc import SQLAlchemyError

from tabuleiro.core.errors import BadOption, BadRecord, OtherEdition, TabuleiroError
from tabuleiro.core.registry import names, registered
from tabuleiro.store import care
from tabuleiro.store.again import lay, rows, set_again
from tabuleiro.store.database import connect, upgrade
from tabuleiro.store.rows import EventRow, GameRow, InviteRow, Kept, SeatRow
from tabuleiro.store.schema import metadata
from tabuleiro.store.store import Store
from tabuleiro.table.table import DRAW


@pytest.fixture
def store(address):
    with closing(Store(address)) as opened:
        yield opened


def write(store, *jobs):
    """Write *jobs* at once; what became of each."""

    async def all_of_them():
        return await asyncio.gather(*map(store.write, jobs), return_exceptions=True)

    return asyncio.run(all_of_them())


def game_row(id="g", spec="momentum", **more):
    return GameRow(id, spec, registered(spec).edition, 100.0, 100.0, **more)


def seats(players=2, kind="human"):
    return [SeatRow(number, kind, f"P{number}", token_hash=f"{number}" * 64, joined=1.0) for number in range(players)]


def test_what_is_written_is_read_again(store):
    game, invite = game_row(public=True, tag="club", waiting=True), InviteRow("c" * 64, "g", 1, 500.0)
    event = EventRow(1, 101.0, 0, "step", "", '["4,4"]', "27", 1, 1500, "1000 2000", "0:x")
    assert write(store, store.adding(game, seats(), [invite]), store.happening(game, [event])) == [None, None]
    assert store.load("g") == Kept(game, seats(), [event])
    assert store.load("h") is None
    assert store.invitation("c" * 64) == invite and store.invitation("d" * 64) is None
    assert store.held("1" * 64) == [("g", 1)]
    assert store.listed(tag="club") == ["g"] == store.listed(over=False) and store.listed(over=True) == []
    assert store.unjoined(200.0) == ["g"] and store.unjoined(100.0) == []
    taken = replace(seats()[1], name="Rui", token_hash="r" * 64, joined=9.0)
    write(store, [*store.sitting("g", taken), *store.happening(replace(game, ended=300.0), [])[1:]])
    assert store.load("g").seats[1] == taken and store.invitation("c" * 64) == invite
    assert store.listed(over=True) == ["g"] and store.unjoined(200.0) == []


def test_a_number_or_an_order_comes_once_and_hinders_nobody(store):
    games = [game_row(f"g{number}") for number in range(5)]
    write(store, *(store.adding(game, seats(), []) for game in games))
    event = EventRow(1, 1.0, 0, "step", client_id="0:x")
    jobs = [store.happening(game, [event]) for game in games]
    done = write(store, *jobs, store.happening(games[0], [event]), store.happening(games[1], [replace(event, n=2)]))
    assert done[:5] == [None] * 5 and all(isinstance(error, SQLAlchemyError) for error in done[5:])
    assert [len(store.load(game.id).events) for game in games] == [1] * 5
    assert write(store, store.happening(games[1], [replace(event, n=2, client_id="1:x")])) == [None]


def test_games_go_with_all_that_belongs_to_them(store, address):
    for name, changed in (("old", 10.0), ("new", 1000.0)):
        game = replace(game_row(name), changed=changed)
        write(store, store.adding(game, seats(), [InviteRow(name * 10, name, 0, 1.0)]))
    assert care.prune(address, 500.0) == 1 and store.count() == 1
    assert care.delete(address, "new") and not care.delete(address, "new")
    with store.engine.connect() as connection:
        assert [connection.execute(text(f"SELECT count(*) FROM {name}")).scalar() for name in metadata.tables] == [
            0
        ] * 4


def test_migrations_make_the_tables_that_the_code_knows(store):
    found = inspect(store.engine)
    for name, table in metadata.tables.items():
        assert {column["name"] for column in found.get_columns(name)} == set(table.columns.keys())
        assert {index["name"] for index in found.get_indexes(name)} - {"uq_event_game"} == {
            index.name for index in table.indexes
        }
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_upgrading_twice_changes_nothing(address):
    upgrade(connect(address))
    upgrade(connect(address))


@pytest.mark.parametrize("words", ["mysql://x/y", "nonsense", ""])
def test_other_databases_are_refused(words):
    with pytest.raises(BadOption, match="is no database"):
        connect(words)


def test_a_backup_is_a_whole_database_and_replaces_nothing(tmp_path):
    address, copy = f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "copy.db"
    with closing(Store(address)) as store:
        write(store, store.adding(game_row(), seats(), []))
        care.back_up(address, str(copy))
        with pytest.raises(ValueError, match="already"):
            care.back_up(address, str(copy))
    with closing(Store(f"sqlite:///{copy}")) as store:
        assert store.load("g").seats == seats()


# ── Tables set again ─────────────────────────────────────────────────────────────────────────────────────────────


def clock():
    return 0.0


def played(spec, seed, turns=25, control=""):
    """A table at which something of everything has happened, and its rows."""
    rng = Random(seed)
    game = game_row(spec=spec, clock=control)
    people = seats(registered(spec).players)
    table = lay(game, people, rng, clock)
    table.deal()
    events = rows(table, 0, 1.0)

    def keep():
        events.extend(rows(table, len(events), 1.0, f"x{len(events)}"))

    while len(table.session.history.turns()) < turns and not table.session.outcome:
        seat = table.session.player
        table.play(seat, rng.choice(list(table.view(seat).actions)))
        keep()
        what = rng.choice(["", "", "", "back", "draw", "takeback"])
        if what not in table.may(seat) or table.session.outcome:
            continue
        if what == "back":
            table.take_back(seat)
        else:
            table.make_offer(seat, what)
            keep()
            for other in table.offers[what].waiting if what == "takeback" else ():
                table.answer(other, what, rng.random() < 0.8)
                keep()
                if what not in table.offers:
                    break
        keep()
    return table, Kept(game, people, events)


@pytest.mark.parametrize("name", names())
def test_a_table_is_set_again_as_it_was_by_numbers_and_by_texts(name):
    table, kept = played(name, 7)
    texts_alone = replace(kept, game=replace(kept.game, edition=kept.game.edition + 1))
    for source in (kept, texts_alone):
        again = set_again(source, Random(0), clock)
        assert again.session.state == table.session.state
        assert [step.action for step in again.session.steps] == [step.action for step in table.session.steps]
        assert again.session.outcome == table.session.outcome
        assert again.offers == table.offers and again.version == table.version
        assert [(event.kind, event.count) for event in again.events] == [
            (event.kind, event.count) for event in table.events
        ]
        for seat in (*range(table.game.players), None):
            assert again.told(seat).to_json() | {"version": 0} == table.told(seat).to_json() | {"version": 0}


@pytest.mark.parametrize("what", ["resign", "flag", "abort", "leave", "draw", "fail"])
def test_ends_that_the_board_does_not_show_are_kept(what):
    table, kept = played("momentum", 3, turns=1, control="60+1")
    before = table.version
    match what:
        case "resign":
            table.resign(1)
        case "fail":
            table.fail(1, "bad gave nan for a legal step")
        case "flag":
            table.session.flag(1)
            table._see_end(1, "flag")
        case "abort":
            table.call_off(0)
        case "leave":
            table.claim(0)
        case "draw":
            table.offers.clear()
            table.make_offer(0, DRAW)
            table.answer(1, DRAW, True)
    again = set_again(replace(kept, events=[*kept.events, *rows(table, before, 2.0)]), Random(0), clock)
    assert again.session.outcome == table.session.outcome and again.session.outcome is not None
    assert again.session.clock.left == table.session.clock.left
    if what == "fail":
        assert (
            again.session.outcome.reason == f"{again.session.names[1]} could not go on: bad gave nan for a legal step"
        )


def test_a_text_that_the_rules_no_longer_allow_is_told():
    _, kept = played("momentum", 3, turns=2)
    broken = replace(kept.events[0], text='["99,99"]')
    other = replace(kept, game=replace(kept.game, edition=99), events=[broken])
    with pytest.raises(OtherEdition, match="99,99"):
        set_again(other, Random(0), clock)


def test_a_commit_is_on_the_disk_when_it_returns(tmp_path):
    with closing(Store(f"sqlite:///{tmp_path / 'a.db'}")) as store, store.engine.connect() as connection:
        settings = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
    assert settings == ["wal", 2]  # 2 is FULL


WRONG = [
    {"steps": "999999999"}, {"steps": "x"}, {"steps": "-9999"}, {"kind": "back", "count": 10**9}, {"kind": "offer", "seat": None, "what": "draw"},
    {"kind": "end", "what": "resign", "seat": 99}, {"left": "x y"}, {"steps": "9" * 5000}, {"text": "[" * 100_000}, {"text": "{}"}, {"text": "null"},
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("edition", [0, 1])
def test_rows_that_somebody_else_wrote_are_damage_and_no_defect(wrong, edition):
    _, kept = played("momentum", 3, turns=3, control="60+1")
    game = replace(kept.game, edition=kept.game.edition + edition)
    last = replace(kept.events[-1], **{"n": 99, "kind": "step", **wrong})
    for events in ([*kept.events, last], [replace(kept.events[0], **wrong), *kept.events[1:]]):
        with suppress(BadRecord):
            set_again(replace(kept, game=game, events=events), Random(0), clock)
    for spec, people in (
        ("momentum", []),
        ("momentum", kept.seats * 3),
        ("evil.py", kept.seats),
        ("meerkats", kept.seats[1:]),
    ):
        with pytest.raises(TabuleiroError):
            set_again(replace(kept, game=replace(game, spec=spec), seats=people), Random(0), clock)

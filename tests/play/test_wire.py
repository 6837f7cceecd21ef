"""Games and views as JSON: enough to play for who knows no rules, the same whatever is hidden, and read with care."""

import ast
import json
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from stranger import Stranger

from tabuleiro.core import CHANCE, NOBODY, ActionSpace, Board, Choose, Game, Outcome, Pass, Piece, Seat, State, registry
from tabuleiro.core.errors import BadOption, BadPosition, BadView, TabuleiroError, UnknownGame
from tabuleiro.core.piece import NOTHING
from tabuleiro.core.registry import find, names
from tabuleiro.core.words import Language, speak
from tabuleiro.play.clock import Clock, TimeControl
from tabuleiro.play.session import Session
from tabuleiro.play.view import View
from tabuleiro.play.wire import MOST_STEPS, describe

TABLES = [*names(), *(f"{game}:players={count}" for game in ("campo-bello", "meerkats") for count in (3, 4))]


def sent(data: object) -> str:
    """*data* as it goes over the wire; refuses what is not JSON."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


# ── Enough to play ───────────────────────────────────────────────────────────────────────────────────────────────


def test_the_stranger_knows_nothing_of_tabuleiro():
    tree = ast.parse(Path(__file__).with_name("stranger.py").read_text())
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"json", "random"}


@pytest.mark.parametrize("manner", ["numbers", "texts", "clicks"])
@pytest.mark.parametrize("spec", TABLES)
def test_a_whole_game_is_played_from_json_alone(spec: str, manner: str):
    game, rng = find(spec), Random(f"{spec} {manner}")
    session = Session(game, rng)
    strangers = [Stranger(sent(describe(game)), (spec, manner, seat)) for seat in range(game.players)]
    while (seat := session.player) >= 0:
        view = session.view(seat)
        message = sent(view.to_json())
        move = strangers[seat].answer(message, manner)
        assert sorted(strangers[seat].picture()) == sorted(
            "".join(game.pieces[piece].symbol for piece in view.state.board) + "\n" * (len(game.board.rows) - 1)
        )
        session.play(seat, game.space[move] if isinstance(move, int) else move)
        if len(session.steps) % 40 == 1:
            assert View.from_json(json.loads(message)) == view
    ended = json.loads(sent(session.view(None).to_json()))
    assert ended["player"] == NOBODY and ended["legal"] == []
    assert ended["outcome"]["reason"] in ended["standing"]
    assert ended["turns"] == session.turns and len(ended["steps"]) == sum(map(len, session.history.turns()))
    assert tuple(ended["outcome"]["winners"]) == session.outcome.winners


def test_a_view_says_what_people_read():
    session = Session(find("meerkats"), Random(1), names=["Ana", "Rui"], clock=Clock(TimeControl.read("60"), 2))
    session.play(0, "R5.5", now=2.0)
    session.play(1, "G1.1", now=3.0)
    view = session.view(1, now=5.0).to_json()
    assert view["standing"] == "Rui to play: slide any other stone along a straight line"
    assert view["prompt"] == "slide any other stone along a straight line"
    assert view["so_far"] == "G1.1" and view["turns"] == ["R5.5"]
    assert view["clocks"] == [58.0, 57.0]
    assert view["players"][1] == {"name": "Rui", "seat": "Player 2", "symbol": "P2", "colour": "seat2"}
    assert view["last"] == list(session.game.board.at("5.5 1.1"))
    assert view["secrets"] and all(word in str(view["status"]) for word in view["secrets"][0].split())
    assert session.view(None).to_json()["secrets"] == []
    assert [len(steps) for steps in view["legal"]] == [2] * len(view["legal"])  # each pair of clicks means one slide


def test_texts_are_in_the_language_of_the_moment():
    session = Session(find("momentum"), Random(0))
    try:
        speak(Language("xx", lambda text: f"<{text}>", lambda one, many, count: f"<{one if count == 1 else many}>"))
        assert session.view(0).to_json()["standing"].startswith("<")
        assert describe(session.game)["pieces"][1]["name"].startswith("<")
    finally:
        speak(Language())
    assert not session.view(0).to_json()["standing"].startswith("<")


def test_the_widest_choice_is_still_a_small_message():
    """672 ways to place a barragoon."""
    game, rng, widest = find("barragoon"), Random(2), 0
    session = Session(game, rng)
    while widest < 672 and session.player >= 0:
        view = session.view(session.player)
        widest = max(widest, len(view.actions))
        if widest < 672:
            session.play(session.player, rng.choice(view.actions))
    assert widest == 672
    assert len(sent(view.to_json()["legal"])) <= 11_000
    assert len(sent(view.to_json())) <= 14_000
    assert all(len(sent(describe(find(name)))) <= 5_000 for name in names())


# ── Secrets ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Dealt(Random):
    """Deals the colours that it is told, and draws as usual after that."""

    def __init__(self, deal: tuple[int, ...]) -> None:
        super().__init__("stones")
        self.deal = list(deal)

    def choices(self, population, weights=None, **_):
        if self.deal:
            return [Choose(self.deal.pop(0))]
        return super().choices(population, weights)


def transcript(spec: str, deal: tuple[int, ...], seat: int, often: int) -> list[str]:
    """Every message that *seat* gets of a game between scripted players with this *deal*, change by change.

    Records and refusals are asked for at every *often*-th change.
    """
    game = find(spec)
    session = Session(game, Dealt(deal), clock=Clock(TimeControl.read("600"), game.players), date="2026-01-01")
    assert session.state.colours == deal
    script, messages = Random("script"), []
    while session.player >= 0:
        now = 1.5 * len(session.steps)
        messages.append(sent([session.view(eyes, now).to_json() for eyes in (seat, None)]))
        if len(messages) % often == 0:
            messages.append(session.record(seat).to_text() + session.record(None).to_json())
            with pytest.raises(TabuleiroError) as refused:
                session.play(session.player, "R9.9/9.9-1.1", now)
            messages.append(str(refused.value))
        session.play(session.player, script.choice(session.view(session.player).actions), now)
    return messages


def assert_deals_look_alike(spec: str, seat: int, own: int, often: int) -> None:
    """All deals that give *seat* the colour *own* are the same to it until the game is over."""
    players = find(spec).players
    others = [colour for colour in (1, 2, 3, 4) if colour != own]
    heard = [
        transcript(spec, (*deal[:seat], own, *deal[seat:]), seat, often) for deal in permutations(others, players - 1)
    ]
    shortest = min(map(len, heard))
    assert shortest > 100 and len(heard) > 2
    assert all(messages[:shortest] == heard[0][:shortest] for messages in heard)


@pytest.mark.parametrize("stone", ["choose", "bag"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seat_gets_the_same_bytes_whatever_the_others_hide(players: int, stone: str):
    assert_deals_look_alike(f"meerkats:players={players},stone={stone}", players - 1, 1, often=30)


@pytest.mark.slow
@pytest.mark.parametrize("stone", ["choose", "bag"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_gets_the_same_bytes_whatever_the_others_hide(players: int, stone: str):
    for seat in range(players):
        for own in (1, 2, 3, 4):
            assert_deals_look_alike(f"meerkats:players={players},stone={stone}", seat, own, often=1)


@dataclass(frozen=True, slots=True)
class Hand(State):
    """Who holds which card: 0 is hidden, -1 none."""

    card: int = -1
    turns: int = 0

    @property
    def whole(self) -> bool:
        return self.card < 0


@dataclass(frozen=True)
class Cards(Game[Hand]):
    """Chance deals the seat to play a card that only it sees; it keeps quiet or shows it. After five turns it is over."""

    name = title = "cards"
    pieces = (NOTHING, Piece("x", "stone"))
    seats = (Seat("A", "Ana", "white"), Seat("B", "Rui", "black"))
    board = Board.grid("a", "1")
    space = ActionSpace([Choose(0), Choose(1), Choose(2), Pass(), Choose(9)])

    def start(self) -> Hand:
        return Hand(b"\0", CHANCE)

    def odds(self, state):
        return [(Choose(1), 1), (Choose(2), 1)]

    def actions(self, state):
        return [Pass(), Choose(9)] if state.player >= 0 else []

    def apply(self, state, action):
        if state.player == CHANCE:
            return replace(state, player=state.turns % 2, card=action.option)
        board = bytes([int(action == Choose(9) and state.card == 2)])
        return Hand(board, NOBODY if state.turns == 4 else CHANCE, turns=state.turns + 1)

    def outcome(self, state):
        return Outcome.draw(2, "five cards were played")

    def view(self, state, seat):
        hidden = state.player >= 0 and seat != state.player
        return replace(state, card=0) if hidden else state

    def veil(self, state, action, seat):
        return Choose(0) if state.player == CHANCE and seat != state.turns % 2 else action


def test_a_view_goes_back_as_far_as_its_steps_can_be_followed(monkeypatch: pytest.MonkeyPatch):
    """The other seat's card was hidden: what came of it cannot be worked out, so reading begins after it."""
    monkeypatch.setitem(registry._given, "cards", Cards)
    session = Session(find("cards"), Random(3))
    for move in (Pass(), Choose(9), Pass()):
        session.play(session.player, move)
    for seat in (0, 1, None):
        view = session.view(seat)
        read = View.from_json(json.loads(sent(view.to_json())))
        assert read.state == view.state and read.player == view.player and read.actions == view.actions
        assert read.steps == view.steps[len(view.steps) - len(read.steps) :]
        assert (len(read.history), len(read.under_way)) == {0: (0, 0), 1: (0, 1), None: (0, 0)}[seat]
    while session.player >= 0:
        session.play(session.player, Pass())
    assert View.from_json(session.view(1).to_json()) == session.view(1)  # nothing is hidden any more


# ── Reading with care ────────────────────────────────────────────────────────────────────────────────────────────


def some_view(spec: str = "eximo", steps: int = 20) -> dict:
    rng = Random(7)
    session = Session(find(spec), rng, names=["Ana", "Rui"])
    for _ in range(steps):
        session.play(session.player, rng.choice(session.view(session.player).actions))
    return json.loads(sent(session.view(session.player).to_json()))


@pytest.mark.parametrize(
    ("change", "kind", "words"),
    [
        ({"game": "chess"}, UnknownGame, "no game is called chess"),
        ({"game": "momentum:size=999999"}, BadOption, "size"),
        ({"edition": 99}, BadView, "edition 99"),
        ({"seat": 2}, BadView, "seat should be a seat"),
        ({"seat": True}, BadView, "seat should be"),
        ({"start": "nowhere"}, BadPosition, "nowhere"),
        ({"steps": [0] * (MOST_STEPS + 1)}, BadView, "at most 10000"),
        ({"steps": [10**9]}, BadView, "steps should be a list of numbers"),
        ({"steps": [0, 0]}, BadView, "is not legal there"),
        ({"players": [{"name": "Ana"}]}, BadView, "players should be"),
        ({"players": [{"name": "x" * 5000}, {"name": "Rui"}]}, BadView, "players should be"),
        ({"clocks": [1.0]}, BadView, "clocks should be"),
        ({"clocks": [1.0, 1e300]}, BadView, "clocks should be"),
        ({"version": -1}, BadView, "version should be"),
        ({"outcome": {"scores": [1, 0]}}, BadView, "reason should be a sentence"),
        ({"outcome": {"scores": [2, 0], "reason": "", "points": []}}, BadView, "scores should be"),
        ({"outcome": {"scores": [1, 0], "reason": "", "points": [1]}}, BadView, "points should be"),
    ],
)
def test_a_damaged_view_is_refused_with_what_is_wrong(change: dict, kind: type, words: str):
    with pytest.raises(kind, match=words):
        View.from_json(some_view() | change)


@pytest.mark.parametrize("data", [None, 3, "view", [], [{}], {}])
def test_what_is_no_view_is_refused(data: object):
    with pytest.raises(BadView, match="this is no view"):
        View.from_json(data)


JUNK = [
    None,
    True,
    -1,
    0,
    1.5,
    10**30,
    10**400,
    float("nan"),
    float("inf"),
    "",
    "x",
    "\0",
    "\ud800",
    "x" * 100_000,
    [],
    [[]],
    [None],
    {},
    {"a": 1},
]


@pytest.mark.parametrize("spec", names())
def test_junk_in_any_field_is_a_view_or_a_clear_refusal(spec: str):
    good = some_view(spec, 9)
    ended = {"scores": [1.0, 0.0], "points": [], "winners": [0], "reason": "Rui resigned"}
    damaged = [{name: value for name, value in good.items() if name != field} for field in good]
    for junk in JUNK:
        damaged += [good | {field: junk} for field in good]
        damaged += [good | {"outcome": ended | {field: junk}} for field in ended]
        damaged += [good | {"outcome": ended | {field: [junk, 0]}} for field in ("scores", "points")]
        damaged += [good | {"clocks": [junk, 1.0]}]
        damaged += [good | {"players": [{"name": junk}, {"name": "Rui"}]}, good | {"steps": [*good["steps"], junk]}]
    for data in damaged:
        with suppress(TabuleiroError):
            sent(View.from_json(data).to_json()).encode()


def test_a_view_loads_no_file(tmp_path: Path):
    path = tmp_path / "evil.py"
    path.write_text(f"open({str(tmp_path / 'mark')!r}, 'w')")
    for spelling in (str(path), f"{path}:size=3", "evil.py"):
        with pytest.raises(UnknownGame, match="is a path"):
            View.from_json(some_view() | {"game": spelling})
    assert not (tmp_path / "mark").exists()


def test_reading_a_view_reads_no_turn(monkeypatch: pytest.MonkeyPatch):
    from tabuleiro.core import notation

    data = [some_view(spec, 30) for spec in names()]
    monkeypatch.setattr(notation, "_spelled", None)
    for each in data:
        assert len(View.from_json(each).steps) == len(each["steps"]) > 20

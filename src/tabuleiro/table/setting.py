"""Setting a table: a new game or one that goes on, with its players, clock and keeper, the same in every front end."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from random import Random

from tabuleiro.core import later
from tabuleiro.core.errors import NotNow
from tabuleiro.core.notation import read_position
from tabuleiro.home import files
from tabuleiro.home.saves import Autosave, Resumed
from tabuleiro.play.clock import Clock, TimeControl
from tabuleiro.play.lineup import Party, Setup, seated
from tabuleiro.play.session import Session
from tabuleiro.table.desk import Desk
from tabuleiro.table.keeper import Keeper
from tabuleiro.table.players import check_players, find_agents
from tabuleiro.table.streak import raised
from tabuleiro.table.table import Table, stopwatch


@dataclass(frozen=True)
class Wish:
    """What people want besides the game and who plays it.

    *record* is a file that the game is written to after every change, *position* where a new game begins, *seconds* how
    long computers may think about a step, *clock* a time control like ``300+5``. *flip* shows the board from the other
    side, None as it suits who plays. *patience* is the most that computers get whom a file has seated.
    """

    record: str = ""
    position: str | None = None
    seconds: float | None = None
    clock: str = ""
    flip: bool | None = None
    patience: float | None = None


@dataclass(frozen=True)
class Host:
    """What kind of front end runs the table.

    At a *live* one people wait: games are kept, time counts, and computers play by the plain rules until the fast ones are
    compiled. A *busy* one must answer keys meanwhile, so it waits neither for the disk nor for programs of others.
    """

    live: bool = True
    busy: bool = False


def begin(party: Party, rng: Random, wish: Wish, host: Host) -> Desk:
    """A new game."""
    session = new_session(party, rng, wish)
    autosave = Autosave(Setup(party, wish.seconds, bool(wish.flip)))
    return _set(session, party, rng, wish, host, autosave, wish.record)


def new_session(party: Party, rng: Random, wish: Wish) -> Session:
    """A new game of *party*, not yet at a table; raises when it cannot be."""
    check_players(party)
    start = read_position(party.game, wish.position) if wish.position is not None else None
    clock = Clock(TimeControl.read(wish.clock), party.game.players) if wish.clock else None
    today = time.strftime("%Y-%m-%d")
    session = Session(party.game, rng, names=seated(party), start=start, clock=clock, date=today)
    if session.outcome:
        raise NotNow(later("the game is over: {reason}", reason=session.outcome.reason))
    return session


def resume(path: str, found: Resumed, rng: Random, wish: Wish, host: Host) -> Desk:
    """The game *found* in the file *path*, which is written again unless it is among those that are kept by themselves."""
    setup, side = found.setup, wish.flip
    check_players(setup.party)
    found.session.rename(seated(setup.party))
    wish = replace(
        wish,
        seconds=wish.seconds if wish.seconds is not None else setup.seconds,
        flip=wish.flip if wish.flip is not None else setup.flip,
        patience=found.patience if wish.seconds is None else None,
    )
    if wish.clock:
        found.session.clock = Clock(TimeControl.read(wish.clock), found.session.game.players)
    own = wish.record or path
    if found.ours and files.same_file(own, path):
        own = ""
    desk = _set(found.session, setup.party, rng, wish, host, found.autosave, own, path)
    desk.side = side
    return desk


def rematch(desk: Desk, rng: Random, host: Host, level: str = "") -> Desk:
    """The next game of the same people, everybody one seat further, perhaps against another *level*; the file of one game
    is not another's.
    """
    table = desk.table
    party = table.party.further()
    party = raised(party, level) if level else party
    clock = str(table.session.clock.control) if table.session.clock else ""
    wish = Wish(seconds=table.seconds, clock=clock, flip=desk.side, patience=table.patience)
    return begin(party, rng, wish, host)


def check_record(path: str, resumed: str = "") -> None:
    """Raise unless a record can be written to *path*, which may be that of the game that is *resumed*."""
    if not files.same_file(path, resumed):
        files.refuse_to_replace(path)
    files.refuse_unwritable(path)


def _set(
    session: Session, party: Party, rng: Random, wish: Wish, host: Host, autosave: Autosave, own: str, resumed: str = ""
) -> Desk:
    if own:
        check_record(own, resumed)
    agents = find_agents(party, rng, waiting=host.live, patient=not host.busy)
    keeper = Keeper(autosave, own, automatic=host.live, wait=not host.busy)
    clock = stopwatch() if host.live or session.clock else lambda: None
    table = Table(session, party, agents, seconds=wish.seconds, patience=wish.patience, keeper=keeper, clock=clock)
    flip = wish.flip if host.live else bool(wish.flip)
    desk = Desk(table, flip=flip, public=not host.live)
    autosave.setup = replace(autosave.setup, party=party, seconds=wish.seconds, flip=desk.flip)
    if own:
        keeper.write(session, None)  # what cannot be written is better known before the game
    return desk

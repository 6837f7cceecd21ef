"""What people can order at a table besides a turn: the same words, rules and answers in every front end.

An order that the table can obey by itself has a function, which answers with a reply or with a question to somebody. The
others, like ``help``, are for the front end to obey: they only show something.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from tabuleiro.core import say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.notation import fold, plain_grammar
from tabuleiro.core.words import later, one_line, shown
from tabuleiro.home.languages import why
from tabuleiro.play.history import page_number
from tabuleiro.table.desk import Desk
from tabuleiro.table.table import DRAW, Table


@dataclass(frozen=True)
class Reply:
    """What an order is answered with, "" where the board says it all; *wrong* when it cannot be obeyed."""

    words: str = ""
    wrong: bool = False


@dataclass(frozen=True)
class Question:
    """What somebody must answer before an order is obeyed; *then* is told, and may ask the next one.

    It is *to* a seat where somebody else sits who must not see what is on the screen. With *sure*, it only asks again the
    person who gave the order.
    """

    words: str
    yes: str
    no: str
    then: Callable[[bool], Reply | Question]
    to: int | None = None
    sure: bool = False


@dataclass(frozen=True)
class Command:
    """An order: its word, what it does, and at which tables it makes sense. Without *do* it is the front end's to obey."""

    name: str
    help: str
    do: Callable[[Desk, str], Reply | Question] | None = None
    fits: Callable[[Table], bool] = lambda _: True


# ── Obeying ──────────────────────────────────────────────────────────────────────────────────────────────────────


def back(desk: Desk, _: str = "") -> Reply:
    if desk.take_back():
        return Reply()
    return Reply(say("Nothing of this turn is played yet; undo takes back the last one."), wrong=True)


def undo(desk: Desk, _: str = "") -> Reply:
    desk.clear()
    if desk.table.final:
        return Reply(say("The game is over: everybody has seen what was hidden, so no turn is taken back."), wrong=True)
    if not desk.table.undo():
        return Reply(say("There is nothing to take back."), wrong=True)
    desk.paused = not desk.table.humans
    return Reply()


def redo(desk: Desk, _: str = "") -> Reply:
    desk.clear()
    return Reply() if desk.table.redo() else Reply(say("There is nothing to play again."), wrong=True)


def flip(desk: Desk, _: str = "") -> Reply:
    desk.flip = desk.side = not desk.flip
    if desk.table.keeper:
        desk.table.keeper.flip(desk.flip)
    return Reply()


def note(desk: Desk, text: str) -> Reply:
    """Write *text* about the turn that is shown; without it, tell what was written."""
    if text:
        desk.table.note(desk.at, text)
    written = desk.session.comments.get(desk.at)
    if written:
        return Reply(f"{about(desk)}: {one_line(written)}")
    return Reply(say("{about}: nothing yet; note TEXT writes something", about=about(desk)))


def about(desk: Desk) -> str:
    """What a note is about, and where somebody might think otherwise, whom it is for."""
    words = say("About turn {number}", number=desk.at) if desk.at else say("About this game")
    return say("{about} (everybody can read it)", about=words) if desk.shared else words


def look(desk: Desk, text: str) -> Reply:
    """Look at the position after the turn numbered *text*; without it, at the present one."""
    last = len(desk.view.turns)
    number = page_number(text, last)
    if text and number is None:
        return Reply(say("There is no turn {word}; they go from 0 to {last}.", word=text, last=last), wrong=True)
    desk.look(number)
    return Reply(desk.standing())


def save(desk: Desk, path: str) -> Reply:
    """Write the game to the file *path*, from now on after every turn; without it, where it is kept."""
    keeper = desk.table.keeper
    assert keeper is not None
    path = os.path.expanduser(path)
    try:
        keeper.save(path, desk.session, desk.table.now)
    except (TabuleiroError, OSError) as error:
        reason = why(error) if isinstance(error, OSError) else error
        return Reply(say("{path} is not written: {reason}", path=path, reason=reason), wrong=True)
    if keeper.path:
        return Reply(say("Saved in {path}, and again after every turn.", path=keeper.path))
    return Reply(say("There is nothing to save yet."))


def resign(desk: Desk, _: str = "") -> Reply | Question:
    table = desk.table
    seat = desk.seat if desk.seat is not None else next(iter(table.humans), None)
    if seat is None or table.session.outcome:
        return Reply(say("Nobody here can give up."), wrong=True)

    def then(yes: bool) -> Reply:
        if yes and not table.session.outcome:
            desk.clear()
            table.resign(seat)
        return Reply()

    return Question(
        say("{seat}: do you give up?", seat=table.people[seat]), say("Give up"), say("Play on"), then, sure=True
    )


def draw(desk: Desk, _: str = "") -> Reply | Question:
    """An offer: the game is drawn when all the others agree."""
    table = desk.table
    if not table.may_draw or desk.seat is None:
        return Reply(say("The computer does not take draws."), wrong=True)
    table.make_offer(desk.seat, DRAW)
    return _ask_next(desk)


def _ask_next(desk: Desk) -> Question:
    """Ask the next one who has not answered the offer; nobody sees what only the one who offers knows."""
    table, offer = desk.table, desk.table.offers[DRAW]
    other = offer.waiting[0]
    if desk.shared:
        desk.holder = None  # the keyboard changes hands

    def then(yes: bool) -> Reply | Question:
        table.answer(other, DRAW, yes)
        if DRAW in table.offers:
            return _ask_next(desk)
        return Reply() if yes else Reply(shown(table.events[-1].words))

    names = {"seat": table.people[offer.seat], "other": table.people[other]}
    words = say("{seat} offers a draw. Does {other} agree?", **names)
    return Question(words, say("Agree"), say("Play on"), then, other if desk.shared else None)


def _of_desk(do: Callable[[Desk], str | None]) -> Callable[[Desk, str], Reply]:
    """An order that the desk obeys, and perhaps answers."""
    return lambda desk, _: Reply(do(desk) or "")


# ── Which there are ──────────────────────────────────────────────────────────────────────────────────────────────


def _people(table: Table) -> bool:
    return bool(table.humans)


def _computers(table: Table) -> bool:
    return bool(table.agents)


def _computers_alone(table: Table) -> bool:
    return not table.humans


COMMANDS = {
    command.name: command
    for command in (
        Command(later("help"), later("what can be typed, and the keys")),
        Command(later("moves"), later("all legal turns; moves b6: those that begin so"), fits=_people),
        Command(later("hint"), later("a good turn"), fits=_people),
        Command(later("engine"), later("what the engine thinks, on or off")),
        Command(later("now"), later("the computer moves now"), fits=_computers),
        Command(later("back"), later("take back what you have played of this turn"), back, _people),
        Command(later("undo"), later("take back your last turn"), undo),
        Command(later("redo"), later("play again what was taken back"), redo),
        Command(later("look"), later("look 3: the position after turn 3; look: the present one"), look),
        Command(later("board"), later("draw the board again")),
        Command(later("flip"), later("look from the other side"), flip),
        Command(later("note"), later("note TEXT: write something about the turn that is shown; note: read it"), note),
        Command(later("position"), later("the position in one line")),
        Command(later("rules"), later("how to play")),
        Command(later("save"), later("save FILE: write the game there, from now on after every turn"), save),
        Command(later("draw"), later("offer a draw"), draw, _people),
        Command(later("resign"), later("give up"), resign, _people),
        Command(later("pause"), later("computers wait, or go on"), _of_desk(Desk.pause), _computers_alone),
        Command(later("step"), later("computers play one turn"), _of_desk(Desk.step), _computers_alone),
        Command(later("slower"), later("computers wait longer between turns"), _of_desk(Desk.slower), _computers_alone),
        Command(later("faster"), later("computers wait less between turns"), _of_desk(Desk.faster), _computers_alone),
        Command(later("quit"), later("leave; the game is kept")),
    )
}
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "menu": "quit", "copy": "position"}


def commands(table: Table, own: Collection[str]) -> list[Command]:
    """The orders that make sense at *table*, for a front end that obeys its *own* ones."""
    return [item for item in COMMANDS.values() if item.fits(table) and (item.do or item.name in own)]


def read_command(table: Table, line: str, own: Collection[str]) -> tuple[Command, str] | None:
    """The order that *line* gives, and what comes after its word; None for anything else.

    A turn of the game that looks like an order is a turn.
    """
    word, _, rest = line.strip().partition(" ")
    found = {item.name: item for item in commands(table, own)}
    known = {**ALIASES, **{say(name): name for name in found}, **{name: name for name in found}}
    command = found.get(known.get(word.lower(), ""))
    if command is None or re.fullmatch(table.game.grammar or plain_grammar(table.game), fold(line)):
        return None
    return command, rest.strip()

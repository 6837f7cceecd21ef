"""Words about a game laid out in lines, as every front end shows them: its rules, how it stands, how it ended."""

from __future__ import annotations

import re
import sys

from tabuleiro.core import NOBODY, say
from tabuleiro.core.notation import listed, turns
from tabuleiro.core.option import options, spell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tabuleiro.core import Game, Outcome

EXAMPLES = 4  # turns shown
NO_BREAK, NUMBERED = "\N{NO-BREAK SPACE}", re.compile(r"(Fig\.) (?=\d)")  # what is never parted
SMALL_PRINT = ("Readings:", "Options:", "Text:")  # how paragraphs begin that nobody needs for a first game


def account(game: Game[Any]) -> str:
    """The rules in prose, as the game's own file tells them."""
    return (sys.modules[type(game).__module__].__doc__ or type(game).__doc__ or "").strip().replace("``", "")


def chapters(game: Game[Any]) -> tuple[list[str], list[str]]:
    """The paragraphs of the rules in the reader's language: what one learns first, and readings and options."""
    learnt: list[str] = []
    small_print: list[str] = []
    for part in account(game).split("\n\n"):
        (small_print if part.startswith(SMALL_PRINT) else learnt).append(say(part))
    return learnt, small_print


def figures_in(paragraph: str) -> list[int]:
    """The numbers of the figures to which *paragraph* refers."""
    return [int(number) for number in re.findall(r"Fig\. (\d+)", paragraph)]


def unparted(words: str) -> str:
    """*words* in which no line ends between ``Fig.`` and its number."""
    return NUMBERED.sub(f"\\1{NO_BREAK}", words)


def settings(game: Game[Any]) -> list[str]:
    """The options of *game*, an item of a list each."""
    return [
        f"- {item.name}={spell(getattr(game, item.name))}: {say(item.help)} ({item.accepted})" for item in options(game)
    ]


def examples(game: Game[Any], state: Any) -> str:
    """A few of the turns in *state*, as who decides there may type them."""
    return listed(turn.text for turn, _ in zip(turns(game, state, alone=True), range(EXAMPLES), strict=False))


def paragraphs(text: str, width: int) -> str:
    """Running text filled to *width*; indented lines and items of lists begin anew."""
    from textwrap import wrap

    out: list[str] = []
    pieces: list[str] = []

    def flush() -> None:
        if pieces:
            first = pieces[0]
            column = re.match(r" +\S.*? {2,}| *(- )?", first)  # a table's second column, or where words begin
            indent = " " * (column.end() if column else 0)
            words = unparted(" ".join([first, *(piece.strip() for piece in pieces[1:])]))
            lines = wrap(words, max(width, 20), subsequent_indent=indent, drop_whitespace=True)
            out.extend(line.replace(NO_BREAK, " ") for line in lines)
            pieces.clear()

    inside = False  # an item of a list, whose further lines are indented
    for line in text.splitlines():
        item = line.lstrip().startswith("- ")
        if not line.strip():
            flush()
            out.append("")
            inside = False
        elif item or (line.startswith(" ") and not inside):
            flush()
            pieces.append(line)
            inside = item
        else:
            pieces.append(line)
    flush()
    return "\n".join(out)


# ── How it stands ────────────────────────────────────────────────────────────────────────────────────────────────


def status_lines(game: Game[Any], state: Any) -> list[str]:
    """What stands beside the board, one thing a line."""
    lines = []
    for what, values in game.status(state):
        if len(values) == game.players > 1:
            shares = ", ".join(f"{seat.name} {value}" for seat, value in zip(game.seats, values, strict=True))
            lines.append(f"{what}: {shares}")
        else:
            lines.append(f"{what}: {values[0]}")
    return lines


def belongings(game: Game[Any], state: Any) -> tuple[list[list[tuple[str, str]]], list[tuple[str, str]]]:
    """What stands beside the board, with its value: of every seat, and what belongs to all."""
    status = [(what, list(map(str, values))) for what, values in game.status(state)]
    own = [(what, values) for what, values in status if len(values) == game.players > 1]
    seats = [[(what, values[seat]) for what, values in own] for seat in range(game.players)]
    return seats, [(what, values[0]) for what, values in status if len(values) != game.players]


def standing(
    game: Game[Any], state: Any, outcome: Outcome | None = None, people: Sequence[str] = (), *, acting: bool = False
) -> str:
    """Who is to play, and what is due inside a turn; or how the game ended. One line.

    With *acting*, also state what the rules force at the start of this turn.
    """
    people = people or [seat.name for seat in game.seats]
    if outcome is None and state.player == NOBODY:
        outcome = game.outcome(state)
    if outcome is None:
        step = due(game, state) if acting or not state.whole else ""
        if step:
            return say("{seat} to play: {step}", seat=people[state.player], step=step)
        return say("{seat} to play", seat=people[state.player])
    winners = [people[seat] for seat in outcome.winners]
    if len(winners) == game.players:
        return say("A draw: {reason}", reason=outcome.reason)
    if len(winners) > 1:
        return say("{seats} share the win: {reason}", seats=", ".join(winners), reason=outcome.reason)
    return say("{seat} wins: {reason}", seat=winners[0], reason=outcome.reason)


def due(game: Game[Any], state: Any) -> str:
    """What the one who decides is to do, "" for a turn as usual; said so that everybody may hear it."""
    return game.prompt(game.view(state, None)) if state.player >= 0 else ""


def points_line(outcome: Outcome, people: Sequence[str]) -> str:
    """Everybody's points, or shares of the win where the game counts none."""
    what, values = (say("points"), outcome.points) if outcome.points else (say("score"), outcome.scores)
    return f"{what}: " + ", ".join(f"{name} {value:g}" for name, value in zip(people, values, strict=True))


def pace_words(pace: float) -> str:
    """``45k nodes/s``, and a comma before it, to follow other words; nothing where the pace is not known."""
    if pace <= 0:
        return ""
    short = f"{pace / 1e6:.1f}M" if pace >= 1e6 else f"{pace / 1e3:.0f}k" if pace >= 1e4 else f"{pace:.0f}"
    return say(", {pace} nodes/s", pace=short)


def minutes(seconds: float) -> str:
    """``4:59``."""
    left = max(int(seconds + 0.999), 0)
    return f"{left // 60}:{left % 60:02}"

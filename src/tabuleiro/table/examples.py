"""Positions to look at, made from any game's own rules: for thumbnails, and to show how turns are played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from tabuleiro.core import CHANCE, NOBODY, Game, Move, later, say
from tabuleiro.core.errors import UnknownGame
from tabuleiro.core.figure import Figure
from tabuleiro.core.notation import read_position, read_turn
from tabuleiro.core.option import read_options
from tabuleiro.core.piece import EMPTY
from tabuleiro.core.registry import named
from tabuleiro.core.select import select
from tabuleiro.play.history import Step, decider, pages, touched
from tabuleiro.play.session import Session

MANY = 14  # turns into a game: much has happened
TRIES = 40  # cells that are looked at for one that shows much
ALL = "*"  # instead of chosen cells: mark all that can be chosen


@dataclass(frozen=True)
class Picture:
    """A position, and what is marked in it."""

    state: Any
    selected: tuple[int, ...] = ()
    targets: frozenset[int] = frozenset()
    last: tuple[int, ...] = ()
    way: tuple[int, ...] = ()


@dataclass(frozen=True)
class Example:
    """What there is to see of a *game*: one picture, or one before a turn and one after it."""

    words: str
    pictures: tuple[Picture, ...]
    game: Game[Any]


@lru_cache(maxsize=64)
def after(game: Game[Any], turns: int) -> Session:
    """A game of random turns, always the same, about so many turns old; it is still going on. Do not play on in it."""
    session, rng = Session(game, Random(1)), Random(2)
    while len(session.turns) < turns or decider(session.history.under_way()) != CHANCE:
        seat = session.player
        session.play(seat, rng.choice(list(game.actions(session.state))))
        if session.player == NOBODY:
            session.undo()
            break
    return session


def thumbnail(game: Game[Any]) -> Any:
    """A position by which one knows the game again: the start, unless that is an empty board."""
    start = game.start()
    state = start if any(piece != EMPTY for piece in start.board) else after(game, MANY).state
    return game.view(state, None)


def examples(game: Game[Any]) -> list[Example]:
    """The figures of the game's own rules, as they are played without options; of a game that has none, what chance shows."""
    if not game.figures:
        return _found(game)
    return [
        Example(say(figure.words), _drawn(played := _game(game, figure), figure), played) for figure in figures_of(game)
    ]


def figures_of(game: Game[Any]) -> tuple[Figure, ...]:
    """The figures that *game* names."""
    found = named(game, game.figures) if game.figures else ()
    if not isinstance(found, tuple) or not all(isinstance(figure, Figure) for figure in found):
        raise UnknownGame(
            later("{game} names {target}, which is no tuple of Figures", game=game.name, target=game.figures)
        )
    return found


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _game(game: Game[Any], figure: Figure) -> Game[Any]:
    """The game as *figure* plays it."""
    texts = dict(text.split("=") for text in figure.options.split(",") if text)
    usual: Game[Any] = type(game)(**read_options(type(game), texts))
    return usual


def _drawn(game: Game[Any], figure: Figure) -> tuple[Picture, ...]:
    """The pictures of *figure*: what can be done and what follows is asked of the rules."""
    state = read_position(game, figure.position) if figure.position else after(game, 0).state
    seen, cells = game.view(state, None), game.board.at(figure.chosen.split()) if figure.chosen != ALL else ()
    if figure.turn:
        return _played(game, state, figure)
    if figure.marked:
        return (Picture(seen, last=tuple(game.board.at(figure.marked.split()))),)
    if figure.chosen or not figure.position:
        chosen, way = select(game, game.actions(state), tuple(cells)), tuple(game.board.at(figure.way.split()))
        return (Picture(seen, chosen.cells, chosen.targets, way[:-1], way),)
    return (Picture(seen),)


def _played(game: Game[Any], before: Any, figure: Figure) -> tuple[Picture, Picture]:
    """The turn of *figure*: before it, what is going to move and where to; after it, all that it touched."""
    state, steps = before, []
    for action in read_turn(game, before, figure.turn).actions:
        steps.append(Step(state.player, state, action, game))
        state = game.apply(state, action)
    moving: list[int] = []
    targets: set[int] = set()
    for step in steps:
        path = tuple(next(iter(game.paths(step.action)), ()))
        begins = isinstance(step.action, Move) and targets.isdisjoint(path[:1])  # else it goes on from where it landed
        moving += path[:begins]
        targets.update(path[begins:])
    way = game.board.at(figure.way.split())
    return (
        Picture(game.view(before, None), tuple(moving), frozenset(targets), way=tuple(way)),
        Picture(game.view(state, None), last=touched(steps, state)),
    )


# ── Of any game ──────────────────────────────────────────────────────────────────────────────────────────────────


def _found(game: Game[Any]) -> list[Example]:
    """The start; a turn half played, where turns are so; and the turn that changed most, before and after it."""
    played = after(game, MANY)
    start = after(game, 0).state
    targets, seat = select(game, game.actions(start)).targets, game.seats[start.player].name
    words = say("The start. {seat} begins, on one of the marked cells.", seat=seat)
    if not targets:
        words = say("The start. {seat} begins.", seat=seat)
    found = [Example(words, (Picture(game.view(start, None), targets=targets),), game)]
    deciding = [start, *(step.before for step in played.steps if step.player >= 0)]
    begun = next((half for state in deciding if (half := _half_played(game, state))), None)
    return [*found, *([begun] if begun else []), _turn(game, played)]


def _half_played(game: Game[Any], state: Any) -> Example | None:
    """The piece with the most places to go, in *state*."""
    legal = game.actions(state)
    begun = [select(game, legal, (cell,)) for cell in sorted(select(game, legal).targets)[:TRIES]]
    best = max(begun, key=lambda selection: len(selection.targets), default=None)
    if best is None or not best.targets:
        return None
    seat, cell = game.seats[state.player].name, game.board.names[best.cells[0]]
    words = say("{seat} has chosen {cell}: it can go on to the marked cells.", seat=seat, cell=cell)
    return Example(words, (Picture(game.view(state, None), best.cells, best.targets),), game)


def _turn(game: Game[Any], session: Session) -> Example:
    """The turn of *session* that changed most."""
    leaves = pages(session)

    def changes(number: int) -> int:
        return sum(
            old != new for old, new in zip(leaves[number - 1].state.board, leaves[number].state.board, strict=True)
        )

    number = max(reversed(range(1, len(leaves))), key=changes)  # of equal ones the last
    before, page = leaves[number - 1].state, leaves[number]
    words = say("Before and after the turn {turn} of {seat}.", seat=game.seats[page.player].name, turn=page.text)
    pictures = Picture(game.view(before, None)), Picture(game.view(page.state, None), last=page.cells)
    return Example(words, pictures, game)

"""The rules page of a game as text: prose with its figures, the pieces, how turns are written, readings and options."""

from __future__ import annotations

import re
from functools import lru_cache
from random import Random
from typing import Any

from tabuleiro.core import Game, say
from tabuleiro.core.notation import listed
from tabuleiro.draw.lines import beside
from tabuleiro.draw.prose import chapters, figures_in, paragraphs, settings
from tabuleiro.draw.text import signs, text, width
from tabuleiro.play.session import Session
from tabuleiro.table.examples import Example, examples

GAP = 2  # columns between two boards
STEPS, SHOWN = 200, 5  # of a game that shows how turns are written, and how many of its turns are shown


def rules(game: Game[Any], columns: int, *, ascii: bool = False, colour: bool = False, boards: bool = True) -> str:
    """Everything a player wants to know, in lines of *columns*; the figures only with *boards*."""
    learnt, small_print = chapters(game)
    figures = {
        number: _figure(game, number, example, columns, ascii, colour)
        for number, example in enumerate(examples(game) if boards else (), 1)
    }
    learnt[1:1] = [_key("*", "x") if ascii else _key("•", "●")] if figures else []
    parts = []
    for paragraph in learnt:
        told = [figures.pop(number) for number in figures_in(paragraph) if number in figures]
        parts += [paragraphs(paragraph, columns - 1), *told]
    parts += figures.values()
    parts += [legend(game, ascii), paragraphs(written_like(game), columns - 1)]
    made = say("Credits: {credits}", credits=say(game.credits)) if game.credits else ""
    ending = [*small_print, "\n".join(settings(game)), made]
    parts += [_heading(say("Readings and options")), paragraphs("\n\n".join(filter(None, ending)), columns - 1)]
    return "\n\n".join(parts)


def _key(target: str, piece: str) -> str:
    """What the marks in the figures mean."""
    return say(
        "In the figures, {target} marks a cell to go to, {piece} a piece to move or to take, {chosen} what is chosen and "
        "{last} what a turn touched.",
        target=target,
        piece=f"{target}{piece}{target}",
        chosen=f"[{piece}]",
        last=f"({piece})",
    )


def written_like(game: Game[Any]) -> str:
    """How turns are written: one of every kind that a random game has, such as a move, a chain, a capture with all that
    follows, the shortest first.
    """
    return say("Turns are written like {turns}", turns=listed(_kinds(game)))


@lru_cache(maxsize=32)
def _kinds(game: Game[Any]) -> list[str]:
    rng = Random(1)
    session = Session(game, rng)
    while session.player >= 0 and len(session.steps) < STEPS:
        session.play(session.player, rng.choice(game.actions(session.state)))
    kinds: dict[str, str] = {}
    for turn in session.turns:
        kinds.setdefault(re.sub(r"\w+", "", turn), turn)
    return sorted(kinds.values(), key=len)[:SHOWN]


def legend(game: Game[Any], ascii: bool = False) -> str:
    """Every piece: its sign on the board, its code in texts, its name."""
    drawn = signs(game.pieces, ascii, flip=False)
    rows = [
        f"  {sign}{' ' * (4 - width(sign))}{piece.symbol:4}{piece.name}"
        if sign != piece.symbol
        else f"  {sign:8}{piece.name}"
        for sign, piece in list(zip(drawn, game.pieces, strict=True))[1:]
    ]
    return "\n".join([_heading(say("The pieces")), "", *rows])


def _heading(words: str) -> str:
    return f"{words}\n{'-' * width(words)}"


def _figure(game: Game[Any], number: int, example: Example, columns: int, ascii: bool, colour: bool) -> str:
    """The boards beside each other where there is room, else below each other; and what there is to see."""
    small = game.board.outline != "point"
    boards = [
        text(
            example.game,
            picture.state,
            ascii=ascii,
            colour=colour,
            last=picture.last,
            targets=picture.targets,
            selected=picture.selected,
            small=small,
        )
        for picture in example.pictures
    ]
    drawings = [[f"  {line}" for line in board.splitlines()] for board in boards]
    wide = sum(max(map(width, lines)) + GAP for lines in drawings)
    words = paragraphs(f"{say('Fig. {number}.', number=number)} {example.words}", columns - 1)
    if wide > columns:
        return "\n\n".join([*map("\n".join, drawings), words])
    return "\n".join([*beside(*drawings, gap=GAP), "", words])

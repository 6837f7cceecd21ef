"""``tabuleiro moves GAME``: every legal turn or step of a position, or of many positions."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from typing import Any

from tabuleiro.cli import place
from tabuleiro.core import CHANCE, NOBODY, Game, branches, later, say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.notation import read_position, turns, typed
from tabuleiro.core.registry import find
from tabuleiro.core.words import joined
from tabuleiro.home.files import lines_of, open_file, too_large

MANY = 100_000_000  # bytes of a file of positions: some million


def arguments(parser: ArgumentParser) -> None:
    place.arguments(parser)
    place.turn_arguments(parser)
    parser.add_argument("--steps", action="store_true", help=say("the next steps instead of whole turns"))
    parser.add_argument("--json", action="store_true", help=say("a list of texts in JSON"))
    words = say("one position a line (- for standard input); for each, a line of its turns joined by blanks")
    parser.add_argument("--positions", metavar=say("FILE"), help=words)


def run(args: Namespace) -> int:
    if args.positions is not None:
        if args.position is not None or args.moves:
            raise TabuleiroError(later("--positions goes without --position and --moves"))
        return many(args)
    game, state = place.find_place(args)
    if args.moves or args.seed is not None:
        from random import Random

        from tabuleiro.play.chance import settled

        rng = Random(args.seed or 0)
        state, _ = place.play_turns(game, state, args.moves, rng)
        if args.seed is not None:  # chance acts as it does in ``show --seed``; else all that it can do is listed
            state = settled(game, state, rng)
    texts = legal(game, state, args.steps)
    if args.json:
        print_json(texts)
    else:
        for text in texts:
            print(text)
    return 0


def legal(game: Game[Any], state: Any, steps: bool) -> Iterator[str]:
    """The text of every legal turn, or step; before the first turn a deal by chance that nobody sees is skipped."""
    if not steps:
        yield from (turn.text for turn in turns(game, state))
        return
    while state.player == CHANCE and len(hidden := branches(game, state)) == 1:
        state = game.apply(state, hidden[0])
    if state.player != NOBODY:
        yield from (typed(game, state, action) for action in branches(game, state))


def print_json(texts: Iterable[str]) -> None:
    """One list, an element a line."""
    import json

    before = "["
    for text in texts:
        print(before, json.dumps(text, ensure_ascii=False), sep="", end="")
        before = ",\n "
    print("[]" if before == "[" else "]")


def many(args: Namespace) -> int:
    """A line out for every line in; an empty one, and the exit code 2, for what is no position."""
    game = find(args.game)
    if args.positions == "-":
        return sum_up(game, lines_of(sys.stdin), args)
    try:
        opened = open_file(args.positions)
    except TabuleiroError as error:
        raise TabuleiroError(joined((args.positions, error.words), ": ")) from error
    with TextIOWrapper(opened, encoding="utf-8", errors="replace") as file:
        if os.fstat(file.fileno()).st_size > MANY:
            raise TabuleiroError(joined((args.positions, too_large(MANY).words), ": "))
        return sum_up(game, lines_of(file), args)


def sum_up(game: Game[Any], lines: Iterable[str], args: Namespace) -> int:
    import json

    code = 0
    for number, line in enumerate(lines, 1):
        try:
            state = read_position(game, line.strip(), strict=not args.lenient)
            texts = list(legal(game, state, args.steps))
        except TabuleiroError as error:
            place.complain(say("line {number}: {error}", number=number, error=error))
            code = 2
            print(flush=True)
            continue
        print(json.dumps(texts, ensure_ascii=False) if args.json else " ".join(texts), flush=True)
    return code

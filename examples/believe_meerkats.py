"""Learn to tell the other's secret colour in Meerkats: ``python examples/believe_meerkats.py``.

Computers play each other. One seat watches, with what it may see and no more: after every step of the other, how has each of the
three colours that may be the other's fared? A logistic regression learns from many games how much that tells, and is asked about
games that it has not learnt from. Who knows nothing gives each colour a third.
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time
from typing import TYPE_CHECKING

import numpy as np

from tabuleiro.ai.background import prepared
from tabuleiro.core import Board
from tabuleiro.core.board import OFF
from tabuleiro.core.registry import find
from tabuleiro.play import planes
from tabuleiro.play.agent import Limit
from tabuleiro.play.run import step
from tabuleiro.play.session import Session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

GAME = find("meerkats")
COLOURS = 3  # that may be the other's
STRIDE = 6  # turns that are told together


def groups(board: Board, stones: Sequence[int]) -> Array:
    """Of one colour: stones, pairs of neighbours, and the sizes of the two largest groups."""
    left, sizes, pairs = {cell for cell in board if stones[cell]}, [0, 0], 0
    count = len(left)
    while left:
        due, size = [left.pop()], 0
        while due:
            cell = due.pop()
            size += 1
            for way in board.steps:
                beside = way[cell]
                if beside != OFF and stones[beside]:
                    pairs += 1
                    if beside in left:
                        left.remove(beside)
                        due.append(beside)
        sizes.append(size)
    first, second = sorted(sizes)[:-3:-1]
    return np.array([count, pairs / 2, first, second], float)


def watched(seed: int, level: str) -> tuple[Array, int]:
    """A game as seat 0 sees it: a row for each colour after every turn of the other, and which of them is the other's."""
    rng = Random(seed)
    session = Session(GAME, Random(rng.random()))
    agents = [prepared(level, GAME, Random(rng.random())) for _ in GAME.seats]
    rows, done = [], np.zeros((COLOURS, 4))
    before = now = np.zeros((COLOURS, 4))
    while session.player >= 0:
        seat = session.player
        step(session, agents[seat], Limit())
        seen = planes.seen(GAME, session.view(0).state, 0)
        before, now = now, np.array([groups(GAME.board, plane) for plane in seen[1 : COLOURS + 1]])
        if seat == 1:
            done = done + now - before
            if session.player == 0:
                rows.append(np.concatenate([done, now], 1))
    own, other = session.state.colours
    return np.array(rows), (other - own) % 4 - 1


def chances(weights: Array, rows: Array) -> Array:
    """How likely each colour is the other's, after every turn: what has been seen counts more, the more there is of it."""
    centred = rows - rows.mean(-2, keepdims=True)
    logits = centred @ weights
    likely = np.exp(logits - logits.max(-1, keepdims=True))
    return likely / likely.sum(-1, keepdims=True)


def learn(games: list[tuple[Array, int]], rounds: int = 400, rate: float = 0.05) -> Array:
    """The weights that make what was true most likely, kept small."""
    rows = np.concatenate([rows for rows, _ in games])
    truth = np.concatenate([np.full(len(rows), colour) for rows, colour in games])
    centred = rows - rows.mean(1, keepdims=True)
    scale = centred.std((0, 1)) + 1e-9
    right = np.eye(COLOURS)[truth]
    weights = np.zeros(rows.shape[-1])
    for _ in range(rounds):
        slope = np.einsum("nc,ncf->f", chances(weights / scale, rows) - right, centred / scale) / len(rows)
        weights -= rate * (slope + 0.001 * weights) * 10
    return weights / scale


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--level", default="level:2")
    args = parser.parse_args()
    games = [watched(seed, args.level) for seed in range(args.games)]
    held, learnt = games[: args.games // 4], games[args.games // 4 :]
    weights = learn(learnt)
    print("turn,games,prior_right,right,prior_loss,loss")
    found = [(turn, chances(weights, rows)[turn], colour) for rows, colour in held for turn in range(len(rows))]
    for first in range(0, max(turn for turn, *_ in found) + 1, STRIDE):
        some = [(chance, colour) for turn, chance, colour in found if first <= turn < first + STRIDE]
        right = np.mean([chance.argmax() == colour for chance, colour in some])
        loss = -np.mean([np.log(chance[colour]) for chance, colour in some])
        print(f"{first + 1},{len(some)},{1 / COLOURS:.3f},{right:.3f},{np.log(COLOURS):.3f},{loss:.3f}")
    right = np.mean([chance.argmax() == colour for _, chance, colour in found])
    loss = -np.mean([np.log(chance[colour]) for _, chance, colour in found])
    print(f"all,{len(found)},{1 / COLOURS:.3f},{right:.3f},{np.log(COLOURS):.3f},{loss:.3f}")
    print(f"{len(learnt)} games learnt from, {len(held)} held out, {process_time():.0f} s of CPU")


if __name__ == "__main__":
    main()

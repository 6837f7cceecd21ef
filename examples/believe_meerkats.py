"""Learn to tell the other's secret colour in Meerkats: ``python examples/believe_meerkats.py``.

Computers play each other with stones drawn from a bag, so that whose stone somebody drops tells nothing, and only where it is
dropped and what is pushed does. One seat watches, with what it may see and no more: after every step of the other, how has each of the
three colours that may be the other's fared? A logistic regression learns from many games how much that tells, and is asked about
games that it has not learnt from. Who knows nothing gives each colour a third; our computers have a belief that was made by hand.
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tabuleiro.ai.background import prepared
from tabuleiro.ai.meerkats.belief import Belief
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

GAME = find("meerkats:stone=bag")
COLOURS = 3  # that may be the other's
STRIDE = 2  # turns that are told together


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


class Watched(NamedTuple):
    """A game as seat 0 sees it: after every turn of the other a row for each colour, what a computer would believe, and which
    of the colours is the other's.
    """

    rows: Array
    believed: Array
    colour: int


def watched(seed: int, level: str) -> Watched:
    """Let two computers play."""
    rng = Random(seed)
    session = Session(GAME, Random(rng.random()))
    agents = [prepared(level, GAME, Random(rng.random())) for _ in GAME.seats]
    belief, rows, believed, done = Belief(GAME), [], [], np.zeros((COLOURS, 4))
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
                belief.follow(session.view(0))
                believed.append(odds(belief, session.view(0).state))
    own, other = session.state.colours
    return Watched(np.array(rows), np.array(believed), (other - own) % 4 - 1)


def odds(belief: Belief, seen: Any) -> list[float]:
    """How likely the computer's belief makes each of the three colours, in the order of the planes."""
    deals = {deal[1]: chance for deal, chance in zip(*belief.deals(seen), strict=True)}
    return [deals[(seen.colours[0] - 1 + place) % 4 + 1] for place in range(1, COLOURS + 1)]


def chances(weights: Array, rows: Array) -> Array:
    """How likely each colour is the other's, after every turn: what has been seen counts more, the more there is of it."""
    centred = rows - rows.mean(-2, keepdims=True)
    logits = centred @ weights
    likely = np.exp(logits - logits.max(-1, keepdims=True))
    return likely / likely.sum(-1, keepdims=True)


def learn(games: list[Watched], rounds: int = 400, rate: float = 0.05) -> Array:
    """The weights that make what was true most likely, kept small."""
    rows = np.concatenate([game.rows for game in games])
    truth = np.concatenate([np.full(len(game.rows), game.colour) for game in games])
    centred = rows - rows.mean(1, keepdims=True)
    scale = centred.std((0, 1)) + 1e-9
    right = np.eye(COLOURS)[truth]
    weights = np.zeros(rows.shape[-1])
    for _ in range(rounds):
        slope = np.einsum("nc,ncf->f", chances(weights / scale, rows) - right, centred / scale) / len(rows)
        weights -= rate * (slope + 0.001 * weights) * 10
    return weights / scale


def tell(name: str, found: list[tuple[int, Array, Array, int]]) -> None:
    """How often each is right, and the logarithmic loss of its chances."""
    right, loss = [1 / COLOURS], [np.log(COLOURS)]
    for which in (2, 1):
        right.append(np.mean([item[which].argmax() == item[3] for item in found]))
        loss.append(-np.mean([np.log(max(item[which][item[3]], 1e-9)) for item in found]))
    print(",".join([name, str(len(found)), *(f"{number:.3f}" for number in (*right, *loss))]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=240)
    parser.add_argument("--level", default="level:2")
    args = parser.parse_args()
    if args.games < 4:
        parser.error("a quarter of the games is held out, so there have to be 4")
    games = [watched(seed, args.level) for seed in range(args.games)]
    held, learnt = games[: args.games // 4], games[args.games // 4 :]
    weights = learn(learnt)
    print("turn,games,prior_right,computer_right,right,prior_loss,computer_loss,loss")
    found = [
        (turn, learned, believed, game.colour)
        for game in held
        for turn, (learned, believed) in enumerate(zip(chances(weights, game.rows), game.believed, strict=True))
    ]
    for first in range(0, max(turn for turn, *_ in found) + 1, STRIDE):
        tell(f"{first + 1}", [item for item in found if first <= item[0] < first + STRIDE])
    tell("all", found)
    print(f"{len(learnt)} games learnt from, {len(held)} held out, {process_time():.0f} s of CPU")


if __name__ == "__main__":
    main()

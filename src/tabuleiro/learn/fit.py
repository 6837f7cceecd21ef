"""The fit: from games to weights, by Adam in NumPy.

Two models learn from the same states. *net* is the one of ``kernels.net``; *linear* weighs the features that the kernel
counts and gives every piece a value for its cell, the least that a net has to beat. Both come out as a ``Net``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tabuleiro.core import later
from tabuleiro.core.errors import BadOption
from tabuleiro.kernels.net import CELLS, HIGH, ONE, UNITS, Net, spread
from tabuleiro.learn.selfplay import kernel_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from tabuleiro.kernels.net import Inputs
    from tabuleiro.learn.recipe import Recipe
    from tabuleiro.learn.selfplay import Batch

    Weights = dict[str, Any]

HELD_OUT = 20  # of so many games, one is only for judging the fit
TOGETHER = 4096  # states for a step of Adam
RATE, STEEP, PULL = 3e-3, 1e-2, 1e-6  # of a step at first, also for the linear model, and towards 0
MEAN, SQUARE, TINY = 0.9, 0.999, 1e-8  # how much Adam keeps of the means of slopes and of their squares
CLIP = 256  # a unit's 1 as a whole number
LINEAR = (512, 256, 128, 64, 32, 16)  # what a value of 1 may be in a sum that is not clipped: the first that fits
CHUNK = 1 << 16  # states that are judged at a time


class States(NamedTuple):
    """What a net sees of states, the features of each, what it should say, how the game ended, and which game it was."""

    planes: Any
    spots: Any
    counts: Any
    targets: Any
    results: Any
    games: Any

    def of(self, rows: Any) -> States:
        return States(*(column[rows] for column in self))


@dataclass(frozen=True)
class Fitted:
    """A net, and its loss on the games held out: of whole numbers, as it will play."""

    net: Net
    loss: float


# ── States ───────────────────────────────────────────────────────────────────────────────────────────────────────


def states_of(batches: Iterable[Batch], trust: float) -> States:
    """All states of *batches* but those that were reached by random steps alone."""
    found: list[States] = []
    games = 0
    for batch in batches:
        found.append(_seen(batch, trust, games))
        games += len(batch.lengths)
    if games < 2 * HELD_OUT:
        raise BadOption(
            later("{count} games are too few to fit anything; {least} are the least", count=games, least=2 * HELD_OUT)
        )
    return States(*(np.concatenate(column) for column in zip(*found, strict=True)))


def _seen(batch: Batch, trust: float, first: int) -> States:
    """The states of a batch, whose games are numbered from *first* on."""
    from tabuleiro.kernels.search.selfplay import ANY, see

    kernel = kernel_for(batch.game)
    inputs, start = kernel.inputs, kernel.pack(kernel.game.start())
    assert inputs is not None
    count, begin = len(batch.codes), 0
    planes, spots = np.empty((count, inputs.planes), np.int64), np.empty((count, len(inputs.spots)), np.int64)
    counts, seats, targets = np.empty((count, inputs.counted), np.float32), np.empty(count, np.int64), np.empty(count)
    for length, result in zip(batch.lengths, batch.results, strict=True):
        rows = slice(begin, begin + length)
        see(start, batch.codes[rows].astype(np.int32), planes[rows], spots[rows], counts[rows], seats[rows])
        targets[rows] = _targets(batch.values[rows], seats[rows], result / 2, trust)
        begin += length
    results = np.repeat(batch.results / 2, batch.lengths)
    games = np.repeat(np.arange(first, first + len(batch.lengths)), batch.lengths)
    hoped, got = (np.where(seats == 0, worth, 1 - worth).astype(np.float32) for worth in (targets, results))
    whole = States(planes.view(np.uint64), spots.astype(np.int16), counts, hoped, got, games.astype(np.int32))
    return whole.of(batch.values != ANY)


def _targets(values: Any, seats: Any, result: float, trust: float) -> list[float]:
    """What the first seat may expect in the states of a game: how it ended, mixed with what was thought of them."""
    from tabuleiro.kernels.search.selfplay import FULL

    target, found = result, []
    for value, seat in zip(values[::-1].tolist(), seats[::-1].tolist(), strict=True):
        if abs(value) <= FULL:
            hope = 0.5 + value / (2 * FULL)
            target = trust * target + (1 - trust) * (hope if seat == 0 else 1 - hope)
        found.append(target)
    return found[::-1]


def split(states: States) -> tuple[States, States]:
    """Those to learn from, and those held out."""
    held = states.games % HELD_OUT == 0
    return states.of(~held), states.of(held)


# ── Models ───────────────────────────────────────────────────────────────────────────────────────────────────────


def chances(lead: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(lead, -30, 30)))


def loss(told: Any, true: Any) -> float:
    """The mean logarithmic loss of predictions: 0.693 for knowing nothing."""
    told = np.clip(told, 1e-7, 1 - 1e-7)
    return float(-np.mean(true * np.log(told) + (1 - true) * np.log(1 - told)))


class Model:
    """Weights that Adam changes; ``lead`` says what they make of states, ``slopes`` how the loss changes with each."""

    def __init__(self, inputs: Inputs, rng: Any, *, hidden: bool, counts: bool) -> None:
        self.inputs, self.hidden = inputs, hidden
        self.most = HIGH / CLIP / inputs.most  # a weight no greater than this cannot make a sum overflow
        self.weights: Weights = {"bias": np.zeros(1, np.float32)}
        if hidden:
            rows = rng.normal(size=(inputs.rows, UNITS)) * 0.15
            rows[CELLS * inputs.planes :] += 0.3 / len(inputs.spots)
            self.weights |= {"rows": rows.astype(np.float32), "out": (rng.normal(size=UNITS) * 0.3).astype(np.float32)}
        else:
            self.weights["rows"] = np.zeros((inputs.rows, 1), np.float32)
        if counts:
            self.weights["skip"] = np.zeros(inputs.counted, np.float32)

    def active(self, states: States, mirror: Any = None) -> Any:
        """A 1 for every input that is there, and 0 for the others."""
        cells = spread(states.planes)
        if mirror is not None:
            cells = cells[:, mirror]
        more = np.zeros((len(cells), sum(self.inputs.spots)), np.uint8)
        np.put_along_axis(more, states.spots.astype(np.int64) - cells.shape[1], 1, axis=1)
        return np.concatenate((cells, more), axis=1).astype(np.float32)

    def lead(self, active: Any, counts: Any) -> tuple[Any, Any]:
        """Of the deciders, and the sums of the units."""
        weights = self.weights
        sums = active @ weights["rows"]
        lead = (np.clip(sums, 0, 1) @ weights["out"] if self.hidden else sums[:, 0]) + weights["bias"]
        return (lead + counts @ weights["skip"] if "skip" in weights else lead), sums

    def slopes(self, active: Any, states: States) -> Weights:
        weights = self.weights
        lead, sums = self.lead(active, states.counts)
        off = ((chances(lead) - states.targets) / len(lead)).astype(np.float32)
        found = {"bias": off.sum(keepdims=True)}
        if self.hidden:
            found["out"] = np.clip(sums, 0, 1).T @ off
            found["rows"] = active.T @ ((off[:, None] * weights["out"]) * ((sums > 0) & (sums < 1)))
        else:
            found["rows"] = active.T @ off[:, None]
        if "skip" in weights:
            found["skip"] = states.counts.T @ off
        return found

    # ── As whole numbers ─────────────────────────────────────────────────────────────────────────────────────────

    def net(self, game: str, about: str) -> Net:
        """The same in whole numbers."""
        weights = {key: value.astype(np.float64) for key, value in self.weights.items()}
        bias = round(float(weights["bias"][0]) * ONE)
        skip = tuple(int(number) for number in np.rint(weights["skip"] * ONE)) if "skip" in weights else ()
        if self.hidden:
            rows = np.rint(np.clip(weights["rows"], -self.most, self.most) * CLIP).astype(np.int16)
            out = np.rint(np.clip(weights["out"] * (ONE // CLIP), -HIGH, HIGH)).astype(np.int16)
            return Net(game, rows, out, CLIP, bias, skip, about)
        for one in LINEAR:
            net = self._linear(game, one, bias, skip, about)
            if net.fits(self.inputs):
                break
        return net

    def _linear(self, game: str, one: int, bias: int, skip: tuple[int, ...], about: str) -> Net:
        """One unit that is never clipped: the first of the spots lifts it to the middle of what a sum can be. Cells that a
        symmetry exchanges are worth the same.
        """
        rows, out = np.zeros((self.inputs.rows, UNITS), np.int64), np.zeros(UNITS, np.int16)
        begin, middle = CELLS * self.inputs.planes, HIGH // 2
        worth = self.weights["rows"][:, 0].astype(np.float64)
        sides = [worth[:begin], *(worth[list(mirror)] for mirror in self.inputs.mirrors)]
        rows[:, 0] = np.rint(np.concatenate((np.mean(np.sort(sides, axis=0), axis=0), worth[begin:])) * one)
        rows[begin : begin + self.inputs.spots[0], 0] += middle
        out[0] = ONE // one
        return Net(
            game, np.clip(rows, -HIGH, HIGH).astype(np.int16), out, HIGH, bias - middle * int(out[0]), skip, about
        )


# ── Adam ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def adam(model: Model, states: States, epochs: int, rng: Any, tell: Callable[[float], None]) -> None:
    """Go through *states* so often, in another order each time, a mirrored one now and then; *tell* how far it is."""
    weights, mirrors = model.weights, [None, *map(np.array, model.inputs.mirrors)]
    means, squares = ({key: np.zeros_like(value) for key, value in weights.items()} for _ in range(2))
    count, step = len(states.targets), 0
    size = min(TOGETHER, count)
    total, first = epochs * (count // size), RATE if model.hidden else STEEP
    for _ in range(epochs):
        order = rng.permutation(count)
        for begin in range(0, count - size + 1, size):
            few = states.of(order[begin : begin + size])
            slopes = model.slopes(model.active(few, mirrors[rng.integers(len(mirrors))]), few)
            step += 1
            rate = first * 0.5 * (1 + np.cos(np.pi * step / total))
            for key in weights:
                slope = slopes[key] + PULL * weights[key]
                means[key] += (1 - MEAN) * (slope - means[key])
                squares[key] += (1 - SQUARE) * (slope * slope - squares[key])
                mean, square = means[key] / (1 - MEAN**step), squares[key] / (1 - SQUARE**step)
                weights[key] -= (rate * mean / (np.sqrt(square) + TINY)).astype(np.float32)
            if model.hidden:
                np.clip(weights["rows"], -model.most, model.most, out=weights["rows"])
            tell(step / total)


def fit(
    game: str,
    states: States,
    recipe: Recipe,
    about: str,
    *,
    hidden: bool,
    tell: Callable[[float], None] = lambda _: None,
) -> Fitted:
    """The net, or with *hidden* off the linear model, that foretells best; the seed is the recipe's."""
    inputs = kernel_for(game).inputs
    assert inputs is not None
    rng = np.random.default_rng(recipe.seed)
    known, held = split(states)
    model = Model(inputs, rng, hidden=hidden, counts=recipe.counts or not hidden)
    adam(model, known, recipe.epochs, rng, tell)
    net = model.net(game, about)
    return Fitted(net, foretold(net, held))


def foretold(net: Net, states: States) -> float:
    """The loss of *net* on the results of *states*."""
    told = [
        chances(net.lead(part.planes, part.spots.astype(np.int64), part.counts))
        for part in (states.of(slice(begin, begin + CHUNK)) for begin in range(0, len(states.targets), CHUNK))
    ]
    return loss(np.concatenate(told), states.results)

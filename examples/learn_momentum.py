"""Learn Momentum from nothing by playing against oneself: ``python examples/learn_momentum.py momentum.onnx``.

A small net says how good a board is for who has just dropped on it. Many games are played side by side; in each, the drop that
leads to the best board is chosen, now and then another. When games have ended, the net learns to foresee how: what it thinks of
a board moves towards what it thought later, and that towards the result, as TD-Gammon did it in 1992. The net is NumPy, the
games are compiled. The file that is written plays: ``tabuleiro match momentum policy:momentum.onnx greedy``. It needs what
``pip install 'tabuleiro[rl]'`` brings. After Ctrl-C, what has been learnt so far is written.
"""

from __future__ import annotations

import argparse
import os
from itertools import pairwise
from time import process_time
from typing import TYPE_CHECKING

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is loaded; its threads would only wait for each other
import numpy as np

from tabuleiro.ai.policy import about
from tabuleiro.rl.vector import VectorGame, luck

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

SIZE, CELLS = 7, 49
LAYERS = (2 * CELLS + 3, 160, 32, 1)  # the marbles of both, and three numbers
GAMES, STEPS = 256, 32  # side by side; in each before the net learns
BATCH, RATE = 512, 1.5e-3
TRACE = 0.8  # how far what came later counts more than what was thought next
STRAY, OPENING = 0.03, 6  # the part of drops that are any; a game begins with up to so many of them
CLOSE = 0.05  # a drop that looks worse by more than this was an experiment: nobody learns from what came of it
SOME, SCALE = (
    [2, 3, 5],
    np.array([1 / 8, 1 / 8, 1 / 60], np.float32),
)  # planes of one number each, and what makes them small
TURNS = [
    np.rot90(board, k).ravel()
    for grid in [np.arange(CELLS).reshape(SIZE, SIZE)]
    for board in (grid, grid.T)
    for k in range(4)
]


class Net:
    """Layers of weights, and Adam, who changes them."""

    def __init__(self, rng: np.random.Generator) -> None:
        sizes = list(pairwise(LAYERS))
        self.weights = [rng.normal(0, (2 / size[0]) ** 0.5, size).astype(np.float32) for size in sizes]
        self.weights += [np.zeros(size[1], np.float32) for size in sizes]
        self.weights[len(sizes) - 1] *= 0.1
        self._first, self._second = ([np.zeros_like(w) for w in self.weights] for _ in range(2))
        self._count = 0

    def layers(self, inputs: Array) -> list[Array]:
        """What comes out of every layer; the last is from -1, lost, to 1, won."""
        found, depth = [inputs], len(self.weights) // 2
        for w, b in zip(self.weights[:depth], self.weights[depth:], strict=True):
            found.append(np.maximum(found[-1] @ w + b, 0))
        found[-1] = np.tanh(found[-2] @ self.weights[depth - 1] + self.weights[-1])
        return found

    def learn(self, inputs: Array, wanted: Array, rate: float) -> None:
        """Move a little towards what is *wanted*."""
        out, depth = self.layers(inputs), len(self.weights) // 2
        slope = (out[-1] - wanted[:, None]) * (1 - out[-1] ** 2) / len(inputs)
        slopes: list[Array] = [slope] * len(self.weights)
        for number in reversed(range(depth)):
            slopes[number], slopes[depth + number] = out[number].T @ slope, slope.sum(0)
            slope = (slope @ self.weights[number].T) * (out[number] > 0)
        self._count += 1
        fix = (1 - 0.999**self._count) ** 0.5 / (1 - 0.9**self._count)
        for weights, g, m, v in zip(self.weights, slopes, self._first, self._second, strict=True):
            m[...] += 0.1 * (g - m)
            v[...] += 0.001 * (g * g - v)
            weights[...] -= rate * fix * m / (np.sqrt(v) + 1e-6)


def inputs_of(seen: NDArray[np.int8]) -> Array:
    """The planes as the net takes them: marbles of both, how many each has in hand, and the turns that are left."""
    some = seen[:, SOME, 0] * SCALE
    return np.concatenate([seen[:, :2].reshape(len(seen), -1), some], 1, dtype=np.float32)


def judged(net: Net, games: VectorGame) -> tuple[NDArray[np.int64], Array, Array]:
    """Where the drops of each game begin, the inputs after each, and their worth in a table, a row for each game."""
    first, seen, ends = games.ahead()
    inputs = inputs_of(seen)
    worth = np.where(np.isnan(ends), net.layers(inputs)[-1][:, 0], ends)
    table = np.full(games.codes.shape, -np.inf, np.float32)
    table[np.arange(table.shape[1]) < games.counts[:, None]] = worth
    return first, inputs, table


def play(net: Net, games: VectorGame, rng: np.random.Generator, opening: NDArray[np.int64]) -> tuple[Array, Array]:
    """STEPS drops in every game: the boards that came, and what they were worth, as far as is known now."""
    rows, past = np.arange(games.n), []
    for _ in range(STEPS):
        first, inputs, table = judged(net, games)
        chosen = table.argmax(1)
        best = table[rows, chosen]
        any_drop = (rng.random(games.n) * games.counts).astype(np.int64)
        stray = (games.ages < opening) | (rng.random(games.n) < STRAY)
        chosen = np.where(stray, any_drop, chosen)
        worth = table[rows, chosen]
        mover = games.player.copy()
        games.step(games.codes[rows, chosen])
        opening[games.done] = rng.integers(OPENING + 1, size=int(games.done.sum()))
        past.append((inputs[first[:-1] + chosen], worth, best, games.done.copy(), games.rewards[rows, mover].copy()))
    wanted = [past[-1][1]]
    for (_, _, _, done, reward), (_, worth, best, *_) in zip(past[-2::-1], past[:0:-1], strict=True):
        later = np.where(worth < best - CLOSE, best, TRACE * wanted[-1] + (1 - TRACE) * best)
        wanted.append(np.where(done, reward, -later))
    wanted[0] = np.where(past[-1][3], past[-1][4], wanted[0])
    return np.concatenate([item[0] for item in past]), np.concatenate(wanted[::-1])


def score(net: Net, opponent: str, count: int = 400) -> float:
    """The part of the points against ``random`` or the ``hasty`` play of the compiled rules, each seat in half of the games."""
    games, rng, rows = VectorGame("momentum", count, seeds=99), luck(range(count)), np.arange(count)
    points, over = np.zeros(count), np.zeros(count, np.bool_)
    while not over.all():
        own = games.codes[rows, judged(net, games)[2].argmax(1)]
        other = (games.choose if opponent == "random" else games.hasty)(rng)
        drop = np.where(games.player == rows % 2, own, other)
        drop = np.where(games.ages < 4, games.choose(rng), drop)  # as matches begin
        games.step(drop)
        ended = games.done & ~over
        points[ended] = games.rewards[rows, rows % 2][ended] / 2 + 0.5
        over |= ended
    return float(points.mean())


def write(net: Net, path: str) -> None:
    """The net as an ONNX file, which takes the mean of what it thinks of a board turned and mirrored in all eight ways."""
    from onnx import TensorProto, helper, numpy_helper, save

    depth = len(net.weights) // 2
    numbers = {f"weights{n}": w for n, w in enumerate(net.weights[:depth])}
    numbers |= {f"bias{n}": b for n, b in enumerate(net.weights[depth:])}
    numbers |= {"turns": np.concatenate(TURNS), "one": np.array([0]), "scale": SCALE, "again": np.array([1, 8, 1])}
    shapes = {
        "turned": (0, 2, 8, CELLS),
        "boards": (-1, 2 * CELLS),
        "row": (0, 1, 3),
        "rows": (-1, 3),
        "eight": (-1, 8),
    }
    numbers |= {"both": np.array([0, 1]), "some": np.array(SOME)} | {
        f"to_{key}": np.array(to) for key, to in shapes.items()
    }
    node = helper.make_node
    nodes = [
        node("Gather", ["planes", "both"], ["marbles"], axis=1),
        node("Gather", ["marbles", "turns"], ["all_ways"], axis=2),
        node("Reshape", ["all_ways", "to_turned"], ["apart"]),
        node("Transpose", ["apart"], ["by_way"], perm=[0, 2, 1, 3]),
        node("Reshape", ["by_way", "to_boards"], ["boards"]),
        node("Gather", ["planes", "some"], ["others"], axis=1),
        node("Gather", ["others", "one"], ["column"], axis=2),
        node("Reshape", ["column", "to_row"], ["row"]),
        node("Mul", ["row", "scale"], ["scaled"]),
        node("Tile", ["scaled", "again"], ["tiled"]),
        node("Reshape", ["tiled", "to_rows"], ["rows"]),
        node("Concat", ["boards", "rows"], ["layer0"], axis=1),
    ]
    for n in range(depth):
        nodes.append(node("Gemm", [f"layer{n}", f"weights{n}", f"bias{n}"], [f"sum{n}"]))
        nodes.append(node("Relu" if n < depth - 1 else "Tanh", [f"sum{n}"], [f"layer{n + 1}"]))
    nodes += [
        node("Reshape", [f"layer{depth}", "to_eight"], ["ways"]),
        node("ReduceMean", ["ways"], ["mean"], axes=[1], keepdims=0),
    ]
    nodes.append(node("Identity", ["mean"], ["value"]))
    sight = helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["n", 6, CELLS])
    value = helper.make_tensor_value_info("value", TensorProto.FLOAT, ["n"])
    weights = [numpy_helper.from_array(array, name) for name, array in numbers.items()]
    model = helper.make_model(
        helper.make_graph(nodes, "momentum", [sight], [value], weights),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=9,
    )
    helper.set_model_props(model, about("momentum"))
    save(model, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", default="momentum.onnx")
    parser.add_argument("--cpu-minutes", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    try:  # now, and not when all has been learnt
        import onnx  # noqa: F401

        with open(args.file, "ab"):
            pass
    except ImportError:
        parser.error("this needs more parts; install them: pip install 'tabuleiro[rl]'")
    except OSError as error:
        parser.error(f"{args.file}: {error.strerror}")
    rng = np.random.default_rng(args.seed)
    net, games = Net(rng), VectorGame("momentum", GAMES, seeds=args.seed)
    print("cpu_seconds,drops,random,hasty")
    try:
        train(net, games, rng, 60 * args.cpu_minutes)
    except KeyboardInterrupt:
        print("interrupted: what has been learnt is written")
    write(net, args.file)


def train(net: Net, games: VectorGame, rng: np.random.Generator, end: float) -> None:
    """Let *net* learn until the processor has worked for so many seconds; from time to time its points are told."""
    opening, told, drops = np.zeros(games.n, np.int64), 0.0, 0
    while (used := process_time()) < end:
        if used >= told:
            told = used + 15
            print(f"{used:.0f},{drops},{score(net, 'random'):.4f},{score(net, 'hasty'):.4f}", flush=True)
        inputs, wanted = play(net, games, rng, opening)
        drops += len(inputs)
        for some in np.split(rng.permutation(len(inputs)), len(inputs) // BATCH):
            turn = TURNS[rng.integers(8)]
            turned = np.concatenate(
                [inputs[some][:, turn], inputs[some][:, CELLS + turn], inputs[some][:, 2 * CELLS :]], 1
            )
            net.learn(turned, wanted[some], RATE * max(0.03, 1 - used / end))
    print(f"{process_time():.0f},{drops},{score(net, 'random'):.4f},{score(net, 'hasty'):.4f}")


if __name__ == "__main__":
    main()

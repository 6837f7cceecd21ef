"""Games of a little tree search against itself, by the compiled rules: what the evaluation is fitted to."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from importlib import import_module
from multiprocessing import active_children, get_context
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from benchmarks.__main__ import tell
from tabuleiro.core.registry import find

BATCH = 4  # games that a process plays at a time
OPENING = 12  # random steps at the start: half of these to all
STRAY = 0.04  # how often a later step is random
TRUST = 0.97  # of a state's target, this much is the next state's, the rest what the search thought of it
BAR = 24


class Samples(NamedTuple):
    """Of every state: its features for the first seat, that seat's target and its score in the end, and which game."""

    features: Any
    targets: Any
    results: Any
    games: Any


# ── The game and its weights ─────────────────────────────────────────────────────────────────────────────────────


def home(spec: str) -> Any:
    """The module of the compiled twin."""
    return import_module(find(spec).twin.partition(":")[0])


def wear(spec: str, weights: list[float] | None, folder: str) -> None:
    """Judge by *weights* in this process from now on. Compiled code holds them, so it is kept in *folder*."""
    if weights is not None:
        import numba

        config: Any = numba.config
        config.CACHE_DIR = folder
        worn = home(spec).WEIGHTS
        worn[...] = np.reshape(weights, worn.shape)


def begin(spec: str, weights: list[float] | None, folder: str) -> None:
    """In a process that plays."""
    from tabuleiro.arena.processes import attend
    from tabuleiro.home.languages import spoken

    attend(spoken())
    wear(spec, weights, folder)


# ── Self-play ────────────────────────────────────────────────────────────────────────────────────────────────────


class Table:
    """One compiled game, called from Python: a step gives ints where words went in, which would compile again."""

    def __init__(self, spec: str) -> None:
        from tabuleiro import kernels
        from tabuleiro.core.registry import find

        self.game = find(spec)
        kernel = kernels.find(self.game)
        assert kernel is not None
        self.module = home(spec)
        self.start = kernel.pack(self.game.start())
        self.codes = np.empty(kernel.width, np.int32)
        self.manner = style(self.game)

    def step(self, s: Any, code: int) -> Any:
        after = self.module.step(s, int(code))
        return type(s)(
            *(np.uint64(new) if isinstance(old, np.uint64) else new for new, old in zip(after, s, strict=True))
        )

    def legal(self, s: Any) -> list[int]:
        return [int(code) for code in self.codes[: self.module.legal(s, self.codes)]]

    def chance(self, s: Any, rng: Random) -> int:
        codes = self.legal(s)
        return rng.choices(codes, [self.module.weight(s, code) for code in codes])[0]

    def best(self, s: Any, nodes: int, rng: Random) -> tuple[int, float]:
        """The step that a little tree search likes best, and how good it thinks that is for the first seat."""
        from tabuleiro.ai.mcts import children_of
        from tabuleiro.kernels.search.mcts import grow, sapling
        from tabuleiro.kernels.search.playout import seeded

        tree = sapling(nodes * len(self.codes) + 2)
        grow(s, tree, self.manner, seeded(rng.getrandbits(60)), self.codes, np.zeros(0, np.uint64), nodes)
        children = children_of(tree, 0)
        proof, visits = children["proof"], children["visits"]
        chosen = int(np.argmax(visits + 1e9 * (proof == s.player + 1) - 1e9 * (proof == 2 - s.player)))
        if proof[chosen]:
            value = float(proof[chosen] == 1)
        else:
            value = children[chosen].total / max(visits[chosen], 1)
            value = value if s.player == 0 else 1 - value
        return int(children[chosen].code), float(value)


def style(game: Any) -> Any:
    """How a game's tree is grown by its agents, but judging states at once."""
    from tabuleiro.ai.profiles import profile_of

    return replace(profile_of(game).style, horizon=0, solve=True).manner(game.players)


def sample(spec: str, seed: int, numbers: list[int], nodes: int) -> list[tuple[Any, float, float, int]]:
    """The rows of ``Samples`` from the games of these numbers."""
    table = Table(spec)
    found = []
    for number in numbers:
        rng = Random(f"{seed} game {number}")
        opening = rng.randint(OPENING // 2, OPENING)
        s, steps, rows = table.start, 0, []
        while s.player != -2:
            if s.player == -1:
                s = table.step(s, table.chance(s, rng))
                continue
            codes = table.legal(s)
            code, value = rng.choice(codes), -1.0
            if steps >= opening and len(codes) > 1:
                best, value = table.best(s, nodes, rng)
                code = code if rng.random() < STRAY else best
            if steps >= opening:
                rows.append((table.module.features(s, 0), value))
            s = table.step(s, code)
            steps += 1
        target = score = float(table.module.score(s, 0))
        for features, value in reversed(rows):
            target = TRUST * target + (1 - TRUST) * value if value >= 0 else target
            found.append((features, target, score, number))
    return found


def gather(
    spec: str, games: int, seed: int, nodes: int, workers: int, weights: list[float] | None, folder: str
) -> Samples:
    """Samples of *games* games, by all cores; after an interrupt, of those that are finished."""
    batches = [list(range(first, min(first + BATCH, games))) for first in range(0, games, BATCH)]
    found: list[tuple[Any, float, float, int]] = []
    before = set(active_children())
    pool = ProcessPoolExecutor(workers, get_context("spawn"), begin, (spec, weights, folder))
    began = monotonic()
    try:
        due = [pool.submit(sample, spec, seed, batch, nodes) for batch in batches]
        for done, future in enumerate(as_completed(due), 1):
            found += future.result()
            full, left = BAR * done // len(due), (monotonic() - began) / done * (len(due) - done)
            tell(f"[{'#' * full}{'.' * (BAR - full)}] {done * BATCH} of {games} games, {left:.0f} s left")
        pool.shutdown()
    except KeyboardInterrupt:
        tell("")
        print("interrupted: going on with the games that are finished", file=sys.stderr)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - before:
            process.terminate()
    tell("")
    found.sort(key=lambda row: row[-1])  # whoever finished first, the fit is the same
    if not found:
        sys.exit("no game is finished: there is nothing to fit")
    return Samples(*(np.array(column, float) for column in zip(*found, strict=True)))

"""Games to learn from: played by an executor in batches, and kept in a few bytes a step.

A batch depends on its recipe, its net and its number alone. It is kept as the steps of its games, with what the search
thought of each: all that a fit wants to know of the states is had by playing them again, by the compiled rules.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple
from zipfile import BadZipFile

import numpy as np

from tabuleiro.ai.profiles import profile_of
from tabuleiro.core import later
from tabuleiro.core.errors import BadOption, BadRecord
from tabuleiro.core.registry import find
from tabuleiro.home.files import write_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tabuleiro.kernels import Kernel
    from tabuleiro.learn.recipe import Recipe

TABLE_BITS = 14  # of a game's transposition table: small enough to be emptied for every game
DAMAGE = (OSError, ValueError, KeyError, EOFError, BadZipFile)  # what a damaged file raises


class Batch(NamedTuple):
    """Some games of *game*: *codes* and *values* of all steps, one game after another, of so many steps each as *lengths*
    say; *results* are the first seat's, in half points.
    """

    game: str
    codes: Any
    values: Any
    lengths: Any
    results: Any


@dataclass(frozen=True)
class SelfPlay:
    """The batches of a round, as jobs for an executor: *net* is the file of the net that plays, or ``none``."""

    game: str
    net: str
    recipe: Recipe
    round: int

    @property
    def agents(self) -> tuple[str, ...]:
        """Who plays, as an agent is spelled."""
        return (f"{self.recipe.agent}:net={self.net}",)

    def play(self, number: int, here: Mapping[str, str] | None = None) -> tuple[int, Batch]:
        """Batch *number*, from 1; *here* is how files are spelled on this machine."""
        from tabuleiro.kernels.search.alphabeta import new_memory, new_table
        from tabuleiro.kernels.search.playout import seeded
        from tabuleiro.kernels.search.selfplay import LONGEST, play

        (agent,) = self.agents
        spelled = self.options(number)
        kernel = kernel_for(spelled)
        kernel.judge_by((here or {}).get(agent, agent).partition("net=")[2])
        start, recipe, manner = kernel.pack(kernel.game.start()), self.recipe, profile_of(kernel.game).manner
        memory, table, codes = new_memory(), new_table(TABLE_BITS), np.empty(kernel.width, np.int32)
        memory.noisy, memory.even, memory.reduce = manner.noisy, int(manner.even), manner.reduce
        memory.few, memory.narrow, memory.widen = manner.few, manner.narrow, manner.widen
        taken, values = np.empty(LONGEST, np.int32), np.empty(LONGEST, np.int16)
        games: list[tuple[Any, Any, int]] = []
        for game in range(recipe.games):
            table[...], memory.history[...] = 0, 0
            luck = seeded(((recipe.seed * 64 + self.round) * 1_000_000 + number) * 1024 + game)
            count, score = play(start, luck, recipe.nodes, recipe.stray, memory, table, codes, taken, values)
            games.append((taken[:count].astype(np.uint16), values[:count].copy(), round(2 * score)))
        steps, thoughts, results = zip(*games, strict=True)
        lengths = np.array([len(codes) for codes in steps], np.int32)
        return number, Batch(
            spelled, np.concatenate(steps), np.concatenate(thoughts), lengths, np.array(results, np.int8)
        )

    def options(self, number: int) -> str:
        """The game of a batch, with other options now and then."""
        turn, rest = divmod(number, self.recipe.rare)
        if rest or not self.recipe.others:
            return self.game
        return f"{self.game}:{self.recipe.others[turn % len(self.recipe.others)]}"


def kernel_for(spelled: str) -> Kernel:
    """The compiled twin of a game that can be learnt: one for two that says what a net sees. Who learns knows all
    of a state, also what is secret in a game."""
    from tabuleiro import kernels

    game = find(spelled)
    kernel = kernels.find(game)
    if kernel is None or kernel.inputs is None or game.players != 2:
        raise BadOption(later("{game} cannot be trained: its compiled rules do not say what a net sees", game=spelled))
    return kernel


# ── On the disk ──────────────────────────────────────────────────────────────────────────────────────────────────


class Shelf:
    """The batches of a round in a folder, a file each; one that is whole is there, and no other."""

    def __init__(self, folder: str, count: int) -> None:
        self.folder, self.count = folder, count
        os.makedirs(folder, exist_ok=True)

    def path(self, number: int) -> str:
        return os.path.join(self.folder, f"{number:05}.npz")

    def missing(self) -> list[int]:
        return [number for number in range(1, self.count + 1) if not os.path.exists(self.path(number))]

    def keep(self, _work: object, played: tuple[int, Batch]) -> None:
        """As an executor hands it over."""
        number, batch = played
        file = BytesIO()
        np.savez_compressed(file, **batch._asdict())
        write_bytes(self.path(number), file.getvalue())

    def settle(self, *, now: bool = False) -> bool:
        return True

    def read(self, number: int) -> Batch:
        """Raises BadRecord for a file that is no batch."""
        path = self.path(number)
        try:
            with np.load(path, allow_pickle=False) as data:
                return Batch(str(data["game"]), *(data[key] for key in Batch._fields[1:]))
        except DAMAGE as error:
            raise BadRecord(later("{path} cannot be read; take it away to have it played again", path=path)) from error

"""Many games for Stable-Baselines3: one seat of each learns, opponents from a pool sit at the others.

``SelfPlay`` is a ``VecEnv`` with masks for sb3-contrib's MaskablePPO. The learner's seat and its opponent are drawn for every
game. Opponents are ``random``, ``hasty``, or functions of what is seen and what is legal, like ``frozen(model)``: the learner
as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy, deepcopy
from typing import TYPE_CHECKING, Any

import numpy as np

from tabuleiro.rl.extras import lacking

try:
    from gymnasium import spaces
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise lacking("pip install 'tabuleiro[rl,sb3]'") from error

from tabuleiro.core import later
from tabuleiro.core.errors import BadOption
from tabuleiro.kernels.luck import luck
from tabuleiro.rl.single import sight
from tabuleiro.rl.vector import LONGEST, WAIT, VectorGame

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray
    from sb3_contrib import MaskablePPO

    from tabuleiro.core import Game

    Opponent = str | Callable[[NDArray[np.int8], NDArray[np.bool_]], NDArray[Any]]

RANDOM, HASTY = "random", "hasty"


class SelfPlay(VecEnv):  # type: ignore[misc]  # as far as mypy can see
    """*n* games of *spec*, in which one seat is the learner's.

    *opponents* is the pool, a list that may be changed at any time: a game draws from it when it begins. What stands there
    twice is drawn twice as often. A game that is cut short after *longest* steps is nobody's.
    """

    def __init__(
        self,
        spec: str | Game[Any],
        n: int,
        opponents: Sequence[Opponent] = (RANDOM,),
        *,
        seeds: int | Sequence[int] = 0,
        threads: int = 1,
        longest: int = LONGEST,
    ) -> None:
        if isinstance(opponents, str):
            raise BadOption(later("opponents are a list, like ['{name}']", name=opponents))
        self.games = VectorGame(spec, n, seeds, threads=threads, longest=longest)
        self.game = self.games.game
        self.opponents = list(opponents)
        self.seats = np.zeros(n, np.int64)
        self.render_mode = None
        self._against = np.zeros(n, np.int64)
        self._taken = np.full(n, WAIT, np.int32)
        self._deal(seeds)
        super().__init__(n, sight(self.game), spaces.Discrete(len(self.game.space)))

    def action_masks(self) -> NDArray[np.bool_]:
        """What the learner may choose in every game."""
        return self.games.mask.copy()

    # ── As VecEnv has it ─────────────────────────────────────────────────────────────────────────────────────────

    def reset(self) -> NDArray[np.int8]:
        if self._seeds[0] is not None:
            self._deal([int(seed) for seed in self._seeds])
        else:
            self._deal(int(self._rng.integers(2**31)))
        self._reset_seeds()
        self._reset_options()
        self._draw(np.ones(self.num_envs, np.bool_))
        self._reply(np.zeros(self.num_envs, np.float32), np.ones(self.num_envs, np.bool_), [])
        return self.games.observations.copy()

    def step_async(self, actions: NDArray[Any]) -> None:
        self._taken = self._codes(actions)

    def step_wait(self) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        rewards, done = np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._step(self._taken, rewards, done, infos)
        self._reply(rewards, done, infos)
        return self.games.observations.copy(), rewards, done, infos

    def close(self) -> None:
        """There is nothing to close."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Games share all that they have."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Only ``action_masks`` is asked of single games."""
        if method_name != "action_masks":
            raise AttributeError(method_name)
        masks = self.action_masks()
        return [masks[number] for number in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    # ── The others ───────────────────────────────────────────────────────────────────────────────────────────────

    def _deal(self, seeds: int | Sequence[int]) -> None:
        """Begin all games anew with this luck."""
        self.games.reset(seeds)
        words = [seeds] if isinstance(seeds, int | np.integer) else seeds
        self._rng = np.random.default_rng([int(word) % 2**64 for word in words])
        self._luck = luck([int(word) for word in self._rng.integers(2**31, size=self.games.n)])

    def _draw(self, begun: NDArray[np.bool_]) -> None:
        """Seat the learner and an opponent in the games that have *begun*."""
        if not self.opponents:
            raise self._nobody()
        count = int(begun.sum())
        self.seats[begun] = self._rng.integers(self.game.players, size=count)
        self._against[begun] = self._rng.integers(len(self.opponents), size=count)

    def _step(
        self,
        codes: NDArray[np.int32],
        rewards: NDArray[np.float32],
        done: NDArray[np.bool_],
        infos: list[dict[str, Any]],
    ) -> None:
        """Take steps; a game that ends counts unless another has ended in its place already, with no step of the learner."""
        games = self.games
        games.step(codes)
        if not games.done.any():
            return
        for number in np.flatnonzero(games.done & ~done):
            rewards[number] = games.rewards[number, self.seats[number]]
            infos[number] = {"terminal_observation": games.final[number].copy(), "TimeLimit.truncated": False}
        done |= games.done
        self._draw(games.done)

    def _reply(self, rewards: NDArray[np.float32], done: NDArray[np.bool_], infos: list[dict[str, Any]]) -> None:
        """Let the others play until the learner decides everywhere."""
        if not self.opponents:
            raise self._nobody()
        while (waiting := self.games.player != self.seats).any():
            self._step(self._replies(waiting), rewards, done, infos)

    def _replies(self, waiting: NDArray[np.bool_]) -> NDArray[np.int32]:
        codes = np.full(self.games.n, WAIT, np.int32)
        against = self._against % len(self.opponents)
        for number, opponent in enumerate(self.opponents):
            rows = np.flatnonzero(waiting & (against == number))
            if len(rows):
                codes[rows] = self._reply_of(opponent, rows)
        return codes

    def _codes(self, actions: ArrayLike) -> NDArray[np.int32]:
        """*actions* as codes: who decides cannot wait, so that any that is none is not legal."""
        codes = np.asarray(actions)
        if codes.dtype.kind not in "iu":
            raise BadOption(later("steps are whole numbers, not {kind}", kind=codes.dtype.name))
        space = len(self.game.space)
        return np.where((codes < 0) | (codes > space), space, codes).astype(np.int32)

    @staticmethod
    def _nobody() -> BadOption:
        return BadOption(later("there is nobody to play against: opponents is empty"))

    def _reply_of(self, opponent: Opponent, rows: NDArray[np.intp]) -> NDArray[Any]:
        games = self.games
        if callable(opponent):
            return self._codes(opponent(games.observations[rows], games.mask[rows]))
        if opponent not in (RANDOM, HASTY):
            raise BadOption(later("{name} is no opponent here; there are random, hasty and functions", name=opponent))
        return (games.choose if opponent == RANDOM else games.hasty)(self._luck)[rows]


def frozen(model: MaskablePPO, *, deterministic: bool = False) -> Opponent:
    """The policy of *model* as it is now, as an opponent."""
    last = model.policy.action_dist  # after a round of learning it holds what torch would not copy
    policy = deepcopy(model.policy, {id(last): copy(last)})
    policy.set_training_mode(mode=False)

    def choose(seen: NDArray[np.int8], mask: NDArray[np.bool_]) -> NDArray[Any]:
        codes: NDArray[Any] = policy.predict(seen, action_masks=mask, deterministic=deterministic)[0]
        return codes

    return choose

"""The games as Gymnasium environments: one seat learns, an agent sits at every other."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabuleiro.rl.extras import lacking

try:
    import gymnasium
except ImportError as error:
    raise lacking("pip install 'tabuleiro[rl]'") from error

from tabuleiro.ai.background import prepared
from tabuleiro.core import Game, later
from tabuleiro.core.errors import BadOption
from tabuleiro.core.registry import find
from tabuleiro.draw.text import text
from tabuleiro.play.agent import Agent, Limit
from tabuleiro.play.run import step
from tabuleiro.play.session import Session
from tabuleiro.rl.single import begun, mask, not_begun, rewards, seen, sight, take


class Solo(gymnasium.Env[Any, Any]):
    """A game of *spec*, a spelling or a game, against *opponent*, any agent's spelling, who may think for *seconds* or *nodes* about a step.

    *seat* is where the learner sits; None draws it for every game. ``info`` has the mask of what is legal, and
    ``action_masks`` gives it to sb3-contrib.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        spec: str | Game[Any] = "momentum",
        opponent: str = "random",
        seat: int | None = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = find(spec) if isinstance(spec, str) else spec
        if seat is not None and seat not in range(self.game.players):
            last = self.game.players - 1
            raise BadOption(
                later("{seat} is no seat; seats are 0 to {last}, or None to draw one", seat=seat, last=last)
            )
        self.render_mode = render_mode
        self.observation_space = sight(self.game)
        self.action_space = gymnasium.spaces.Discrete(len(self.game.space))
        if not all(limit is None or 0 < limit < inf for limit in (seconds, nodes)):
            raise BadOption(later("seconds and nodes are numbers above 0"))
        self._opponent, self._wanted, self._limit = opponent, seat, Limit(seconds, nodes)
        self._agents: dict[int, Agent] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        super().reset(seed=seed)
        draw = Random(int(self.np_random.integers(2**31)))
        self.seat = draw.randrange(self.game.players) if self._wanted is None else self._wanted
        self.close()
        others = [seat for seat in range(self.game.players) if seat != self.seat]
        self._agents = {seat: prepared(self._opponent, self.game, Random(draw.getrandbits(31))) for seat in others}
        self.session = Session(self.game, Random(draw.getrandbits(31)))
        self._reply()
        return self._seen()

    def step(self, action: int) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        if not self._agents:  # none yet, or closed
            raise not_begun()
        legal = take(self.session, action)
        self._reply()
        view, info = self._seen()
        outcome = self.session.outcome
        reward = rewards(outcome.scores)[self.seat] if outcome else 0.0
        return view, reward, outcome is not None, False, info | {"illegal": not legal}

    def action_masks(self) -> NDArray[np.bool_]:
        return mask(begun(self), self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """The board as the learner sees it."""
        return text(self.game, self.game.view(begun(self).state, self.seat)) if self.render_mode else None

    def close(self) -> None:
        for agent in self._agents.values():
            agent.close()
        self._agents = {}

    def _reply(self) -> None:
        """Let the others play until it is the learner's decision."""
        while self.session.player >= 0 and self.session.player != self.seat:
            step(self.session, self._agents[self.session.player], self._limit)

    def _seen(self) -> tuple[NDArray[np.int8], dict[str, Any]]:
        return seen(self.session, self.seat), {"action_mask": mask(self.session, self.seat)}

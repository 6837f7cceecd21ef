"""The games as PettingZoo environments: agents take turns, with a mask of what is legal.

The same agent is selected again where a turn has several steps. An action that is not legal loses the game.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from tabuleiro.rl.extras import lacking

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise lacking("pip install 'tabuleiro[rl]'") from error

from tabuleiro.core import Game
from tabuleiro.core.registry import find
from tabuleiro.draw.text import text
from tabuleiro.play.session import Session
from tabuleiro.rl.single import begun, mask, rewards, seen, sight, take, whole


class Table(AECEnv):  # type: ignore[misc]  # as far as mypy can see
    """A game of *spec*, a spelling like ``meerkats:players=3`` or a game."""

    metadata = {"name": "tabuleiro_v0", "render_modes": ["ansi"], "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012 - as PettingZoo has it

    def __init__(self, spec: str | Game[Any] = "momentum", render_mode: str | None = None) -> None:
        super().__init__()
        self.game = find(spec) if isinstance(spec, str) else spec
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        self._rng = Random()
        codes = len(self.game.space)
        view = spaces.Dict({"observation": sight(self.game), "action_mask": spaces.Box(0, 1, (codes,), np.int8)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, view)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(codes))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = Random(int(seed))
        self.session = Session(self.game, self._rng)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.session.player]

    def observe(self, agent: str) -> dict[str, Any]:
        session, seat = begun(self), self.possible_agents.index(agent)
        return {"observation": seen(session, seat), "action_mask": mask(session, seat)}

    def step(self, action: int | None) -> None:
        session, agent = begun(self), self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        code = whole(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {"illegal": not take(session, code)}
        if self.session.outcome:
            self.rewards = dict(zip(self.possible_agents, rewards(self.session.outcome.scores), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.session.player]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as a spectator sees it."""
        return text(self.game, self.game.view(begun(self).state, None)) if self.render_mode else None

    def close(self) -> None:
        """There is nothing to close."""

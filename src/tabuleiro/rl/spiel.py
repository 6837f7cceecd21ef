"""The games for OpenSpiel: ``register()`` makes them known as ``tabuleiro_momentum`` and so on.

Options are parameters: ``pyspiel.load_game("tabuleiro_momentum(size=8)")``; a word that begins with a digit has a ``~`` before it,
for OpenSpiel would take it for a number: ``tabuleiro_barragoon(express=~1/2)``. OpenSpiel's own C++ search crashes on games that
are written in Python; its Python algorithms do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tabuleiro.rl.extras import lacking

try:
    import pyspiel
except ImportError as error:
    raise lacking("pip install open_spiel") from error

from tabuleiro.core import CHANCE, NOBODY, later
from tabuleiro.core.errors import BadOption
from tabuleiro.core.option import options
from tabuleiro.core.registry import find, names, registered
from tabuleiro.play import planes
from tabuleiro.play.repetition import Past
from tabuleiro.rl.single import rewards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.core import Action
    from tabuleiro.core import Game as Rules

LONGEST = 100_000  # steps, which no game has; OpenSpiel wants to know
PREFIX = "tabuleiro_"


def register() -> list[str]:
    """Make all games known to OpenSpiel, unless they are; their names there."""
    known = set(pyspiel.registered_names())
    found = []
    for name in names():
        short = PREFIX + name.replace("-", "_")
        found.append(short)
        if short not in known:
            _register(short, registered(name))
    return found


def _register(short: str, rules: Rules[Any]) -> None:
    kind = pyspiel.GameType(
        short_name=short,
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        if rules.has_chance
        else pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION
        if rules.has_secrets
        else pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(next((item.choices for item in options(rules) if item.name == "players"), (2,))),
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={item.name: _parameter(getattr(rules, item.name)) for item in options(rules)},
    )

    class Game(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
        """One game with its options."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            read = {key: _value(value) for key, value in (params or {}).items()}
            given = {key: value for key, value in read.items() if value != getattr(rules, key)}
            self.rules = type(rules)(**given) if given else find(rules.name)
            space = self.rules.space
            info = pyspiel.GameInfo(
                num_distinct_actions=len(space),
                max_chance_outcomes=len(space) if rules.has_chance else 0,
                num_players=self.rules.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST,
            )
            super().__init__(kind, info, params or {})

        def __reduce__(self) -> Any:
            return loaded, (str(self),)

        def new_initial_state(self) -> State:
            return State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer(self.rules, recall=bool(iig_obs_type and iig_obs_type.perfect_recall))

    pyspiel.register_game(kind, Game)


def loaded(spelled: str) -> Any:
    """The game of that name with its parameters; another process has to be told of the games first."""
    register()
    return pyspiel.load_game(spelled)


def _parameter(value: Any) -> Any:
    return f"~{value}" if isinstance(value, str) and value[:1].isdigit() else value


def _value(parameter: Any) -> Any:
    return parameter.removeprefix("~") if isinstance(parameter, str) else parameter


class State(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """Where a game stands, and what was played: repetition is judged here as a session does."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.rules: Rules[Any] = game.rules
        self.state = self.rules.start()
        self.steps: list[tuple[Any, Action]] = []
        self.repeated = False
        self._past = Past(self.rules, [self.state])
        self._codes: list[int] | None = None  # of what is legal, once somebody has asked

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.state.player == CHANCE else int(self.state.player)

    def _legal_actions(self, _player: int) -> list[int]:
        if self._codes is None:
            self._codes = sorted(self.rules.space.index(action) for action in self.rules.actions(self.state))
        return self._codes.copy()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        odds = self.rules.odds(self.state)
        total = sum(weight for _, weight in odds)
        return sorted((self.rules.space.index(action), weight / total) for action, weight in odds)

    def _apply_action(self, code: int) -> None:
        if code not in self.legal_actions():
            raise BadOption(later("{code} is not the code of a legal step", code=code))
        self._codes = None
        action = self.rules.space[code]
        self.steps.append((self.state, action))
        self.state = self.rules.apply(self.state, action)
        self.repeated = self._past.recurs(self.state)

    def _action_to_string(self, _player: int, code: int) -> str:
        return f"{code}:{self.rules.write(self.state, self.rules.space[code])}"

    def is_terminal(self) -> bool:
        return self.repeated or bool(self.state.player == NOBODY)

    def returns(self) -> list[float]:
        if not self.is_terminal() or self.repeated:
            return [0.0] * self.rules.players
        return rewards(self.rules.outcome(self.state).scores)

    def __str__(self) -> str:
        return self.rules.write_position(self.state)


class Observer:
    """What a player sees: the planes, and a text; with *recall*, the text of all that it has seen happen."""

    def __init__(self, rules: Rules[Any], *, recall: bool) -> None:
        self._rules, self._recall = rules, recall
        shape = (len(planes.names(rules)), len(rules.board))
        self.tensor = np.zeros(shape[0] * shape[1], np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: State, player: int) -> None:
        self.tensor[:] = np.array(planes.seen(self._rules, state.state, player), np.float32).reshape(-1)

    def string_from(self, state: State, player: int) -> str:
        now = self._rules.write_position(self._rules.view(state.state, player))
        return " ".join([*self._told(state.steps, player), now]) if self._recall else now

    def _told(self, steps: Sequence[tuple[Any, Action]], player: int) -> list[str]:
        index = self._rules.space.index
        return [str(index(self._rules.veil(before, action, player))) for before, action in steps]

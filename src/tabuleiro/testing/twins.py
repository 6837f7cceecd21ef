"""Proof that a kernel is the twin of its rules: the same legal steps in the same order, the same next state, the same end."""

from __future__ import annotations

from typing import Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from tabuleiro.core import Game


class Twins:
    """A game and its kernel, compared state by state."""

    def __init__(self, game: Game[Any]) -> None:
        import numpy as np

        from tabuleiro import kernels

        kernel = kernels.find(game)
        assert kernel is not None, f"{game} has no kernel"
        self.game = game
        self.kernel = kernel
        self.codes = np.empty(kernel.width, np.int32)

    def compare(self, state: Any) -> None:
        """Raise an AssertionError unless both say the same of *state* and of every step from it."""
        from tabuleiro.core import CHANCE, NOBODY
        from tabuleiro.kernels.rules import score, step, weight, whole

        game, packed = self.game, self.kernel.pack(state)
        assert self.kernel.unpack(packed) == state, f"pack and unpack: {self._at(state)}"
        assert packed.player == state.player, f"player: {self._at(state)}"
        assert bool(_call(whole, packed)) == state.whole, f"whole: {self._at(state)}"
        if state.player == NOBODY:
            scores = tuple(_call(score, packed, seat) for seat in range(game.players))
            assert scores == tuple(game.outcome(state).scores), f"scores {scores}: {self._at(state)}"
            return
        steps = self._steps(state, packed)
        if state.player == CHANCE:
            weights = [_call(weight, packed, code) for code, _ in steps]
            assert weights == [chance for _, chance in game.odds(state)], f"weights: {self._at(state)}"
        for code, action in steps:
            after = self.kernel.unpack(_call(step, packed, code))
            assert after == game.apply(state, action), f"after {game.write(state, action)}: {self._at(state)}"

    def walk(self, rng: Random, states: int) -> int:
        """Compare along random games until so many *states* were compared; how many were."""
        from tabuleiro.core import NOBODY

        done = 0
        while done < states:
            state = self.game.start()
            while state.player != NOBODY:
                if rng.random() < EVERYTHING:
                    self.compare(state)
                state = self._step_on(state, rng)
                done += 1
            self.compare(state)
            done += 1
        return done

    def _step_on(self, state: Any, rng: Random) -> Any:
        """The state after a step at random, having compared the list of steps and that one: all 600 take too long."""
        from tabuleiro.kernels.rules import step

        packed = self.kernel.pack(state)
        code, action = rng.choice(self._steps(state, packed))
        after = self.game.apply(state, action)
        assert self.kernel.unpack(_call(step, packed, code)) == after, (
            f"after {self.game.write(state, action)}: {self._at(state)}"
        )
        return after

    def _steps(self, state: Any, packed: Any) -> list[tuple[int, Any]]:
        """Every step as code and action, having compared the lists of both."""
        from tabuleiro.core import choices
        from tabuleiro.kernels.rules import legal

        actions = choices(self.game, state)
        codes = self.codes[: _call(legal, packed, self.codes)].tolist()
        assert codes == [self.game.space.index(action) for action in actions], f"legal steps: {self._at(state)}"
        return list(zip(codes, actions, strict=True))

    def _at(self, state: Any) -> str:
        """Where it was, for who reads the complaint."""
        return f"{self.game} {self.game.write_position(state)}"


EVERYTHING = 0.05  # of the states are compared whole, with all their steps


def _call(rule: Any, packed: Any, *rest: Any) -> Any:
    """The compiled rule of this packed state's game, called from Python."""
    from tabuleiro.kernels.jit import rule_of

    return rule_of(type(packed), rule)(packed, *rest)

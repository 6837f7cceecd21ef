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
        from tabuleiro.core import CHANCE, NOBODY, choices
        from tabuleiro.kernels.rules import legal, score, step, weight, whole

        game, packed = self.game, self.kernel.pack(state)
        where = f"{game} {game.write_position(state)}"
        assert self.kernel.unpack(packed) == state, f"pack and unpack: {where}"
        assert packed.player == state.player, f"player: {where}"
        assert bool(_call(whole, packed)) == state.whole, f"whole: {where}"
        if state.player == NOBODY:
            scores = tuple(_call(score, packed, seat) for seat in range(game.players))
            assert scores == tuple(game.outcome(state).scores), f"scores {scores}: {where}"
            return
        actions = choices(game, state)
        count = _call(legal, packed, self.codes)
        listed = [int(code) for code in self.codes[:count]]
        assert listed == [game.space.index(action) for action in actions], f"legal steps: {where}"
        if state.player == CHANCE:
            weights = [_call(weight, packed, code) for code in listed]
            assert weights == [chance for _, chance in game.odds(state)], f"weights: {where}"
        for code, action in zip(listed, actions, strict=True):
            after = self.kernel.unpack(_call(step, packed, code))
            assert after == game.apply(state, action), f"after {game.write(state, action)}: {where}"

    def walk(self, rng: Random, steps: int) -> int:
        """Compare along random games until *steps* states were compared; how many were."""
        from tabuleiro.core import CHANCE, NOBODY

        done = 0
        while done < steps:
            state = self.game.start()
            while True:
                self.compare_sampled(state, rng)
                done += 1
                if state.player == NOBODY:
                    break
                if state.player == CHANCE:
                    odds = self.game.odds(state)
                    action = rng.choices([action for action, _ in odds], [chance for _, chance in odds])[0]
                else:
                    action = rng.choice(self.game.actions(state))
                state = self.game.apply(state, action)
        return done

    def compare_sampled(self, state: Any, rng: Random) -> None:
        """Compare the state and its list of steps, and one step at random: 600 placements would take too long."""
        from tabuleiro.core import NOBODY, choices
        from tabuleiro.kernels.rules import legal, step

        if state.player == NOBODY or rng.random() < EVERYTHING:
            self.compare(state)
            return
        game, packed = self.game, self.kernel.pack(state)
        where = f"{game} {game.write_position(state)}"
        actions = choices(game, state)
        count = _call(legal, packed, self.codes)
        assert [int(code) for code in self.codes[:count]] == [game.space.index(action) for action in actions], (
            f"legal steps: {where}"
        )
        number = rng.randrange(count)
        after = self.kernel.unpack(_call(step, packed, int(self.codes[number])))
        assert after == game.apply(state, actions[number]), f"after {game.write(state, actions[number])}: {where}"


EVERYTHING = 0.05  # of the states have all their steps compared


def _call(rule: Any, packed: Any, *rest: Any) -> Any:
    """The compiled rule of this packed state's game, called from Python."""
    from tabuleiro.kernels.jit import rule_of

    return rule_of(type(packed), rule)(packed, *rest)

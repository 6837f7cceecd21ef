"""Proof that a kernel is the twin of its rules: the same legal steps in the same order, the same next state, the same
end, the same texts; and that it has all that the searches ask for.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Any

from tabuleiro.core.game import choices
from tabuleiro.core.notation import read_turn, turns
from tabuleiro.core.state import CHANCE, NOBODY
from tabuleiro.core.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from tabuleiro.core import Game

EVERYTHING = 0.05  # of the states are compared whole, with all their steps
LISTED = 300  # turns whose texts are compared, at most
KEPT = 20_000  # keys that are remembered
SPARE = 64  # room for codes beyond a kernel's width, so that one that writes too many can be told so


class Differs(AssertionError):
    """A kernel does not say what its rules say: how, in a *sentence*, and where."""

    def __init__(self, sentence: str, where: str) -> None:
        super().__init__(f"{sentence}: {where}")
        self.sentence = sentence


class Twins:
    """A game and its kernel, compared state by state."""

    def __init__(self, game: Game[Any]) -> None:
        import numpy as np

        from tabuleiro import kernels
        from tabuleiro.kernels.search.playout import seeded

        kernel = kernels.find(game)
        assert kernel is not None, f"{game} has no kernel"
        self.game = game
        self.kernel = kernel
        self.codes = np.empty(kernel.width + SPARE, np.int32)
        self.seed = seeded(1)
        self.states = 0  # compared so far
        self._told: dict[int, Any] = {}  # by key of the twin, the first state that had it

    def compare(self, state: Any) -> None:
        """Raise ``Differs`` unless both say the same of *state* and of every step from it."""
        from tabuleiro.kernels.rules import evaluate, key, noise, pick, score, weight, whole

        self.states += 1
        game, packed = self.game, self.kernel.pack(state)
        self._tell_apart(state, packed)
        self._same(self.kernel.unpack(packed), state, say("what was packed is unpacked as another state"), state)
        self._same(packed.player, state.player, say("another player decides"), state)
        self._same(bool(_call(whole, packed)), state.whole, say("the turn is at another point"), state)
        if state.player == NOBODY:
            scores = tuple(_call(score, packed, seat) for seat in range(game.players))
            self._same(scores, tuple(game.outcome(state).scores), say("the scores are others"), state)
            return
        steps = self._steps(state, packed)
        if state.player == CHANCE:
            weights = [_call(weight, packed, code) for code, _ in steps]
            self._same(weights, [chance for _, chance in game.odds(state)], say("the odds are others"), state)
        for code, action in steps:
            self._follow(state, packed, code, action)
            self._same(_call(noise, packed, code) >= 0, True, say("a step is less noisy than a quiet one"), state)
        likely = all(0 <= _call(evaluate, packed, seat) <= 1 for seat in range(game.players))
        self._same(likely, True, say("an estimate is not between 0 and 1"), state)
        picked = _call(pick, packed, self.seed, self.codes)
        self._same(picked in [code for code, _ in steps], True, say("a step is picked that is not legal"), state)
        self._same(_call(key, self.kernel.pack(state)), _call(key, packed), say("the same state has two keys"), state)
        self.compare_texts(state)

    def compare_texts(self, state: Any) -> None:
        """Raise ``Differs`` unless the turns are written alike, and read alike, where the kernel does that."""
        if self.kernel.turns(self.game.start()) is None or not state.whole:
            return
        plain = [turn.text for turn in islice(turns(self.game, state), LISTED)]
        if len(plain) < LISTED:
            self._same(self.kernel.turns(state), plain, say("the turns are written in another way"), state)
        for text in plain[:: max(len(plain) // 4, 1)]:
            meant = list(read_turn(self.game, state, text).actions)
            self._same(self.kernel.read(state, text), meant, say("{turn} is read in another way", turn=text), state)

    def walk(self, rng: Random, states: int) -> int:
        """Compare along random games until so many *states* were compared; how many were."""
        done = 0
        while done < states:
            state = self.game.start()
            while state.player != NOBODY:
                if rng.random() < EVERYTHING:
                    self.compare(state)
                packed = self.kernel.pack(state)
                state = self._follow(state, packed, *rng.choice(self._steps(state, packed)))
                done += 1
            self.compare(state)
            done += 1
        return done

    def _follow(self, state: Any, packed: Any, code: int, action: Any) -> Any:
        """The state after a step, having compared it."""
        from tabuleiro.kernels.rules import step

        after = self.game.apply(state, action)
        sentence = say("{step} leads elsewhere", step=self.game.write(state, action))
        there = _call(step, packed, code)
        self._same(self.kernel.unpack(there), after, sentence, state)
        self._tell_apart(after, there)
        return after

    def _tell_apart(self, state: Any, packed: Any) -> None:
        """Raise ``Differs`` if an earlier state, another one by the rules that also plays in another way, has the same key.

        What differs in a counter alone may be the same to a twin.
        """
        from tabuleiro.kernels.rules import key

        if state.player != NOBODY and len(self._told) < KEPT:
            found = self._told.setdefault(int(_call(key, packed)), state)
            alike = found == state or self.game.key(found) == self.game.key(state) or self._alike(found, state)
            self._same(alike, True, say("two different states have the same key"), state)

    def _alike(self, one: Any, other: Any) -> bool:
        """Do both look alike, have the same steps, and look alike after each of them?

        A counter alone may end one of them with a step.
        """
        game = self.game
        steps = choices(game, one) if _look(one) == _look(other) else []
        return (
            bool(steps)
            and steps == choices(game, other)
            and all(_follow_alike(game.apply(one, step), game.apply(other, step)) for step in steps)
        )

    def _steps(self, state: Any, packed: Any) -> list[tuple[int, Any]]:
        """Every step as code and action, having compared the lists of both."""
        from tabuleiro.kernels.rules import legal

        actions = choices(self.game, state)
        count = _call(legal, packed, self.codes)
        self._same(count <= self.kernel.width, True, say("there are more legal steps than its width"), state)
        codes = self.codes[:count].tolist()
        legal_codes = [self.game.space.index(action) for action in actions]
        self._same(codes, legal_codes, say("the legal steps are others, or in another order"), state)
        return list(zip(codes, actions, strict=True))

    def _same(self, one: Any, other: Any, sentence: str, state: Any) -> None:
        if one != other:
            raise Differs(sentence, f"{self.game} {self.game.write_position(state)}")


@lru_cache(maxsize=8)
def twins_of(game: Game[Any]) -> Twins | None:
    """The game and its kernel, if it has one."""
    from tabuleiro import kernels

    return Twins(game) if game.twin and kernels.find(game) is not None else None


def _look(state: Any) -> tuple[Any, ...]:
    return state.board, state.player, state.whole


def _follow_alike(one: Any, other: Any) -> bool:
    """Do states after the same step look alike, but for an end that a counter brought to one of them?"""
    return _look(one) == _look(other) or (NOBODY in (one.player, other.player) and one.board == other.board)


def _call(rule: Any, packed: Any, *rest: Any) -> Any:
    """The compiled rule of this packed state's game, called from Python."""
    from tabuleiro.kernels.jit import rule_of

    return rule_of(type(packed), rule)(packed, *rest)

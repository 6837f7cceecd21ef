"""Steps games by the plain rules: for games without a compiled twin, and as what the twin is compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tabuleiro.ai.greedy import worth
from tabuleiro.core import CHANCE, NOBODY
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.notation import read_position
from tabuleiro.play import planes
from tabuleiro.play.repetition import Past
from tabuleiro.rl.single import rewards
from tabuleiro.rl.snapshot import no_games, read_luck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tabuleiro.core import Action, Game
    from tabuleiro.rl.vector import VectorGame

WAIT = -1  # instead of a step: the game stays as it is
WORD = 2**64


class Luck:
    """Draws as compiled code does, from a word of its own."""

    def __init__(self, word: int) -> None:
        self.word = int(word)

    def below(self, count: int) -> int:
        """A random number from 0 to *count* - 1."""
        word = self.word
        word ^= word << 13 & (WORD - 1)
        word ^= word >> 7
        word ^= word << 17 & (WORD - 1)
        self.word = word
        return ((word >> 33) * count & (WORD - 1)) >> 31

    def act(self, game: Game[Any], state: Any) -> Action:
        """What chance does, or anybody at random."""
        if state.player != CHANCE:
            actions = game.actions(state)
            return actions[self.below(len(actions))]
        odds = game.odds(state)
        left = self.below(sum(weight for _, weight in odds))
        for action, weight in odds:
            left -= weight
            if left < 0:
                return action
        raise AssertionError("chance has no weight")


class Plain:
    """The games of *vector* as states."""

    @staticmethod
    def width(game: Game[Any]) -> int:
        """How many steps a state can have, at the most."""
        return len(game.space)

    def __init__(self, vector: VectorGame) -> None:
        self._vector, self._own, self._game = vector, vector.own, vector.game
        self._states: list[Any] = [None] * vector.n
        self._luck = [Luck(1) for _ in range(vector.n)]
        self._seen = [Past(self._game) for _ in range(vector.n)]
        self._past: list[list[Any]] = [[] for _ in range(vector.n)]  # the states that those have counted

    def begin(self, luck: NDArray[np.uint64]) -> None:
        self._luck = [Luck(int(word)) for word in luck]
        for number in range(self._vector.n):
            self._start(number)
            self._show(number)

    def advance(self, actions: NDArray[np.int32]) -> None:
        for number, code in enumerate(actions.tolist()):
            self._step(number, code)

    def choose(self, luck: NDArray[np.uint64]) -> NDArray[np.int32]:
        chosen = np.zeros(self._vector.n, np.int32)
        for number in range(self._vector.n):
            draw = Luck(int(luck[number]))
            chosen[number] = self._vector.codes[number, draw.below(int(self._vector.counts[number]))]
            luck[number] = draw.word
        return chosen

    def advance_any(self, luck: NDArray[np.uint64]) -> NDArray[np.int32]:
        chosen = self.choose(luck)
        self.advance(chosen)
        return chosen

    def ahead(self, first: NDArray[np.int64], seen: NDArray[np.int8], ends: NDArray[np.float32]) -> None:
        game = self._game
        for number, state in enumerate(self._states):
            for at, action in enumerate(game.actions(state), int(first[number])):
                after = game.apply(state, action)
                over = after.player == NOBODY
                ends[at] = rewards(game.outcome(after).scores)[state.player] if over else np.nan
                seen[at] = planes.seen(game, after, state.player)

    def hasty(self, luck: NDArray[np.uint64]) -> NDArray[np.int32]:
        """By what the plain rules think of positions, which is another opinion than the compiled ones'."""
        chosen = np.zeros(self._vector.n, np.int32)
        for number, state in enumerate(self._states):
            codes = self._vector.codes[number, : self._vector.counts[number]].tolist()
            worths = [
                worth(self._game, self._game.apply(state, self._game.space[code]), state.player) for code in codes
            ]
            best = [code for code, each in zip(codes, worths, strict=True) if each == max(worths)]
            draw = Luck(int(luck[number]))
            chosen[number] = best[draw.below(len(best))]
            luck[number] = draw.word
        return chosen

    def playouts(self, games: int) -> NDArray[np.float32]:
        shares = np.zeros_like(self._vector.rewards)
        for number, begun in enumerate(self._states):
            for _ in range(games):
                state, steps = begun, 0
                while state.player != NOBODY and steps < self._vector.longest:
                    state = self._game.apply(state, self._luck[number].act(self._game, state))
                    steps += 1
                over = state.player == NOBODY
                shares[number] += self._game.outcome(state).scores if over else 1 / self._game.players
        shares /= games
        return shares

    # ── One game ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _start(self, number: int) -> None:
        self._set(number, self._game.start(), [])
        self._own.ages[number] = 0
        self._recurs(number)
        self._settle(number)

    def _settle(self, number: int) -> bool:
        """Let chance act until a seat decides; has a position come too often?"""
        while self._states[number].player == CHANCE:
            state = self._states[number]
            self._states[number] = self._game.apply(state, self._luck[number].act(self._game, state))
            if self._recurs(number):
                return True
        return False

    def _recurs(self, number: int) -> bool:
        state = self._states[number]
        if self._game.repetition and state.whole:
            self._past[number].append(state)
        return self._seen[number].recurs(state)

    def _step(self, number: int, code: int) -> None:
        shown, game, state = self._own, self._game, self._states[number]
        if shown.done[number]:
            shown.done[number] = shown.truncated[number] = shown.illegal[number] = False
            shown.rewards[number] = 0.0
        mover, over = state.player, False
        if code == WAIT:
            return
        if not (0 <= code < len(game.space) and shown.mask[number, code]):
            shown.illegal[number] = over = True
            shown.rewards[number] = rewards([float(seat != mover) / (game.players - 1) for seat in range(game.players)])
        else:
            self._states[number] = game.apply(state, game.space[code])
            over = self._recurs(number) or self._settle(number)
            shown.ages[number] += 1
            if self._states[number].player == NOBODY:
                over = True
                shown.rewards[number] = rewards(game.outcome(self._states[number]).scores)
            elif not over and shown.ages[number] >= self._vector.longest:
                shown.truncated[number] = over = True
        if over:
            shown.done[number] = True
            shown.final[number] = planes.seen(game, self._states[number], mover)
            self._start(number)
        self._show(number)

    def _show(self, number: int) -> None:
        shown, game, state = self._own, self._game, self._states[number]
        shown.player[number] = state.player
        codes = [game.space.index(action) for action in game.actions(state)]
        shown.mask[number] = False
        shown.mask[number, codes] = True
        shown.counts[number] = len(codes)
        shown.codes[number, : len(codes)] = codes
        shown.observations[number] = planes.seen(game, state, state.player)

    # ── States ───────────────────────────────────────────────────────────────────────────────────────────────────

    def state(self, number: int) -> Any:
        return self._states[number]

    def put(self, number: int, state: Any) -> None:
        self._set(number, state, [])
        self._recurs(number)
        self._own.ages[number] = 0
        self._show(number)

    def _set(self, number: int, state: Any, past: Sequence[Any]) -> None:
        self._states[number], self._past[number] = state, list(past)
        self._seen[number] = Past(self._game, past)

    def take(self, other: Plain, rows: Sequence[int], *, luck: bool) -> None:
        for number, row in enumerate(rows):
            self._set(number, other._states[row], other._past[row])
            if luck:
                self._luck[number] = Luck(other._luck[row].word)

    def keep(self) -> dict[str, NDArray[Any]]:
        """Luck, and the texts of past positions: a line a game, with tabs."""
        write = self._game.write_position
        text = "\n".join("\t".join(map(write, past)) for past in self._past)
        past = np.frombuffer(text.encode(), np.uint8)
        return {"rng": np.array([luck.word for luck in self._luck], np.uint64), "past": past}

    def restore(self, states: Sequence[Any], arrays: dict[str, NDArray[Any]]) -> None:
        words = read_luck(arrays, len(states))
        try:
            lines = arrays["past"].tobytes().decode().split("\n")
            past = [[read_position(self._game, text) for text in line.split("\t") if text] for line in lines]
        except (KeyError, UnicodeDecodeError, TabuleiroError) as error:
            raise no_games() from error
        if len(past) != len(states):
            raise no_games()
        for number, (state, before) in enumerate(zip(states, past, strict=True)):
            self._set(number, state, before)
            self._luck[number] = Luck(words[number])
            self._show(number)

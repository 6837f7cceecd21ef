"""All that an agent, a browser or a person at one seat gets to know of a game: it becomes JSON and comes back."""

from __future__ import annotations

from dataclasses import dataclass, field

from tabuleiro.core import NOBODY, Action, Game, Outcome
from tabuleiro.core.notation import read_begun, read_turn, typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from typing import Any


@dataclass(frozen=True)
class View:
    """The game as *seat* sees it (None: a spectator), with everything hidden from it blotted out.

    *start* is where *turns* begin: after the deal, if there is one. *so_far* is the text of the turn under way.
    *clocks* are seconds left, None without a clock.
    """

    game: Game[Any]
    seat: int | None
    state: Any
    start: Any
    turns: tuple[str, ...] = ()
    so_far: str = ""
    names: tuple[str, ...] = ()
    clocks: tuple[float | None, ...] = ()
    outcome: Outcome | None = field(default=None)

    @property
    def actions(self) -> Sequence[Action]:
        """The legal steps, if it is this seat that decides."""
        mine = self.state.player == self.seat and self.outcome is None
        return self.game.actions(self.state) if mine else ()

    def replay(self) -> Iterator[tuple[Any, Action]]:
        """Every step since the start: the state it was taken in, and the step."""
        state = self.start
        for text in self.turns:
            for action in read_turn(self.game, state, text).actions:
                yield state, action
                state = self.game.apply(state, action)
        for action in read_begun(self.game, state, self.so_far, self.state) if self.so_far else ():
            yield state, action
            state = self.game.apply(state, action)

    def past(self) -> list[Hashable]:
        """The keys of all positions at turn starts, the present one's included if no turn is under way."""
        keys = [self.game.key(state) for state, _ in self.replay() if state.whole]
        return [*keys, self.game.key(self.state)] if self.state.whole and self.state.player != NOBODY else keys

    def to_json(self) -> dict[str, Any]:
        """Plain data: texts and numbers only."""
        game, state = self.game, self.state
        ended = self.outcome
        return {
            "game": str(game),
            "edition": game.edition,
            "seat": self.seat,
            "position": game.write_position(state),
            "start": game.write_position(self.start),
            "turns": list(self.turns),
            "so_far": self.so_far,
            "player": state.player,
            "legal": [typed(game, state, action) for action in self.actions],
            "status": [[name, list(values)] for name, values in game.status(state)],
            "names": list(self.names),
            "clocks": list(self.clocks),
            "outcome": ended and {"scores": list(ended.scores), "points": list(ended.points), "reason": ended.reason},
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> View:
        """The inverse of ``to_json``."""
        from tabuleiro.core.registry import find

        game = find(data["game"])
        ended = data["outcome"]
        return cls(
            game,
            data["seat"],
            game.read_position(data["position"]),
            game.read_position(data["start"]),
            tuple(data["turns"]),
            data["so_far"],
            tuple(data["names"]),
            tuple(data["clocks"]),
            ended and Outcome(tuple(ended["scores"]), ended["reason"], tuple(ended["points"])),
        )

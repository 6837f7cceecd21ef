"""Where a game stands, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

CHANCE = -1  # the dice decide next
NOBODY = -2  # the game is over


@dataclass(frozen=True, slots=True)
class State:
    """Everything the rules can see, and nothing else: two equal states have the same future.

    *board* is the piece index on every cell. *player* is the seat that decides next, CHANCE or NOBODY.
    Games that need more add fields of ``int``, ``bool``, ``bytes`` or tuples of them.
    """

    board: bytes
    player: int

    @property
    def whole(self) -> bool:
        """True between turns. Games whose turns have several steps override it: False inside a turn."""
        return True


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. *scores* share out one win: 1 for winning alone, 0 for losing, 1/n for n winners.

    *points* are the game's own count for the table, if it has one (Campo Bello's lowest total wins).
    *reason* is a sentence for people, kept by ``later`` and said when it is shown.
    """

    scores: tuple[float, ...]
    reason: str
    points: tuple[int, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest score: one for a win, several for a draw between them."""
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)

    @property
    def drawn(self) -> bool:
        return len(self.winners) > 1

    @classmethod
    def shared(cls, winners: Sequence[int], players: int, reason: str, points: tuple[int, ...] = ()) -> Outcome:
        """The *winners* share the win among *players* seats."""
        share = 1 / len(winners)
        return cls(tuple(share if seat in winners else 0.0 for seat in range(players)), reason, points)

    @classmethod
    def win(cls, seat: int, players: int, reason: str, points: tuple[int, ...] = ()) -> Outcome:
        return cls.shared((seat,), players, reason, points)

    @classmethod
    def draw(cls, players: int, reason: str, points: tuple[int, ...] = ()) -> Outcome:
        return cls.shared(range(players), players, reason, points)

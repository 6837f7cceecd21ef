"""Who meets whom in a tournament: everybody everybody, one agent all others, or those who stand alike (Swiss)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import ceil, log2

from tabuleiro.core import later
from tabuleiro.core.errors import BadOption

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROUND_ROBIN, GAUNTLET, SWISS = SYSTEMS = "round-robin", "gauntlet", "swiss"
WIN, DRAW, LOSS = 1.0, 0.5, 0.0  # points of a round


@dataclass(frozen=True)
class Round:
    """Meetings that depend on no other of the same round, and who has a *bye*, which counts as a win."""

    meetings: tuple[tuple[str, ...], ...]
    bye: str | None = None


class NoPairing(Exception):
    """Nobody is left whom somebody has not met."""


def round_robin(agents: Sequence[str], seats: int) -> Round:
    """Every set of as many agents as there are *seats*; fewer agents than that share them."""
    return Round(tuple(combinations(agents, min(seats, len(agents)))))


def gauntlet(agents: Sequence[str], seats: int) -> Round:
    """The first agent with every set of others."""
    first, *others = agents
    return Round(tuple((first, *some) for some in combinations(others, min(seats, len(agents)) - 1)))


def usual_rounds(agents: int) -> int:
    """So many Swiss rounds that only one can win all of them."""
    return ceil(log2(agents))


def swiss(agents: Sequence[str], rounds: int, past: Sequence[tuple[Round, Mapping[tuple[str, ...], float]]]) -> Round:
    """The next of so many *rounds* by FIDE's Dutch system; *past* are those that were played, with the points of the
    first of each meeting. Raises NoPairing.
    """
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.engines.common import PairingError
        from py4swiss.trf import ParsedTrf
        from py4swiss.trf.codes import PlayerCode
        from py4swiss.trf.results import RoundResult
        from py4swiss.trf.sections import PlayerSection, XSection
    except ImportError as error:
        raise BadOption(later("Swiss rounds need py4swiss: pip install 'tabuleiro[swiss]'")) from error

    told: dict[str, list[str]] = {agent: [] for agent in agents}
    number = {agent: place for place, agent in enumerate(agents, 1)}
    for paired, points in past:
        for one, other in paired.meetings:
            score = points[one, other]
            told[one].append(f"{number[other]:4} w {_token(score)}")
            told[other].append(f"{number[one]:4} b {_token(WIN - score)}")
        if paired.bye:
            told[paired.bye].append("0000 - U")
    ends = {"1": 10, "U": 10, "=": 5, "0": 0}
    sections = [
        PlayerSection(
            code=next(iter(PlayerCode)),
            starting_number=place,
            points_times_ten=sum(ends[text[-1]] for text in told[agent]),
            rank=place,
            results=[RoundResult.from_string(text) for text in told[agent]],
        )
        for agent, place in number.items()
    ]
    trf = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=rounds))
    trf.validate_contents()
    try:
        pairs = DutchEngine.generate_pairings(trf)
    except PairingError as error:
        raise NoPairing from error
    met = tuple((agents[pair.white - 1], agents[pair.black - 1]) for pair in pairs if pair.black)
    return Round(met, next((agents[pair.white - 1] for pair in pairs if not pair.black), None))


def _token(points: float) -> str:
    return {WIN: "1", DRAW: "=", LOSS: "0"}[points]

"""How each game is searched: all tuning that depends on the game, one ``Profile`` a game.

A game names its own with ``Game.profile``, so that a game of somebody else brings one by the same door. The numbers
here won the matches of docs/levels.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from tabuleiro.core.errors import UnknownGame
from tabuleiro.core.registry import named
from tabuleiro.core.words import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.core import Game
    from tabuleiro.kernels.search.mcts import Manner as CompiledManner


@dataclass(frozen=True, slots=True)
class Style:
    """How tree search grows its tree; see ``kernels.search.mcts.Manner``."""

    explore: float = 0.7
    horizon: int = -1
    prior: float = 0.0
    wide: int = 8
    widen: float = 2.0
    patience: int = 1
    solve: bool = True
    glance: bool = False
    soft: float = 0.0  # how much worse a step may look and still be chosen, now and then

    def manner(self, players: int) -> CompiledManner:
        """The same for the compiled search."""
        from tabuleiro.kernels.search.mcts import Manner

        spread = (self.explore, self.horizon, self.prior, self.wide, self.widen, self.patience)
        return Manner(*spread, int(self.solve), players, int(self.glance and self.prior > 0))


@dataclass(frozen=True, slots=True)
class Manner:
    """How alpha-beta searches: *noisy* steps after the last one, which are tried, remembered and reduced like quiet
    ones where *even*; late steps less deep by *reduce*, 0 to 2; and where there are more than *few* steps, only the
    best looking *narrow* ones and *widen* more for every step of depth. A value is looked for first no farther than *window*
    from that of one step less deep; 0 looks everywhere.
    """

    noisy: int = 4
    even: bool = False
    reduce: int = 1
    few: int = 128
    narrow: int = 12
    widen: int = 4
    window: float = 0.0


PLAIN = Style(solve=False)  # textbook UCT: no evaluation, no proofs
JUDGING = Style(
    horizon=4, prior=6.0, wide=20, patience=2
)  # on the plain rules; beat random play to the end of the game
EXACT = Manner(0, reduce=0, few=1 << 30)  # plain minimax, only faster


@dataclass(frozen=True, slots=True)
class Pace:
    """How a level plays: it looks at so many positions for a turn, and chooses softly among what looks nearly as good; one
    that is *sharp* searches by alpha-beta where two play.
    """

    looks: int
    soft: float = 0.0
    sharp: bool = False


@dataclass(frozen=True, slots=True)
class Profile:
    """Which search the strong levels of a game use, and how it is tuned.

    *tree* is the number of positions a second that tree search sees on the compiled rules of the game; *sharp* is that of
    alpha-beta, where that won the matches between the two. *levels* are the paces of levels 1 to 7, chosen so that each is
    as much better than the one below; without them a level has the share of a second that it has anywhere. *probe* is the
    share of its time in which a timed tree search first looks for a forced win by alpha-beta. *stretch* is how many times
    its mean time a decision of tree search may take: who stops when the choice is clear takes the mean if it may take that.
    *decisions* is how often there is something to choose in a turn, where that is not as random games say. *style*, *manner*
    and *plain* tune tree search, alpha-beta, and tree search on the plain rules.
    """

    tree: int = 50_000
    sharp: int | None = None
    levels: tuple[Pace, ...] = ()
    probe: float = 0.0
    stretch: float = 1.0
    decisions: float | None = None
    style: Style = Style()
    manner: Manner = Manner()
    plain: Style = JUDGING


BARRAGOON = Profile(
    tree=35_000,
    levels=(
        Pace(28, 0.04), Pace(37, 0.021), Pace(66, 0.007), Pace(140), Pace(380), Pace(1_150), Pace(6_000),
    ),
    probe=0.2,
    stretch=1.4,
    decisions=1.5,  # who plays at random captures little, and has few barragoons to put
    style=Style(explore=0.6, horizon=0, prior=12.0, wide=6, widen=1.5, glance=True),
)  # fmt: skip
CAMPO_BELLO = Profile(
    tree=120_000,
    sharp=5_000_000,
    levels=(
        Pace(96, 0.25), Pace(115, 0.12), Pace(150, 0.065), Pace(200, 0.04),
        Pace(3_500, sharp=True), Pace(27_000, sharp=True), Pace(260_000, sharp=True),
    ),
    style=Style(explore=1.0, horizon=2, prior=8.0, wide=60),
    manner=Manner(even=True, reduce=2),  # nearly every step takes a mover off the board
)  # fmt: skip
EXIMO = Profile(
    tree=100_000,
    sharp=5_000_000,
    levels=(
        Pace(90, 0.035), Pace(115, 0.02), Pace(220, 0.008),
        Pace(1_050, sharp=True), Pace(3_500, sharp=True), Pace(13_000, sharp=True), Pace(80_000, sharp=True),
    ),
    style=Style(explore=0.5, horizon=6, prior=6.0, wide=40),
    manner=Manner(noisy=6, window=0.03),
)  # fmt: skip
MEERKATS = Profile(
    tree=45_000,
    levels=(
        Pace(36, 0.042), Pace(50, 0.017), Pace(62), Pace(135), Pace(420), Pace(1_700), Pace(8_000),
    ),
    probe=0.7,
    stretch=1.4,
    style=Style(explore=0.5, horizon=4, prior=10.0, wide=12, widen=1.0),
)  # fmt: skip
MOMENTUM = Profile(
    tree=115_000,
    levels=(
        Pace(80, 0.12), Pace(95, 0.064), Pace(125, 0.029), Pace(240, 0.009), Pace(600), Pace(2_200), Pace(14_000),
    ),
    stretch=2.1,
    style=Style(explore=0.5, horizon=0, prior=6.0, wide=50, glance=True),
    manner=Manner(noisy=0),  # the evaluation sees what a drop can send home
)  # fmt: skip
USUAL = Profile()


def profile_of(game: Game[Any]) -> Profile:
    """The profile that *game* names, or the usual one."""
    found = named(game, game.profile) if game.profile else USUAL
    if not isinstance(found, Profile):
        raise UnknownGame(later("{game} names {target}, which is no Profile", game=game.name, target=game.profile))
    return found

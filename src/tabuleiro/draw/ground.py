"""What pieces stand on, by the facts of the board: its outline, the shapes of its cells, labels, and a flat drawing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin

from tabuleiro.draw.glyphs import escape
from tabuleiro.draw.layout import lay
from tabuleiro.draw.parts import Part
from tabuleiro.draw.theme import WHITE, contrast, mix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tabuleiro.core.board import Board
    from tabuleiro.core.piece import Seat
    from tabuleiro.draw.layout import Point
    from tabuleiro.draw.theme import Look, Theme

UNIT = 100  # drawing units between two neighbouring cells; shapes in ``glyphs`` fit in one such cell
HEX = UNIT / 3**0.5  # from the middle of a hexagon to its corners
SPOT = 36  # radius of a point's circle
OUTER = {"square": 50.0, "hex": HEX, "point": 54.0}  # how far the board reaches beyond the middle of a cell
TITLE = 60  # height of the line of the title
MARGIN = 16  # around the frame, where its shadow falls
Tint = tuple[str, bool]  # a colour role or "", and whether it is a seat's


@dataclass(frozen=True)
class Ground:
    """A board as seen from one side, with or without its coordinates; *dimples* hold what would roll."""

    board: Board
    seats: tuple[Seat, ...]
    look: Look
    flip: bool = False
    coordinates: bool = True
    dimples: bool = False

    def key(self, name: str) -> str:
        """The id of what lies elsewhere when the board is turned."""
        return f"{name}-far" if self.flip else name

    @property
    def border(self) -> float:
        """The width of the frame: labels want room."""
        return 46 if self.coordinates and self.board.labels else 30

    @property
    def bare(self) -> float:
        """How much field there is around the outermost cells."""
        return OUTER["point"] if self.board.outline == "point" else 0

    @property
    def shape(self) -> str:
        """That of a cell."""
        return "point" if self.dimples else self.board.outline

    @cached_property
    def places(self) -> list[Point]:
        """The middle of every cell."""
        return [(round(x * UNIT, 1) + 0, round(y * UNIT, 1) + 0) for x, y in lay(self.board, self.flip).centres]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the picture."""
        plan = lay(self.board, self.flip)
        edge = OUTER[self.board.outline] + self.border + MARGIN
        left, top = plan.left * UNIT - edge, plan.top * UNIT - edge
        across, down = plan.right * UNIT + edge - left, plan.bottom * UNIT + edge - top
        return round(left, 1), round(top, 1), round(across, 1), round(down, 1)

    @cached_property
    def rim(self) -> list[Point]:
        """The outline around all cells."""
        return hull((x + dx, y + dy) for x, y in self.places for dx, dy in corners(self.board.outline))

    def tints(self) -> dict[str, Tint]:
        """Of every zone the colour role, and whether it is a seat's.

        A zone that is named like a colour role or begins with a seat's name has that colour.
        """
        found = {}
        for zone in self.board.zones:
            seat = next((seat for seat in self.seats if zone.casefold().startswith(seat.called.casefold())), None)
            role = seat.colour if seat else zone
            found[zone] = (role if role in self.look.themes[0].roles else "", seat is not None)
        return found


def corners(outline: str, share: float = 1) -> Sequence[Point]:
    """Those of a cell around its middle."""
    if outline == "square":
        half = 50 * share
        return ((-half, -half), (half, -half), (half, half), (-half, half))
    if outline == "hex":
        turns = [radians(angle) for angle in range(0, 360, 60)]
        return tuple((HEX * share * sin(turn), -HEX * share * cos(turn)) for turn in turns)
    return ((0, 0),)


def hull(points: Iterable[Point]) -> list[Point]:
    """The corners of the tightest convex outline around *points*, clockwise in the picture."""
    ordered = sorted({(round(x, 1), round(y, 1)) for x, y in points})
    chains: list[list[Point]] = []
    for way in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for x, y in way:
            while len(chain) > 1 and (chain[-1][0] - chain[-2][0]) * (y - chain[-2][1]) <= (
                chain[-1][1] - chain[-2][1]
            ) * (x - chain[-2][0]):
                chain.pop()
            chain.append((x, y))
        chains.append(chain[:-1])
    return chains[0] + chains[1] or ordered


def slab(points: Iterable[Point], colour: str, width: float, more: str = "") -> str:
    """A board with round corners: the outline of *points* and half the *width* around it."""
    return (
        f'<polygon points="{joined(points)}" fill="{colour}" stroke="{colour}" stroke-width="{width:g}" '
        f'stroke-linejoin="round"{more}/>'
    )


def patch(outline: str, style: str, inset: float = 0) -> str:
    """The shape of a cell, a little smaller by *inset*."""
    if outline == "square":
        half = 49 - inset
        return f'<rect x="{-half:g}" y="{-half:g}" width="{2 * half:g}" height="{2 * half:g}" rx="6" {style}/>'
    if outline == "hex":
        return f'<polygon points="{joined(corners("hex", 0.95 - inset / 60))}" stroke-linejoin="round" {style}/>'
    return f'<circle r="{45 - inset:g}" {style}/>'


def joined(points: Iterable[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def number(value: float) -> str:
    return f"{round(value, 1) + 0:g}"  # + 0: no minus zero


def place(x: float, y: float) -> str:
    return f'x="{number(x)}" y="{number(y)}"'


# ── Labels and names ─────────────────────────────────────────────────────────────────────────────────────────────


def labels(ground: Ground) -> str:
    """Coordinates on the frame."""
    if not ground.coordinates:
        return ""
    colour = ground.look(lambda theme: theme.label)
    parts = []
    for text, (x, y), (right, down) in lay(ground.board, ground.flip).labels:
        across = x * UNIT + right * (50 + ground.border / 2)
        height = y * UNIT + down * (OUTER[ground.board.outline] + ground.border / 2)
        parts.append(f'<text {place(across, height + 9)} fill="{colour}">{escape(text)}</text>')
    return (
        f'<g class="labels" font-size="26" font-weight="600" text-anchor="middle">{"".join(parts)}</g>' if parts else ""
    )


def names(ground: Ground, shown: Iterable[int], numbered: bool = False) -> str:
    """The names of these cells, where labels do not tell them; *numbered*, so that a page can hide one below a piece."""
    if not ground.coordinates or ground.board.outline == "square":
        return ""
    point = ground.board.outline == "point" and not ground.look.flat
    size, drop = (17, 47) if point else (19, 7)
    colour = ground.look(lambda theme: mix(theme.line, theme.text, 0.7) if point else theme.text + "99")
    back = ground.look(lambda theme: mix(theme.board, WHITE, 0.2 * theme.depth))
    halo = f' stroke="{back}" stroke-width="5" paint-order="stroke" stroke-linejoin="round"' if point else ""
    written = ""
    for cell in shown:
        x, y = ground.places[cell]
        mine = f' data-of="{cell}"' if numbered else ""
        written += f"<text {place(x, y + drop)}{mine}>{escape(ground.board.names[cell])}</text>"
    return (
        f'<g class="labels" font-size="{size}" font-weight="600" text-anchor="middle" fill="{colour}"{halo} '
        f'pointer-events="none">{written}</g>'
    )


# ── Flat ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def flat(ground: Ground) -> Part:
    """The same board without materials: frame, lines and cells in plain colours."""
    look, rim, outline = ground.look, ground.rim, ground.board.outline
    wide = 2 * (ground.border + ground.bare)
    parts = [
        slab(rim, "#000", wide, ' transform="translate(3 7)" opacity=".18"'),
        slab(rim, look(lambda theme: theme.frame), wide),
    ]
    if ground.bare:
        parts.append(slab(rim, look(lambda theme: theme.board), wide - 36))
    else:
        parts.append(slab(rim, look(lambda theme: mix(theme.frame, "#000000", 0.25)), 8))
    places = ground.places
    line = look(lambda theme: theme.line)
    joined = "".join(
        f"M{number(places[one][0])} {number(places[one][1])}L{number(places[other][0])} {number(places[other][1])}"
        for one, other in ground.board.links
    )
    if joined:
        parts.append(f'<path d="{joined}" stroke="{line}" stroke-width="5" stroke-linecap="round"/>')
    groups: dict[str, list[Point]] = {}
    for place, fill in zip(places, _fills(ground), strict=True):
        groups.setdefault(fill, []).append(place)
    if outline == "point":
        parts.append(_dots(places, line, 2 * SPOT + 8))
        parts += [_dots(middles, fill, 2 * SPOT) for fill, middles in groups.items()]
    else:
        for fill, middles in groups.items():
            parts.append(f'<path d="{"".join(path_of(outline, x, y) for x, y in middles)}" fill="{fill}"/>')
    return Part("".join(parts), {})


def _dots(middles: Iterable[Point], colour: str, width: float) -> str:
    """Round cells, as strokes without length."""
    path = "".join(f"M{number(x)} {number(y)}h0" for x, y in middles)
    return f'<path d="{path}" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'


def path_of(outline: str, x: float, y: float) -> str:
    """The path of one square or hexagon."""
    if outline == "square":
        return f"M{x - 49.5:g} {y - 49.5:g}h99v99h-99z"
    return f"M{x:.0f} {y - 56:.0f}l48 28v56l-48 28-48-28v-56z"


def _fills(ground: Ground) -> list[str]:
    """The colour of every cell: every other square is shaded, a zone has its owner's hue or a hint of ink."""
    roles = {cell: role for zone, (role, _) in ground.tints().items() for cell in ground.board.zones[zone]}

    def fill(theme: Theme, cell: int, odd: bool) -> str:
        base = theme.shade if odd else theme.board
        if cell not in roles:
            return base
        if not roles[cell]:
            return mix(base, theme.text, 0.08)
        colour = theme.colour(roles[cell])
        return mix(base, colour, min(0.4, 1.3 / contrast(colour, theme.board)))

    square = ground.board.outline == "square"
    return [
        ground.look(lambda theme, cell=cell, x=x, y=y: fill(theme, cell, square and round((x - y) / UNIT) % 2 == 1))  # type: ignore[misc]
        for cell, (x, y) in enumerate(ground.places)
    ]

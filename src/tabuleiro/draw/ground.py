"""What pieces stand on: a frame that follows the outline of the board, its cells, zones, lines and labels.

All of it comes from the board's own facts. Wood has a grain of drawn streaks: no filter, so that moving pieces over
it costs nothing and any program that shows SVG shows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import atan2, cos, degrees, hypot, radians, sin

from tabuleiro.draw.glyphs import MARKS, escape
from tabuleiro.draw.layout import lay
from tabuleiro.draw.parts import OWN, Part, linear, paint, radial
from tabuleiro.draw.theme import BRIGHT, GLOW, WHITE, contrast, luminance, mix, shade

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
        f'<polygon points="{_joined(points)}" fill="{colour}" stroke="{colour}" stroke-width="{width:g}" '
        f'stroke-linejoin="round"{more}/>'
    )


def patch(outline: str, style: str, inset: float = 0) -> str:
    """The shape of a cell, a little smaller by *inset*."""
    if outline == "square":
        half = 49 - inset
        return f'<rect x="{-half:g}" y="{-half:g}" width="{2 * half:g}" height="{2 * half:g}" rx="6" {style}/>'
    if outline == "hex":
        return f'<polygon points="{_joined(corners("hex", 0.95 - inset / 60))}" stroke-linejoin="round" {style}/>'
    return f'<circle r="{45 - inset:g}" {style}/>'


def _joined(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    return f"{round(value, 1) + 0:g}"  # + 0: no minus zero


def _at(x: float, y: float) -> str:
    return f'x="{_number(x)}" y="{_number(y)}"'


# ── Wood ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=4)
def streaks(wide: int, high: int, count: int, seed: int = 7) -> str:
    """Long thin lenses side by side, as the grain of wood shows them: always the same ones."""
    drawn = []
    for row in range(count):
        values = []
        for _ in range(5):
            seed = (seed * 1103515245 + 12345) % 2**31
            values.append((seed >> 8) % 1000 / 1000)
        long = 60 + values[0] ** 2 * wide * 0.45
        x, y = values[1] * (wide - long), 3 + (row + values[2]) * (high - 6) / count
        bow, thick = (values[3] - 0.5) * 6, 0.6 + values[4] ** 2 * 4
        half = long / 2
        drawn.append(
            f"M{x:.0f} {y:.0f}q{half:.0f} {bow + thick:.1f} {long:.0f} 0q{-half:.0f} {bow - thick:.1f} {-long:.0f} 0"
        )
    return "".join(drawn)


def grain(look: Look) -> dict[str, str]:
    """Two layers of streaks, which repeat at heights that never agree: dark ones, finer ones and a few in the light."""

    def tone(share: float) -> str:
        return look(lambda theme: theme.grain + f"{round(255 * share * theme.depth):02x}")

    drawn = f'<path id="{OWN}streaks" d="{streaks(900, 190, 68)}"/>'
    again = f'<use href="#{OWN}streaks" '
    pale = look(lambda theme: WHITE + f"{round(255 * 0.13 * theme.depth):02x}")
    box = 'patternUnits="userSpaceOnUse"'
    return {
        "streaks": drawn,
        "grain": f'<pattern id="{OWN}grain" width="900" height="190" x="-130" y="7" {box}>'
        f'{again}fill="{tone(0.1)}"/>{again}transform="matrix(-1 0 0 2.6 900 -90)" fill="{tone(0.05)}"/></pattern>',
        "fibre": f'<pattern id="{OWN}fibre" width="620" height="137" x="-57" {box}>'
        f'{again}transform="scale(.69 .72)" fill="{tone(0.12)}"/>'
        f'{again}transform="matrix(-.69 0 0 1.3 620 -40)" fill="{pale}"/></pattern>',
    }


def wooden(shape: str, opacity: float = 1) -> str:
    """The grain over a *shape*, which is an element with a place for its paint."""
    faint = f' opacity="{opacity:g}"' if opacity < 1 else ""
    return f"<g{faint}>{shape.format(paint('grain'))}{shape.format(paint('fibre'))}</g>"


def frame(ground: Ground) -> Part:
    """Wood around the outline, joined at its corners, on a soft shadow; inside it the field."""
    look, rim, wide = ground.look, ground.rim, 2 * (ground.border + ground.bare)
    left, top, across, down = ground.box
    edge = look(lambda theme: mix(theme.frame, theme.sheen, 0.6 if theme.depth == 1 else 0.35))
    fall = (
        (0, look(lambda theme: mix(theme.frame, theme.sheen, 0.14)), 1),
        (1, look(lambda theme: _dusk(theme.frame, 0.3)), 1),
    )
    field = (
        (0, look(lambda theme: mix(theme.board, WHITE, 0.3 * theme.depth + 0.02)), 1),
        (1, look(lambda theme: theme.board), 1),
    )
    deep = look(lambda theme: _dusk(theme.frame, 0.5))
    parts = [
        *(_around(ground, "#000", wide - grow, 6 + grow * 0.75, 0.04) for grow in range(-6, 27, 4)),
        _around(ground, edge, wide),
        _around(ground, paint(ground.key("frame")), wide - 4, 1),
        *_joints(rim, wide / 2 - 2, look(lambda theme: theme.sheen)),
    ]
    if ground.bare:
        inner = 2 * ground.bare
        parts += [_around(ground, deep, inner + 6), _around(ground, paint(ground.key("field")), inner)]
        parts += [_around(ground, paint(key), inner) for key in ("grain", "fibre")]
    else:
        parts.append(_around(ground, deep, 10))
    place = 'gradientUnits="userSpaceOnUse"'
    defs = {
        ground.key("rim"): f'<polygon id="{OWN}{ground.key("rim")}" points="{_joined(rim)}" stroke-linejoin="round"/>',
        **grain(look),
        **linear(ground.key("frame"), fall, f'{place} x1="0" x2="0" y1="{top:g}" y2="{top + down:g}"'),
        **linear(
            ground.key("field"), field, f'{place} x1="{left:g}" y1="{top:g}" x2="{left + across:g}" y2="{top + down:g}"'
        ),
        **_rails(rim),
    }
    return Part("".join(parts), defs)


def _around(ground: Ground, colour: str, width: float, drop: float = 0, opacity: float = 1) -> str:
    """The outline of the board and half the *width* around it."""
    more = (f' y="{drop:g}"' if drop else "") + (f' opacity="{opacity:g}"' if opacity < 1 else "")
    return f'<use href="#{OWN}{ground.key("rim")}" fill="{colour}" stroke="{colour}" stroke-width="{width:g}"{more}/>'


def _dusk(colour: str, share: float) -> str:
    """Dark wood in the shade: it keeps its warmth."""
    return mix(colour, "#1d0b02" if luminance(colour) > 0.03 else "#000000", share)


def _slope(one: Point, other: Point) -> int:
    """The direction of an edge in degrees, the same both ways."""
    return round(degrees(atan2(other[1] - one[1], other[0] - one[0]))) % 180


def _rails(rim: Sequence[Point]) -> dict[str, str]:
    """The grain along every edge that does not lie."""
    slopes = {_slope(rim[at - 1], rim[at]) for at in range(len(rim))} - {0}
    return {
        f"rail{slope}": f'<pattern id="{OWN}rail{slope}" href="#{OWN}grain" patternTransform="rotate({slope})"/>'
        for slope in sorted(slopes)
    }


def _joints(rim: Sequence[Point], reach: float, sheen: str) -> list[str]:
    """The rails of a frame, each with the grain along it, the upper ones in the light; and the joints between them."""
    if len(rim) < 3:
        return []
    parts, joints = [], ""
    count = len(rim)
    normals = []
    for at in range(count):
        (x, y), (to_x, to_y) = rim[at], rim[(at + 1) % count]
        length = hypot(to_x - x, to_y - y)
        normals.append(((to_y - y) / length, (x - to_x) / length))
    bisectors = []
    for at in range(count):
        across, down = normals[at - 1][0] + normals[at][0], normals[at - 1][1] + normals[at][1]
        length = hypot(across, down)
        bisectors.append((across / length, down / length))
    for at in range(count):
        one, other, normal = rim[at], rim[(at + 1) % count], normals[at]
        begin, end = bisectors[at], bisectors[(at + 1) % count]
        points = [(one, begin), (one, normal), (other, normal), (other, end)]
        a, b, c, d = (f"{_number(x + dx * reach)} {_number(y + dy * reach)}" for (x, y), (dx, dy) in points)
        arc = f"A{reach:g} {reach:g} 0 0 1 "
        path = f"M{_number(one[0])} {_number(one[1])}L{a}{arc}{b}L{c}{arc}{d}L{_number(other[0])} {_number(other[1])}z"
        slope = _slope(one, other)
        lit = -0.8 * normal[1] - 0.6 * normal[0]  # the light comes from above left
        tint = f'fill="{sheen if lit > 0 else "#000"}" fill-opacity="{abs(lit) * 0.14:.2f}"'
        parts.append(
            f'<path d="{path}" {tint}/><path d="{path}" fill="{paint(f"rail{slope}" if slope else "grain")}"/>'
        )
        if normals[at - 1][0] * normal[0] + normals[at - 1][1] * normal[1] < 0.8:
            joints += f"M{_number(one[0])} {_number(one[1])}L{a}"
    return [*parts, f'<path d="{joints}" stroke="#000" stroke-opacity=".3" stroke-width="1.4"/>'] if joints else parts


# ── Cells ────────────────────────────────────────────────────────────────────────────────────────────────────────


def cells(ground: Ground) -> Part:
    """Squares of two woods, or hollows for what rolls; hexagons; or holes joined by lines."""
    outline = ground.board.outline
    if outline == "hex":
        return _tiles(ground)
    if outline == "point":
        return _holes(ground)
    return _hollows(ground) if ground.dimples else _squares(ground)


def _field(ground: Ground) -> str:
    """The path of all squares; one rectangle where they fill it."""
    places = ground.places
    left, top = min(x for x, _ in places), min(y for _, y in places)
    across, down = max(x for x, _ in places) - left + UNIT, max(y for _, y in places) - top + UNIT
    if round(across * down / UNIT**2) == len(places):
        return f"M{left - 50:g} {top - 50:g}h{across:g}v{down:g}h{-across:g}z"
    return "".join(f"M{x - 50:g} {y - 50:g}h100v100h-100z" for x, y in places)


def _squares(ground: Ground) -> Part:
    field, look = _field(ground), ground.look
    odd = "".join(f"M{x - 50:g} {y - 50:g}h100v100h-100z" for x, y in ground.places if round((x - y) / UNIT) % 2)
    shaded = look(lambda theme: theme.shade)
    return Part(
        f'<path d="{field}" fill="{paint(ground.key("field"))}"/><path d="{odd}" fill="{shaded}"/>'
        + wooden(f'<path d="{field}" fill="{{0}}"/>')
        + f'<path d="{odd}" fill="none" stroke="#000" stroke-opacity=".24" stroke-width="1.6"/>'
        + f'<path d="{field}" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="7"/>',
        {},
    )


def _hollows(ground: Ground) -> Part:
    field, look = _field(ground), ground.look
    dish = (
        (0, look(lambda theme: theme.board), 1),
        (0.75, look(lambda theme: mix(theme.board, shade(theme.board, 0.5), 0.3)), 1),
        (1, look(lambda theme: shade(theme.board, 0.65)), 1),
    )
    rim = look(lambda theme: WHITE + ("90" if theme.depth == 1 else "22"))
    cell = (
        f'<g id="{OWN}cell"><circle r="43" fill="{paint("dish")}"/>'
        f'<circle cy="1.5" r="43" fill="none" stroke="{rim}" stroke-width="2"/></g>'
    )
    return Part(
        f'<path d="{field}" fill="{paint(ground.key("field"))}"/>'
        + wooden(f'<path d="{field}" fill="{{0}}"/>')
        + f'<path d="{field}" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="7"/>'
        + _uses("cell", ground.places),
        {**radial("dish", dish, 'cx=".5" cy=".62" r=".55"'), "cell": cell},
    )


def _uses(key: str, places: Iterable[Point]) -> str:
    return "".join(f'<use href="#{OWN}{key}" {_at(x, y)}/>' for x, y in places)


def _tiles(ground: Ground) -> Part:
    """Hexagons of wood in four tones, no two neighbours cut from one board."""
    look = ground.look
    shape = _joined(corners("hex", 0.965))
    rim = look(lambda theme: WHITE + ("8c" if theme.depth == 1 else "22"))
    defs, groups = {}, []
    for tone in range(4):
        share = tone * 0.25
        fill = look(lambda theme, share=share: mix(mix(theme.board, WHITE, 0.14 * theme.depth), theme.shade, share))  # type: ignore[misc]
        defs[f"hex{tone}"] = (
            f'<g id="{OWN}hex{tone}"><polygon points="{shape}" fill="{fill}"/>'
            f'<g transform="translate({tone * 37 - 60} {tone * 53 - 80})">'
            + wooden(
                f'<polygon points="{shape}" transform="translate({60 - tone * 37} {80 - tone * 53})" fill="{{0}}"/>'
            )
            + f'</g><polygon points="{_joined(corners("hex", 0.945))}" fill="none" stroke="{rim}" stroke-width="1.8" stroke-linejoin="round" transform="translate(0 1.4)"/></g>'
        )
    for number, place in enumerate(ground.places):
        groups.append(_uses(f"hex{(number * 7 + number // 5 * 3) % 4}", [place]))
    return Part("".join(groups), defs)


def _holes(ground: Ground) -> Part:
    look, places = ground.look, ground.places
    line = look(lambda theme: theme.line)
    glow = look(lambda theme: mix(theme.board, WHITE, 0.6) + "b0" if theme.depth == 1 else "#0f1216b0")
    joined = "".join(
        f"M{_number(places[one][0])} {_number(places[one][1])}L{_number(places[other][0])} {_number(places[other][1])}"
        for one, other in ground.board.links
    )
    hole = (
        (0, look(lambda theme: shade(theme.line, 0.35) if theme.depth == 1 else "#0b0d10"), 1),
        (0.6, look(lambda theme: theme.line if theme.depth == 1 else "#14171b"), 1),
        (1, look(lambda theme: mix(theme.line, theme.board, 0.45) if theme.depth == 1 else "#2b3038"), 1),
    )
    plate = look(lambda theme: mix(theme.board, WHITE, 0.3 * theme.depth))
    cell = (
        f'<g id="{OWN}cell"><circle r="29" fill="{plate}" stroke="{line}" stroke-width="3.5"/>'
        f'<circle r="13" fill="{paint("hole")}"/></g>'
    )
    lines = (
        f'<path d="{joined}" stroke="{glow}" stroke-width="7" transform="translate(0 1.6)"/>'
        f'<path d="{joined}" stroke="{line}" stroke-width="4.5" stroke-linecap="round"/>'
        if joined
        else ""
    )
    return Part(lines + _uses("cell", places), {**radial("hole", hole, 'cx=".5" cy=".6" r=".6"'), "cell": cell})


# ── Zones, labels and names ──────────────────────────────────────────────────────────────────────────────────────


def zones(ground: Ground) -> str:
    """Stained wood below points and on hexagons; on squares an inlaid line of dots."""
    parts = []
    places, tints = ground.places, ground.tints()
    for zone, inside in ground.board.zones.items():
        middles = [places[cell] for cell in inside]
        colour = _stain(ground.look, tints[zone][0])
        if ground.board.outline == "point":
            parts.append(slab(hull(middles), colour, 74) + wooden(slab(hull(middles), "{0}", 74)))
        elif ground.board.outline == "hex":
            shape = "".join(_cell("hex", x, y) for x, y in middles)
            parts.append(f'<path d="{shape}" fill="{colour}"/>' + wooden(f'<path d="{shape}" fill="{{0}}"/>'))
        else:
            parts.append(_inlay(ground.look, middles))
    return "".join(parts)


def _stain(look: Look, role: str) -> str:
    """The colour of the field with that of a *role*, or with a hint of ink."""

    def tone(theme: Theme) -> str:
        if not role:
            return mix(theme.board, theme.text, 0.1)
        colour = theme.colour(role)
        if theme.depth == 1:
            colour = mix(colour, GLOW, 0.25) if luminance(colour) > BRIGHT else mix(colour, WHITE, 0.5)
        return mix(theme.board, colour, 0.06 + 0.36 * theme.depth)

    return look(tone)


def _inlay(look: Look, middles: Sequence[Point]) -> str:
    """Dots around the squares of a zone: around its rectangle, or around each where it is none."""
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    across, down = max(xs) - min(xs), max(ys) - min(ys)
    whole = round((across / UNIT + 1) * (down / UNIT + 1)) == len(middles)
    boxes = [(min(xs), min(ys), across, down)] if whole else [(x, y, 0.0, 0.0) for x, y in middles]
    path = "".join(f"M{x - 46:g} {y - 46:g}h{wide + 92:g}v{high + 92:g}h{-wide - 92:g}z" for x, y, wide, high in boxes)
    line = look(lambda theme: theme.line + "bf")
    return f'<path d="{path}" fill="none" stroke="{line}" stroke-width="2.6" stroke-dasharray="0.1 8" stroke-linecap="round" stroke-linejoin="round"/>'


def inlays(ground: Ground) -> str:
    """The marks of seats in the frame beside their zones, where the board has points."""
    if ground.board.outline != "point":
        return ""
    rim, parts = ground.rim, []
    middle = (sum(x for x, _ in rim) / len(rim), sum(y for _, y in rim) / len(rim))
    colour = ground.look(lambda theme: mix(theme.label, theme.frame, 0.1))
    for zone, (role, seated) in ground.tints().items():
        if not seated or role not in MARKS or len(rim) < 3:
            continue
        inside = [ground.places[cell] for cell in ground.board.zones[zone]]
        aim = (sum(x for x, _ in inside) / len(inside) - middle[0], sum(y for _, y in inside) / len(inside) - middle[1])
        edges = [(rim[at - 1], rim[at]) for at in range(len(rim))]
        one, other = max(edges, key=lambda edge: _facing(edge[0], edge[1], aim))
        length = hypot(other[0] - one[0], other[1] - one[1])
        along = ((other[0] - one[0]) / length, (other[1] - one[1]) / length)
        out = ground.bare + ground.border / 2
        for share in (0.2, 0.5, 0.8):
            x = one[0] + along[0] * length * share + along[1] * out
            y = one[1] + along[1] * length * share - along[0] * out
            parts.append(
                f'<path d="{MARKS[role]}" transform="translate({_number(x)} {_number(y)}) scale(.92)" fill="{colour}" fill-rule="evenodd"/>'
            )
    return "".join(parts)


def _facing(one: Point, other: Point, aim: Point) -> float:
    """How much an edge of the outline looks the way of *aim*."""
    length = hypot(other[0] - one[0], other[1] - one[1])
    return ((other[1] - one[1]) * aim[0] - (other[0] - one[0]) * aim[1]) / length


def labels(ground: Ground) -> str:
    """Coordinates on the frame."""
    if not ground.coordinates:
        return ""
    colour = ground.look(lambda theme: theme.label)
    parts = []
    for text, (x, y), (right, down) in lay(ground.board, ground.flip).labels:
        across = x * UNIT + right * (50 + ground.border / 2)
        height = y * UNIT + down * (OUTER[ground.board.outline] + ground.border / 2)
        parts.append(f'<text {_at(across, height + 9)} fill="{colour}">{escape(text)}</text>')
    return (
        f'<g class="labels" font-size="26" font-weight="600" text-anchor="middle">{"".join(parts)}</g>' if parts else ""
    )


def names(ground: Ground, shown: Iterable[int]) -> str:
    """The names of these cells, where labels do not tell them."""
    if not ground.coordinates or ground.board.outline == "square":
        return ""
    point = ground.board.outline == "point" and not ground.look.flat
    size, drop = (17, 47) if point else (19, 7)
    colour = ground.look(lambda theme: mix(theme.line, theme.text, 0.7) if point else theme.text + "99")
    back = ground.look(lambda theme: mix(theme.board, WHITE, 0.2 * theme.depth))
    halo = f' stroke="{back}" stroke-width="5" paint-order="stroke" stroke-linejoin="round"' if point else ""
    written = "".join(
        f"<text {_at(ground.places[cell][0], ground.places[cell][1] + drop)}>{escape(ground.board.names[cell])}</text>"
        for cell in shown
    )
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
        f"M{_number(places[one][0])} {_number(places[one][1])}L{_number(places[other][0])} {_number(places[other][1])}"
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
            parts.append(f'<path d="{"".join(_cell(outline, x, y) for x, y in middles)}" fill="{fill}"/>')
    return Part("".join(parts), {})


def _dots(middles: Iterable[Point], colour: str, width: float) -> str:
    """Round cells, as strokes without length."""
    path = "".join(f"M{_number(x)} {_number(y)}h0" for x, y in middles)
    return f'<path d="{path}" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'


def _cell(outline: str, x: float, y: float) -> str:
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

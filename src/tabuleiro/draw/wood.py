"""Boards of wood: a frame that follows the outline, cells, lines between points, and zones.

The grain is drawn in streaks. There is no filter, so that moving pieces over it costs little, and any program that
shows SVG shows it.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees, hypot

from tabuleiro.draw.glyphs import MARKS
from tabuleiro.draw.ground import UNIT, corners, hull, joined, number, path_of, place, slab
from tabuleiro.draw.parts import OWN, Part, linear, paint, radial
from tabuleiro.draw.theme import BRIGHT, GLOW, WHITE, luminance, mix, shade

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tabuleiro.draw.ground import Ground
    from tabuleiro.draw.layout import Point
    from tabuleiro.draw.theme import Look, Theme

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
    fallen = "".join(
        f'<use href="#{OWN}{ground.key("rim")}" stroke-width="{wide - grow:g}" y="{6 + grow * 0.75:g}"/>'
        for grow in range(-6, 27, 4)
    )
    parts = [
        f'<g stroke="#000" stroke-opacity=".04" fill="none">{fallen}</g>',
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
        ground.key("rim"): f'<polygon id="{OWN}{ground.key("rim")}" points="{joined(rim)}" stroke-linejoin="round"/>',
        **grain(look),
        **linear(ground.key("frame"), fall, f'{place} x1="0" x2="0" y1="{top:g}" y2="{top + down:g}"'),
        **linear(
            ground.key("field"), field, f'{place} x1="{left:g}" y1="{top:g}" x2="{left + across:g}" y2="{top + down:g}"'
        ),
        **_rails(rim),
    }
    return Part("".join(parts), defs)


def _around(ground: Ground, colour: str, width: float, drop: float = 0) -> str:
    """The outline of the board and half the *width* around it."""
    lower = f' y="{drop:g}"' if drop else ""
    return f'<use href="#{OWN}{ground.key("rim")}" fill="{colour}" stroke="{colour}" stroke-width="{width:g}"{lower}/>'


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
        a, b, c, d = (f"{number(x + dx * reach)} {number(y + dy * reach)}" for (x, y), (dx, dy) in points)
        arc = f"A{reach:g} {reach:g} 0 0 1 "
        path = f"M{number(one[0])} {number(one[1])}L{a}{arc}{b}L{c}{arc}{d}L{number(other[0])} {number(other[1])}z"
        slope = _slope(one, other)
        lit = -0.8 * normal[1] - 0.6 * normal[0]  # the light comes from above left
        tint = f'fill="{sheen if lit > 0 else "#000"}" fill-opacity="{abs(lit) * 0.14:.2f}"'
        parts.append(
            f'<path d="{path}" {tint}/><path d="{path}" fill="{paint(f"rail{slope}" if slope else "grain")}"/>'
        )
        if normals[at - 1][0] * normal[0] + normals[at - 1][1] * normal[1] < 0.8:
            joints += f"M{number(one[0])} {number(one[1])}L{a}"
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
    return "".join(f'<use href="#{OWN}{key}" {place(x, y)}/>' for x, y in places)


def _tiles(ground: Ground) -> Part:
    """Hexagons of wood in four tones, no two neighbours cut from one board."""
    look, defs = ground.look, {}
    shape = joined(corners("hex", 0.965))
    rim = look(lambda theme: WHITE + ("8c" if theme.depth == 1 else "22"))
    for tone in range(4):
        fill = _veneer(look, tone * 0.25)
        defs[f"hex{tone}"] = f'<polygon id="{OWN}hex{tone}" points="{shape}" fill="{fill}"/>'
    tiles = "".join(
        _uses(f"hex{(number * 7 + number // 5 * 3) % 4}", [place]) for number, place in enumerate(ground.places)
    )
    path = "".join(path_of("hex", x, y) for x, y in ground.places)
    defs["tiles"] = f'<path id="{OWN}tiles" d="{path}"/>'
    grained = wooden(f'<use href="#{OWN}tiles" fill="{{0}}"/>')
    bevel = f'<use href="#{OWN}tiles" y="1" fill="none" stroke="{rim}" stroke-width="1.8" stroke-linejoin="round"/>'
    return Part(tiles + grained + bevel, defs)


def _veneer(look: Look, share: float) -> str:
    """One of the woods between the board's and its shade."""
    return look(lambda theme: mix(mix(theme.board, WHITE, 0.14 * theme.depth), theme.shade, share))


def _holes(ground: Ground) -> Part:
    look, places = ground.look, ground.places
    line = look(lambda theme: theme.line)
    glow = look(lambda theme: mix(theme.board, WHITE, 0.6) + "b0" if theme.depth == 1 else "#0f1216b0")
    joined = "".join(
        f"M{number(places[one][0])} {number(places[one][1])}L{number(places[other][0])} {number(places[other][1])}"
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


# ── Zones ────────────────────────────────────────────────────────────────────────────────────────────────────────


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
            shape = "".join(path_of("hex", x, y) for x, y in middles)
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
                f'<path d="{MARKS[role]}" transform="translate({number(x)} {number(y)}) scale(.92)" fill="{colour}" fill-rule="evenodd"/>'
            )
    return "".join(parts)


def _facing(one: Point, other: Point, aim: Point) -> float:
    """How much an edge of the outline looks the way of *aim*."""
    length = hypot(other[0] - one[0], other[1] - one[1])
    return ((other[1] - one[1]) * aim[0] - (other[0] - one[0]) * aim[1]) / length

"""Pieces in their materials: glass marbles, glazed stones, lacquered pegs, tiles and dice of ivory, turned discs.

The light comes from above left. Shapes and marks are those of ``glyphs``, so that nothing is told by colour alone.
There is no filter anywhere: a shadow is a gradient, and pieces can be moved at little cost.
"""

from __future__ import annotations

from functools import lru_cache

from tabuleiro.draw.glyphs import FACES, INK, MARKS, PIPS, arrows, letter, nose
from tabuleiro.draw.parts import Part, linear, paint, radial
from tabuleiro.draw.theme import WHITE, Tones

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.core.piece import Piece
    from tabuleiro.draw.theme import Look

PEBBLE = "M0-38C24-39 39-22 38 1C38 24 22 38-1 38C-25 38-39 22-38-1C-38-23-22-37 0-38z"
STOP = "#a8231c"  # the one colour of a die that is not ink: the shape says it too


# ── Shadows and marks ────────────────────────────────────────────────────────────────────────────────────────────


def shadow(cx: float, cy: float, rx: float, ry: float) -> str:
    return f'<ellipse cx="{cx:g}" cy="{cy:g}" rx="{rx:g}" ry="{ry:g}" fill="{paint("shade")}"/>'


SHADE = radial("shade", ((0.6, "#000", 0.5), (0.8, "#000", 0.26), (1, "#000", 0)), 'r=".5"')


def block(left: float, top: float, side: float, round: float) -> str:
    """The shadow of something with corners: three layers, the outer ones fainter."""
    return "".join(
        f'<rect x="{left - wide:g}" y="{top - wide:g}" width="{side + 2 * wide:g}" height="{side + 2 * wide:g}" '
        f'rx="{round + wide:g}" opacity=".13"/>'
        for wide in (3, 0, -3)
    )


def mark(piece: Piece, colour: str, scale: float, x: float = 0, y: float = 0, opacity: float = 1) -> str:
    """The mark of the piece's role, or its symbol where the role has none."""
    faint = f' opacity="{opacity:g}"' if opacity < 1 else ""
    shape = MARKS.get(piece.colour)
    if shape is None:
        return f'<g transform="translate({x:g} {y:g})"{faint}>{letter(piece.symbol, colour, scale * 22)}</g>'
    return (
        f'<path d="{shape}" transform="translate({x:g} {y:g}) scale({scale:g})" fill="{colour}" '
        f'fill-rule="evenodd"{faint}/>'
    )


# ── Materials ────────────────────────────────────────────────────────────────────────────────────────────────────


def marble(piece: Piece, look: Look) -> Part:
    """Glass: light gathers below, a window shines above, the mark is inside."""
    tone, role = Tones(piece.colour, look), piece.colour
    body = ((0, tone.lit(0.55), 1), (0.35, tone.lit(0.08), 1), (0.8, tone.shaded(0.3), 1), (1, tone.shaded(0.55), 1))
    defs = {
        **SHADE,
        **radial(f"m-{role}", body, 'cx=".36" cy=".3" r=".75"'),
        **radial(f"g-{role}", ((0, tone.lit(0.6), 0.9), (1, tone.lit(0.3), 0)), 'cx=".66" cy=".8" r=".45"'),
        **radial("spot", ((0, WHITE, 0.95), (0.55, WHITE, 0.8), (1, WHITE, 0)), 'r=".5"'),
    }
    return Part(
        shadow(6, 12, 42, 37)
        + f'<circle r="37" fill="{paint(f"m-{role}")}"/><circle r="37" fill="{paint(f"g-{role}")}"/>'
        + mark(piece, tone.ink, 1.5, 1, 3, 0.93)
        + f'<ellipse cx="-14" cy="-21" rx="14" ry="8" transform="rotate(-35 -14 -21)" fill="{paint("spot")}"/>',
        defs,
    )


def stone(piece: Piece, look: Look) -> Part:
    """A glazed pebble, not quite round, with a large engraved mark."""
    tone, role = Tones(piece.colour, look), piece.colour
    body = ((0, tone.lit(0.26), 1), (0.6, tone.lit(0), 1), (1, tone.shaded(0.38), 1))
    defs = {
        **SHADE,
        **radial(f"s-{role}", body, 'cx=".42" cy=".32" r=".8"'),
        **radial("gloss", ((0, WHITE, 0.7), (0.55, WHITE, 0.08), (1, WHITE, 0)), 'cx=".5" cy=".08" r=".75"'),
    }
    return Part(
        shadow(3, 8, 44, 41)
        + f'<path d="{PEBBLE}" fill="{paint(f"s-{role}")}" stroke="{tone.edge}" stroke-width="1.2"/>'
        + f'<path d="{PEBBLE}" fill="{paint("gloss")}" transform="translate(0 -2) scale(.93 .9)"/>'
        + mark(piece, tone.lit(0.55), 1.7, 0.6, 2.4, 0.7)
        + mark(piece, tone.ink, 1.7, 0, 1, 0.96),
        defs,
    )


def mover(piece: Piece, look: Look) -> Part:
    """A turned peg, lacquered: foot, waist, collar and a ball that bears the mark."""
    tone, role = Tones(piece.colour, look), piece.colour
    side = (
        (0, tone.shaded(0.38), 1),
        (0.22, tone.lit(0.18), 1),
        (0.38, tone.lit(0.34), 1),
        (0.62, tone.shaded(0.06), 1),
        (1, tone.shaded(0.5), 1),
    )
    head = ((0, tone.lit(0.5), 1), (0.4, tone.lit(0.06), 1), (0.82, tone.shaded(0.26), 1), (1, tone.shaded(0.48), 1))
    defs = {
        **SHADE,
        **linear(f"w-{role}", side, 'x2="1"'),
        **radial(f"h-{role}", head, 'cx=".38" cy=".28" r=".78"'),
    }
    body, edge = paint(f"w-{role}"), tone.edge
    return Part(
        shadow(8, 32, 42, 17)
        + f'<path d="M-32 24V31A32 12 0 0 0 32 31V24z" fill="{body}" stroke="{edge}"/>'
        + f'<ellipse cy="24" rx="32" ry="12" fill="{body}"/>'
        + f'<ellipse cy="23" rx="29" ry="10.2" fill="{tone.lit(0.12)}" opacity=".6"/>'
        + f'<path d="M-22 23C-14 17-11 8-10-6H10C11 8 14 17 22 23A22 8 0 0 1-22 23z" fill="{body}"/>'
        + f'<ellipse cy="-1" rx="19" ry="7" fill="{tone.shaded(0.42)}"/><ellipse cy="-4" rx="19" ry="7" fill="{body}"/>'
        + f'<circle cy="-24" r="25" fill="{paint(f"h-{role}")}" stroke="{edge}"/>'
        + mark(piece, tone.ink, 1.22, 1, -22, 0.96)
        + '<ellipse cx="-9" cy="-39" rx="8" ry="4.6" transform="rotate(-28 -9 -39)" fill="#fff" opacity=".75"/>',
        defs,
    )


def tile(count: int) -> Callable[[Piece, Look], Part]:
    """Ivory or ebony over a darker edge, with *count* pips in the shape of its side's mark."""

    def draw(piece: Piece, look: Look) -> Part:
        tone, role = Tones(piece.colour, look), piece.colour
        face = ((0, tone.lit(0.17), 1), (1, tone.shaded(0.4, 0.13), 1))
        glow = tone.either("#ffffffcc", "#ffffff40")
        dent = tone.either("#ffffff99", "#00000099")
        pips = "".join(mark(piece, dent, 0.9, x, y + 1.3) + mark(piece, tone.inlay, 0.9, x, y) for x, y in PIPS[count])
        return Part(
            block(-33, -28, 73, 16)
            + f'<rect x="-37" y="-33" width="74" height="74" rx="16" fill="{tone.shaded(0.7, 0.42)}" stroke="{tone.edge}" stroke-width="1.6"/>'
            + f'<rect x="-37" y="-38" width="74" height="73" rx="16" fill="{paint(f"t-{role}")}" stroke="{tone.edge}" stroke-width=".5"/>'
            + f'<rect x="-35.5" y="-36.5" width="71" height="70" rx="14.5" fill="none" stroke="{glow}" stroke-width="1.6"/>'
            + f'<g transform="translate(0 -1.5)">{pips}</g>',
            linear(f"t-{role}", face, 'x2="0" y2="1"'),
        )

    return draw


def turned(piece: Piece, look: Look, middle: str) -> Part:
    """A disc off the lathe: a step, two grooves, a dished middle with something inlaid."""
    tone, role = Tones(piece.colour, look), piece.colour
    glow = tone.either("#ffffffb0", "#ffffff3a")
    cut = tone.shaded(0.6, 0.5)
    face = ((0, tone.worked(0.36, 0.02), 1), (0.7, tone.worked(0.2, 0.12), 1), (1, tone.shaded(0.25, 0.34), 1))
    dish = ((0, tone.shaded(0.25, 0.36), 1), (1, tone.worked(0.28, 0.06), 1))
    grooves = "".join(
        f'<circle r="{radius}" fill="none" stroke="{cut}" stroke-opacity=".55" stroke-width="2"/>'
        f'<circle r="{radius}" cy="1.4" fill="none" stroke="{glow}" stroke-width="1.2"/>'
        for radius in (33, 27.5)
    )
    return Part(
        shadow(4, 10, 46, 43)
        + f'<circle cy="5" r="40" fill="{tone.shaded(0.7, 0.55)}" stroke="{tone.edge}" stroke-width="1.6"/>'
        + f'<circle r="40" fill="{paint(f"d-{role}")}"/><circle r="39" fill="none" stroke="{glow}" stroke-width="1.6"/>'
        + grooves
        + f'<circle r="21" fill="{paint(f"e-{role}")}"/>{middle}',
        {
            **SHADE,
            **radial(f"d-{role}", face, 'cx=".4" cy=".28" r=".85"'),
            **radial(f"e-{role}", dish, 'cx=".45" cy=".3" r=".9"'),
        },
    )


def man(piece: Piece, look: Look) -> Part:
    """A draughtsman with its side's mark inlaid."""
    tone = Tones(piece.colour, look)
    dent = tone.either("#ffffff80", "#00000080")
    return turned(piece, look, mark(piece, dent, 1.15, 0, 1.4) + mark(piece, tone.inlay, 1.15))


def disc(piece: Piece, look: Look) -> Part:
    """Any other piece: a turned disc with its symbol."""
    return turned(piece, look, letter(piece.symbol, Tones(piece.colour, look).ink, 34))


def die(glyph: str, turn: int) -> Part:
    """Ivory, on every table the same; what it shows is turned on its face."""
    face = (
        block(-35, -29, 77, 11)
        + '<rect x="-39" y="-34" width="78" height="78" rx="11" fill="#b5ab97" stroke="#6b6256" stroke-width="1.4"/>'
        + f'<rect x="-39" y="-40" width="78" height="77" rx="11" fill="{paint("ivory")}"/>'
        + '<rect x="-37.4" y="-38.4" width="74.8" height="73.8" rx="9.6" fill="none" stroke="#fff" stroke-width="1.8"/>'
    )
    shown = arrows(glyph, STOP if glyph == "no-entry" else INK)
    return Part(
        f'{face}<g class="facing" transform="translate(0 -1.5) rotate({turn}) scale(.94)">{shown}</g>',
        linear("ivory", ((0, "#fffdf6", 1), (1, "#e9dfc8", 1)), 'x2="0" y2="1"'),
    )


FIGURES: dict[str, Callable[[Piece, Look], Part]] = {
    "disc": disc,
    "man": man,
    "marble": marble,
    "stone": stone,
    "mover": mover,
    **{f"tile{count}": tile(count) for count in PIPS},
}


@lru_cache(maxsize=1024)
def figure(piece: Piece, look: Look, angle: int | None = None) -> Part:
    """The picture of *piece*; *angle* is where it faces, clockwise from the top, None for one that faces nowhere."""
    if piece.glyph == "none":
        return Part("", {})
    if piece.glyph in FACES:
        return die(piece.glyph, (angle or 0) % 360)
    part = FIGURES.get(piece.glyph, disc)(piece, look)
    if angle is None:
        return part
    return Part(
        f'<g class="facing" transform="rotate({angle % 360})">{nose(Tones(piece.colour, look).rim)}</g>{part.art}',
        part.defs,
    )

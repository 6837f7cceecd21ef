"""Shapes of pieces as SVG, by glyph name, in a cell of 100 by 100 around the origin.

Colour is never alone in telling pieces apart: every colour role has its own mark (a ring, a square, a triangle, a
star ...) that is engraved in stones and marbles, heads a mover and makes the pips of a tile. A role without a mark
gets the piece's symbol as a letter.
"""

from __future__ import annotations

from functools import lru_cache

from tabuleiro.draw.theme import Tones

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.core.piece import Piece
    from tabuleiro.draw.theme import Look

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
IVORY, RIM, INK = "#fdfbf5", "#6b6256", "#1d1a17"  # a die is white with dark arrows on every table

# The mark of each role, a filled path within 10 units of its middle (ring and frame have holes: even-odd).
RING = "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0zM-5 0a5 5 0 1 1 10 0a5 5 0 1 1-10 0z"
DOT = "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0z"
SQUARE = "M-8-8h16v16h-16z"
DIAMOND = "M0-10L10 0L0 10L-10 0z"
TRIANGLE = "M0-10L10 7.5H-10z"
STAR = "M0-10.4L3.1-3.6L10.5-2.8L4.9 2.2L6.5 9.5L0 5.8L-6.5 9.5L-4.9 2.2L-10.5-2.8L-3.1-3.6z"
MARKS = {
    "light": DOT,
    "dark": DIAMOND,
    "yellow": RING,
    "blue": SQUARE,
    "green": TRIANGLE,
    "red": STAR,
    "seat1": SQUARE,
    "seat2": STAR,
    "seat3": TRIANGLE,
    "seat4": RING,
}
PIPS = {
    1: ((0, 0),),
    2: ((-15, 15), (15, -15)),
    3: ((-18, 18), (0, 0), (18, -18)),
    4: ((-15, -15), (15, -15), (-15, 15), (15, 15)),
    5: ((-18, -18), (18, -18), (0, 0), (-18, 18), (18, 18)),
    6: ((-17, -20), (17, -20), (-17, 0), (17, 0), (-17, 20), (17, 20)),
}

# Arrows on dice, drawn for a turn of 0 degrees: strokes, then filled heads.
UP_HEAD = "M0-30L15-8H-15z"
ARROWS = {
    "no-entry": ("M-19-19L19 19M19-19L-19 19", ""),
    "one-way": ("M0 27V-12", UP_HEAD),
    "two-ways": ("M0 12V-12", UP_HEAD + "M0 30L15 8H-15z"),
    "right-turn": ("M-13 28V4Q-13-10 1-10H8", "M30-10L8-25V5z"),
    "left-turn": ("M13 28V4Q13-10-1-10H-8", "M-30-10L-8-25V5z"),
}
CORNER = (
    "M11-21Q11-11 21-11",
    "M11-34L20.5-19H1.5zM34-11L19-20.5V-1.5z",
)  # one of four: an arc with a head at both ends


def letter(text: str, colour: str, size: float = 40, y: float = 0) -> str:
    """*text* centred on the origin, upright."""
    fitting = size if len(text) == 1 else size * 1.45 / len(text)
    return (
        f'<text y="{y + fitting * 0.35:.1f}" font-size="{fitting:.0f}" font-weight="700" text-anchor="middle" '
        f'fill="{colour}">{escape(text)}</text>'
    )


def escape(text: str) -> str:
    """*text* as it must stand in XML, also inside quotes."""
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(sign, entity)
    return text


def mark(piece: Piece, colour: str, size: float, y: float = 0, opacity: float = 1) -> str:
    """The mark of the piece's role, *size* high."""
    shape = MARKS.get(piece.colour)
    if shape is None:
        return "" if piece.colour == "neutral" else letter(piece.symbol, colour, size * 1.1, y)
    faint = f' opacity="{opacity}"' if opacity < 1 else ""
    return (
        f'<path d="{shape}" transform="translate(0 {y:g}) scale({size / 20:g})" fill="{colour}" '
        f'fill-rule="evenodd"{faint}/>'
    )


def shadow(rx: float, ry: float, y: float = 6) -> str:
    return f'<ellipse cx="2" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="#000" opacity=".2"/>'


def ball(radius: float, fill: str, rim: str, width: float = 2.5) -> str:
    return f'<circle r="{radius:g}" fill="{fill}" stroke="{rim}" stroke-width="{width:g}"/>'


def nose(colour: str) -> str:
    """Shows where a piece that faces a direction, and has no arrow of its own, looks."""
    return f'<path d="M0-47L11-32H-11z" fill="{colour}"/>'


# ── Shapes ───────────────────────────────────────────────────────────────────────────────────────────────────────


def disc(piece: Piece, look: Look) -> str:
    """Plain, with the piece's symbol."""
    tone = Tones(piece.colour, look)
    return shadow(35, 35) + ball(35, tone.fill, tone.rim) + letter(piece.symbol, tone.ink)


def man(piece: Piece, look: Look) -> str:
    """A draughts man: a milled rim, a groove, the mark in the middle."""
    tone = Tones(piece.colour, look)
    return (
        shadow(38, 38)
        + ball(38, tone.fill, tone.rim)
        + f'<circle r="33" fill="none" stroke="{tone.inked(0.35)}" stroke-width="6" stroke-dasharray="2 3.184"/>'
        + f'<circle r="26" fill="{tone.inked(0.06)}" stroke="{tone.inked(0.45)}" stroke-width="2"/>'
        + mark(piece, tone.inked(0.5), 22)
    )


def marble(piece: Piece, look: Look) -> str:
    """Glass: darker below, a light spot above, the mark inside."""
    tone = Tones(piece.colour, look)
    return (
        shadow(34, 33, 8)
        + ball(36, tone.shaded(0.16), tone.rim, 2)
        + f'<circle cx="-3" cy="-4" r="30" fill="{tone.fill}"/>'
        + f'<circle cx="-6" cy="-8" r="22" fill="{tone.lit(0.16)}"/>'
        + mark(piece, tone.ink, 27, 2, 0.85)
        + '<ellipse cx="-14" cy="-19" rx="10" ry="6" transform="rotate(-35 -14 -19)" fill="#fff" opacity=".85"/>'
        + '<path d="M8 28Q24 23 28 8" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" opacity=".4"/>'
    )


def stone(piece: Piece, look: Look) -> str:
    """A flat pebble with a large engraved mark."""
    tone = Tones(piece.colour, look)
    return (
        shadow(36, 35, 5)
        + ball(36, tone.fill, tone.rim)
        + f'<circle r="31" fill="none" stroke="{tone.lit(0.3)}" stroke-width="2.5"/>'
        + mark(piece, tone.ink, 34)
    )


def mover(piece: Piece, look: Look) -> str:
    """A peg whose head is the mark."""
    tone = Tones(piece.colour, look)
    fill, rim = tone.fill, tone.rim
    head = MARKS.get(piece.colour, DOT).split("zM")[0]  # without the hole of a ring
    line = f'fill="{fill}" stroke="{rim}" stroke-linejoin="round"'
    return (
        shadow(27, 11, 31)
        + f'<path d="M-9-6C-9 12-26 14-26 26A26 10 0 0 0 26 26C26 14 9 12 9-6z" {line} stroke-width="2.5"/>'
        + f'<path d="M-26 26A26 8 0 0 0 26 26" fill="none" stroke="{rim}" stroke-width="1.5" transform="translate(0 -5) scale(.97 1)"/>'
        + f'<path d="{head}z" transform="translate(0 -19) scale(1.85)" {line} stroke-width="1.35"/>'
        + '<path d="M-9 15Q-15 17-16 22" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" opacity=".55"/>'
    )


def tile(count: int) -> Callable[[Piece, Look], str]:
    """A rounded tile with *count* pips in the shape of its side's mark."""

    def draw(piece: Piece, look: Look) -> str:
        tone = Tones(piece.colour, look)
        pips = "".join(
            f'<path d="{MARKS.get(piece.colour, DOT)}" transform="translate({x} {y}) scale(.86)" fill="{tone.ink}" fill-rule="evenodd"/>'
            for x, y in PIPS[count]
        )
        return (
            '<rect x="-34" y="-30" width="70" height="70" rx="17" fill="#000" opacity=".2"/>'
            f'<rect x="-36" y="-36" width="72" height="72" rx="17" fill="{tone.fill}" stroke="{tone.rim}" stroke-width="2.5"/>'
            f'<rect x="-31" y="-31" width="62" height="62" rx="13" fill="none" stroke="{tone.inked(0.22)}" stroke-width="2"/>'
            + pips
        )

    return draw


def die() -> str:
    """The blank face; its arrows are turned separately."""
    return (
        '<rect x="-36" y="-32" width="76" height="74" rx="11" fill="#000" opacity=".2"/>'
        f'<rect x="-38" y="-38" width="76" height="76" rx="11" fill="{IVORY}" stroke="{RIM}" stroke-width="2.5"/>'
    )


def arrows(glyph: str, ink: str = INK) -> str:
    """What a die shows, at a turn of 0 degrees."""
    if glyph == "all-turns":
        stroke, head = CORNER
        one = f'<path d="{stroke}" fill="none" stroke="{ink}" stroke-width="7"/><path d="{head}" fill="{ink}"/>'
        return "".join(f'<g transform="rotate({angle})">{one}</g>' for angle in (0, 90, 180, 270))
    stroke, head = ARROWS[glyph]
    cap = "" if head else ' stroke-linecap="round"'
    line = f'<path d="{stroke}" fill="none" stroke="{ink}" stroke-width="11" stroke-linejoin="round"{cap}/>'
    return line + (f'<path d="{head}" fill="{ink}"/>' if head else "")


@lru_cache(maxsize=1024)
def stamp(piece: Piece, look: Look, angle: int | None = None) -> str:
    """The piece as small as a stamp: one shape in its colour, with its mark, pips or arrows."""
    if piece.glyph in FACES:
        face = f'<rect x="-40" y="-40" width="80" height="80" rx="11" fill="{IVORY}"/>'
        return f'{face}<g transform="rotate({(angle or 0) % 360})">{arrows(piece.glyph)}</g>'
    tone = Tones(piece.colour, look)
    paint = f'fill="{tone.fill}" stroke="{tone.rim}" stroke-width="3"'
    if piece.glyph.startswith("tile"):
        pips = "".join(
            f'<path d="{MARKS.get(piece.colour, DOT)}" transform="translate({x} {y})"/>'
            for x, y in PIPS[int(piece.glyph[4:])]
        )
        return f'<rect x="-38" y="-38" width="76" height="76" rx="16" {paint}/><g fill="{tone.ink}">{pips}</g>'
    return f'<circle r="40" {paint}/>' + mark(piece, tone.ink, 36)


SHAPES: dict[str, Callable[[Piece, Look], str]] = {
    "disc": disc,
    "man": man,
    "marble": marble,
    "stone": stone,
    "mover": mover,
    **{f"tile{count}": tile(count) for count in PIPS},
}
FACES = (*ARROWS, "all-turns")


@lru_cache(maxsize=1024)
def glyph(piece: Piece, look: Look, angle: int | None = None) -> str:
    """The picture of *piece*; *angle* is where it faces, clockwise from the top, None for one that faces nowhere."""
    if piece.glyph == "none":
        return ""
    turned = f'<g class="facing" transform="rotate({(angle or 0) % 360})">{{}}</g>'
    if piece.glyph in FACES:
        return die() + turned.format(arrows(piece.glyph))
    shape = SHAPES.get(piece.glyph, disc)(piece, look)
    return shape if angle is None else turned.format(nose(Tones(piece.colour, look).rim)) + shape

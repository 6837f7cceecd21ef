"""One SVG picture of any game: boards of squares, hexagons or points, with pieces, marks, labels and arrows.

The document stands alone and has no ids, so that several may share one page. Every cell is a group with its name in
``data-cell`` for clicking; its class says how it is marked.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, radians, sin

from tabuleiro.core.piece import EMPTY
from tabuleiro.core.words import say
from tabuleiro.draw.glyphs import FACES, FONT, escape, glyph
from tabuleiro.draw.layout import faces, lay
from tabuleiro.draw.theme import THEMES, Theme, contrast, mix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Any

    from tabuleiro.core.board import Board
    from tabuleiro.core.game import Game
    from tabuleiro.draw.layout import Point

UNIT = 100  # drawing units between two neighbouring cells; shapes in ``glyphs`` fit in one such cell
HEX = UNIT / 3**0.5  # from the middle of a hexagon to its corners
SPOT = 36  # radius of a point's circle
SIZE = {"square": 1.0, "hex": 1.0, "point": 1.2}  # of the pieces: those on points may stand out beyond them
OUTER = {"square": 50.0, "hex": HEX, "point": 52.0}  # how far the board reaches beyond the middle of a cell
TITLE = 60  # height of the line of the title


def svg(
    game: Game[Any],
    state: Any,
    *,
    theme: str | Theme = "light",
    flip: bool = False,
    last: Collection[int] = (),
    targets: Collection[int] = (),
    selected: Collection[int] = (),
    coordinates: bool = True,
    arrows: Iterable[tuple[int, int]] = (),
    title: str = "",
    width: float = 480,
) -> str:
    """A picture of *state*: the cells of the *last* turn, legal *targets* and *selected* cells are marked.

    *flip* shows it from the other side, *arrows* are pairs of cells (hints), *title* is written above.
    """
    colours = THEMES[theme] if isinstance(theme, str) else theme
    board, pieces = game.board, game.pieces
    left, top, across, down = _extent(board, flip, coordinates, bool(title))
    facing = faces(game)
    cells = []
    for cell, (ground, name) in enumerate(_cells(board, game.seats, colours, flip, coordinates)):
        piece = pieces[state.board[cell]]
        empty = state.board[cell] == EMPTY
        angle = (piece.turn + 180 * flip) % 360 if piece.glyph in FACES or piece.glyph in facing else None
        kinds = [
            kind for kind, marked in (("last", last), ("selected", selected), ("target", targets)) if cell in marked
        ]
        below, above = _marks(board.outline, colours, tuple(kinds), empty)
        figure = glyph(piece, colours, angle)
        if figure and SIZE[board.outline] != 1:
            figure = f'<g transform="scale({SIZE[board.outline]})">{figure}</g>'
        told = escape(f"{board.names[cell]}: {piece.name}")
        cells.append(
            f'<g class="{" ".join(["cell", *kinds])}" data-cell="{escape(board.names[cell])}"{ground[0]}>'
            f"<title>{told}</title>{ground[1]}{below}"
            f"{name if empty and 'target' not in kinds else ''}{figure}{above}</g>"
        )
    told = escape(title or say("{game}: {pieces}", game=game.title, pieces=_summary(game, state)))
    heading = (
        f'<text x="{left + across / 2:g}" y="{top + TITLE * 0.7:g}" font-size="34" font-weight="600" '
        f'text-anchor="middle" fill="{colours.text}">{escape(title)}</text>'
        if title
        else ""
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {across:g} {down:g}" width="{width:g}" '
        f'height="{width * down / across:.0f}" role="img" aria-label="{told}" font-family="{FONT}">'
        f'<rect x="{left:g}" y="{top:g}" width="{across:g}" height="{down:g}" fill="{colours.background}"/>'
        + heading
        + _table(board, colours, flip, coordinates)
        + "".join(cells)
        + "".join(_arrow(lay(board, flip).centres, colours, one, other) for one, other in arrows)
        + "</svg>"
    )


def _summary(game: Game[Any], state: Any) -> str:
    """How many pieces of each kind stand on the board, for those who hear the picture."""
    counts = ((piece.name, state.board.count(number)) for number, piece in enumerate(game.pieces) if number != EMPTY)
    told = ", ".join(f"{name} {count}" for name, count in counts if count)
    return told or say("empty board")


# ── The table ────────────────────────────────────────────────────────────────────────────────────────────────────


def _border(board: Board, coordinates: bool) -> float:
    """The width of the frame: labels want room."""
    return 46 if coordinates and board.labels else 26


@lru_cache(maxsize=64)
def _extent(board: Board, flip: bool, coordinates: bool, title: bool) -> tuple[float, float, float, float]:
    """Left, top, width and height of the picture."""
    plan = lay(board, flip)
    edge = OUTER[board.outline] + _border(board, coordinates) + 14
    left, top = plan.left * UNIT - edge, plan.top * UNIT - edge - TITLE * title
    return (
        round(left, 1),
        round(top, 1),
        round(plan.right * UNIT + edge - left, 1),
        round(plan.bottom * UNIT + edge - top, 1),
    )


@lru_cache(maxsize=64)
def _table(board: Board, theme: Theme, flip: bool, coordinates: bool) -> str:
    """What lies under the cells: frame, lines between points, and the labels."""
    plan = lay(board, flip)
    border = _border(board, coordinates)
    inner = [(x * UNIT + dx, y * UNIT + dy) for x, y in plan.centres for dx, dy in _corners(board.outline)]
    outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in hull(inner))
    middle = OUTER["point"] if board.outline == "point" else 0
    width = 2 * (border + middle)
    parts = [
        _slab(outline, "#000000", width, ' transform="translate(3 7)" opacity=".18"'),
        _slab(outline, theme.frame, width),
    ]
    if board.outline == "point":
        parts.append(_slab(outline, theme.board, width - 36))
    else:
        parts.append(_slab(outline, mix(theme.frame, "#000000", 0.25), 8))
    if board.links:
        lines = "".join(
            f"M{plan.centres[one][0] * UNIT:.1f} {plan.centres[one][1] * UNIT:.1f}"
            f"L{plan.centres[other][0] * UNIT:.1f} {plan.centres[other][1] * UNIT:.1f}"
            for one, other in board.links
        )
        parts.append(f'<path d="{lines}" stroke="{theme.line}" stroke-width="5" stroke-linecap="round" fill="none"/>')
    if coordinates:
        for text, (x, y), (right, down) in plan.labels:
            across = x * UNIT + right * (50 + border / 2)
            height = y * UNIT + down * (OUTER[board.outline] + border / 2)
            parts.append(
                f'<text x="{across:.1f}" y="{height + 9:.1f}" font-size="26" font-weight="600" text-anchor="middle" '
                f'fill="{theme.label}">{escape(text)}</text>'
            )
    return "".join(parts)


def _slab(outline: str, colour: str, width: float, more: str = "") -> str:
    """A board with round corners: the *outline* and half the *width* around it."""
    return (
        f'<polygon points="{outline}" fill="{colour}" stroke="{colour}" stroke-width="{width:g}" '
        f'stroke-linejoin="round"{more}/>'
    )


@lru_cache(maxsize=8)
def _corners(outline: str) -> Sequence[Point]:
    if outline == "square":
        return ((-50, -50), (50, -50), (50, 50), (-50, 50))
    if outline == "hex":
        return tuple((HEX * sin(radians(angle)), -HEX * cos(radians(angle))) for angle in range(0, 360, 60))
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


# ── Cells ────────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=64)
def _cells(
    board: Board, seats: tuple[Any, ...], theme: Theme, flip: bool, coordinates: bool
) -> tuple[tuple[tuple[str, str], str], ...]:
    """Of every cell its place and ground, and its name as written while it is empty."""
    tints = _tints(board, seats, theme)
    named = coordinates and board.outline != "square"
    found = []
    for cell, (x, y) in enumerate(lay(board, flip).centres):
        place = f' transform="translate({round(x * UNIT, 1) + 0:g} {round(y * UNIT, 1) + 0:g})"'  # + 0: no minus zero
        odd = board.outline == "square" and round(x - y) % 2 == 1
        fill = theme.shade if odd else theme.board
        if cell in tints:
            fill = mix(fill, *tints[cell])
        if board.outline == "point":
            ground = f'<circle r="{SPOT}" fill="{fill}" stroke="{theme.line}" stroke-width="4"/>'
        else:
            ground = _patch(board.outline, f'fill="{fill}"', 0)
        size = 22 if board.outline == "hex" else 20
        name = (
            f'<text y="{size * 0.35:.0f}" font-size="{size}" text-anchor="middle" fill="{theme.text}" '
            f'opacity=".6">{escape(board.names[cell])}</text>'
            if named
            else ""
        )
        found.append(((place, ground), name))
    return tuple(found)


def _tints(board: Board, seats: tuple[Any, ...], theme: Theme) -> dict[int, tuple[str, float]]:
    """A colour and its share for every cell in a zone.

    A zone that is named like a colour role or begins with a seat's name has that colour, any other a hint of ink.
    """
    tints = {}
    for zone, cells in board.zones.items():
        role = next((seat.colour for seat in seats if zone.casefold().startswith(seat.called.casefold())), zone)
        if role in theme.roles:
            colour = theme.colour(role)
            tint = (colour, min(0.4, 1.3 / contrast(colour, theme.board)))
        else:
            tint = (theme.text, 0.08)
        tints.update(dict.fromkeys(cells, tint))
    return tints


@lru_cache(maxsize=256)
def _marks(outline: str, theme: Theme, kinds: tuple[str, ...], empty: bool) -> tuple[str, str]:
    """What marks a cell, below and above its piece."""
    below = above = ""
    if "last" in kinds:
        below += _patch(
            outline,
            f'fill="{theme.last}" fill-opacity=".75" stroke="{theme.mark}" stroke-width="2.5" stroke-dasharray="7 5"',
            2,
        )
    if "selected" in kinds:
        below += _patch(outline, f'fill="{theme.mark}" fill-opacity=".3" stroke="{theme.mark}" stroke-width="7"', 4)
    if "target" in kinds and empty:
        above = f'<circle r="15" fill="{theme.mark}" stroke="{theme.board}" stroke-width="3"/>'
    elif "target" in kinds:
        radius = 43 * SIZE[outline] ** 0.6
        above = f'<circle r="{radius:g}" fill="none" stroke="{theme.mark}" stroke-width="7" pathLength="96" stroke-dasharray="8 4"/>'
    return below, above


@lru_cache(maxsize=256)
def _patch(outline: str, style: str, inset: float) -> str:
    """The shape of a cell, a little smaller by *inset*."""
    if outline == "square":
        half = 49.5 - inset
        return f'<rect x="{-half}" y="{-half}" width="{2 * half:g}" height="{2 * half:g}" {style}/>'
    if outline == "hex":
        corners = " ".join(f"{x * (0.97 - inset / 60):.1f},{y * (0.97 - inset / 60):.1f}" for x, y in _corners("hex"))
        return f'<polygon points="{corners}" {style}/>'
    return f'<circle r="{SPOT + 10 - inset}" {style}/>'


def _arrow(centres: Sequence[Point], theme: Theme, one: int, other: int) -> str:
    """From the middle of one cell to that of the other; a ring when they are the same."""
    (x, y), (to_x, to_y) = centres[one], centres[other]
    x, y, to_x, to_y = x * UNIT, y * UNIT, to_x * UNIT, to_y * UNIT
    length = hypot(to_x - x, to_y - y)
    if not length:
        return f'<circle class="arrow" cx="{x:.1f}" cy="{y:.1f}" r="44" fill="none" stroke="{theme.mark}" stroke-width="10" opacity=".85"/>'
    along, side = ((to_x - x) / length, (to_y - y) / length), 17
    x, y = x + along[0] * 24, y + along[1] * 24
    neck = (to_x - along[0] * 34, to_y - along[1] * 34)
    head = " ".join(
        f"{px:.1f},{py:.1f}"
        for px, py in (
            (to_x, to_y),
            (neck[0] - along[1] * side, neck[1] + along[0] * side),
            (neck[0] + along[1] * side, neck[1] - along[0] * side),
        )
    )
    return (
        f'<g class="arrow" opacity=".85" pointer-events="none"><path d="M{x:.1f} {y:.1f}L{neck[0]:.1f} {neck[1]:.1f}" '
        f'stroke="{theme.mark}" stroke-width="13" stroke-linecap="round"/>'
        f'<polygon points="{head}" fill="{theme.mark}" stroke="{theme.mark}" stroke-width="4" stroke-linejoin="round"/></g>'
    )

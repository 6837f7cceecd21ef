"""Pictures of any game as SVG: ``svg`` draws a position, ``live`` a board whose pieces a page moves.

Geometry, pieces and zones are the game's, colours and materials the theme's. A document stands alone: it has no
script, and its ids begin with a hash of all it shows, so that several may share one page. Every cell of a position is
a group with its name in ``data-cell``; its class says how it is marked.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import hypot

from tabuleiro.core.piece import EMPTY
from tabuleiro.core.words import say
from tabuleiro.draw import ground as under
from tabuleiro.draw import wood
from tabuleiro.draw.figures import figure
from tabuleiro.draw.glyphs import FACES, FONT, escape, glyph, stamp
from tabuleiro.draw.ground import TITLE, Ground, hull, patch
from tabuleiro.draw.layout import faces
from tabuleiro.draw.parts import OWN, Part, own
from tabuleiro.draw.theme import AUTO, LOOKS, Look, Theme

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Any

    from tabuleiro.core.game import Game
    from tabuleiro.draw.layout import Point

__all__ = ["hull", "live", "svg"]

SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L',P052,Georgia,serif"
TINT = 0.45  # how much the last turn colours its cells
WAITING = 0.5  # how much is seen of a piece that is not placed yet


def svg(
    game: Game[Any],
    state: Any,
    *,
    theme: str | Theme = "light",
    flip: bool = False,
    last: Collection[int] = (),
    targets: Collection[int] = (),
    selected: Collection[int] = (),
    waiting: Mapping[int, int] | None = None,
    hints: Collection[int] = (),
    cursor: int | None = None,
    coordinates: bool = True,
    arrows: Iterable[tuple[int, int]] = (),
    ways: Iterable[Sequence[int]] = (),
    title: str = "",
    width: float = 480,
    mini: bool = False,
) -> str:
    """A picture of *state*: the cells of the *last* turn, legal *targets*, *selected* cells and *hints* are marked.

    *theme* is ``light``, ``dark``, ``plain`` (flat, for print) or ``auto``: light and dark in one, as the reader's
    screen prefers. *waiting* are cells with pieces that are not placed yet. *flip* shows it from the other side.
    *arrows* are pairs of cells, *ways* the cells that a piece goes through. *title* is written above. A *mini* board
    is for lists: small in bytes, plain in its shapes.
    """
    ground = _ground(game, _look(theme, mini), flip, coordinates and not mini)
    waiting = waiting or {}
    marks = {"last": last, "selected": selected, "hint": hints, "target": targets}
    used = {*state.board, *waiting.values()} - {EMPTY}
    kit = {number: _figure(game, number, ground.look, flip, mini) for number in sorted(used)}
    table = _table(ground)
    defs = _merged(table, *kit.values())
    defs |= {f"p{number}": f'<g id="{OWN}p{number}">{part.art}</g>' for number, part in kit.items()}
    bare = [cell for cell in game.board if state.board[cell] == EMPTY and cell not in targets and cell not in waiting]
    shown = [
        _cell(game, ground, cell, state.board[cell], waiting.get(cell, EMPTY), marks, cursor == cell, mini)
        for cell in _from_behind(ground)
    ]
    body = (
        f'<g class="ground">{table.art}</g>{"".join(shown)}{under.names(ground, bare)}'
        + "".join(_way(ground, [*way], state.board[way[-1]] != EMPTY) for way in ways)
        + "".join(_arrow(ground, one, other) for one, other in arrows)
    )
    told = title or say("{game}: {pieces}", game=game.title, pieces=_summary(game, state))
    return own(_document(ground, defs, body, told, title, width))


def live(game: Game[Any], theme: str = AUTO) -> str:
    """The board for a page: its script puts pieces and marks in, and turns it round.

    Pieces are symbols ``p1``, ``p2`` and so on around (0, 0), also for use elsewhere on the page; ``data-flip`` names
    the one to use when the board is turned. What differs between the sides has the class ``near`` or ``far``.
    There is no style in it, so that a strict page may hold it: colours stand in attributes.
    """
    ground = _ground(game, LOOKS[theme], False, True)
    turned = replace(ground, flip=True)
    places = ground.places
    centre = (
        (min(x for x, _ in places) + max(x for x, _ in places)) / 2,
        (min(y for _, y in places) + max(y for _, y in places)) / 2,
    )
    symbols, kit = _symbols(game, ground.look)
    table = _table(ground)
    left, top, across, down = ground.box
    cells = "".join(
        patch(
            ground.shape,
            f'class="cell" data-cell="{cell}" data-name="{escape(game.board.names[cell])}" data-x="{x:g}" data-y="{y:g}" '
            f'transform="translate({x:g} {y:g})" fill="transparent"',
            2,
        )
        for cell, (x, y) in enumerate(places)
    )
    return own(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{left:g} {top:g} {across:g} {down:g}" '
        f'data-cx="{centre[0]:g}" data-cy="{centre[1]:g}" font-family="{SERIF}">'
        f"<defs>{''.join(_merged(_table(turned), table, *kit).values())}{symbols}</defs>"
        f'<g class="ground">{_both(ground, turned, places, centre)}</g>'
        f'<g class="marks"></g><g class="names">{_sides(centre, *(under.names(side, side.board, numbered=True) for side in (ground, turned)))}</g><g class="pieces"></g><g class="above"></g><g class="cells">{cells}</g></svg>'
    )


# ── Putting together ─────────────────────────────────────────────────────────────────────────────────────────────


def _look(theme: str | Theme, mini: bool) -> Look:
    look = Look((theme,)) if isinstance(theme, Theme) else LOOKS[theme]
    return replace(look, flat=look.flat or mini)


def _ground(game: Game[Any], look: Look, flip: bool, coordinates: bool) -> Ground:
    rolling = game.board.outline == "square" and any(piece.glyph == "marble" for piece in game.pieces)
    rolling = rolling and not look.flat
    return Ground(game.board, game.seats, look, flip, coordinates, rolling)


@lru_cache(maxsize=64)
def _table(ground: Ground) -> Part:
    """Everything below the pieces but the names of cells."""
    labels = under.labels(ground)
    if ground.look.flat:
        return Part(under.flat(ground).art + labels, {})
    frame, cells = wood.frame(ground), wood.cells(ground)
    zones = wood.zones(ground)
    middle = zones + cells.art if ground.board.outline == "point" else cells.art + zones
    return Part(frame.art + middle + wood.inlays(ground) + labels, {**frame.defs, **cells.defs})


def _both(ground: Ground, turned: Ground, places: Sequence[Point], centre: Point) -> str:
    """The ground for both sides; what is the same from both stands there once."""
    mirrored = {(round(2 * centre[0] - x), round(2 * centre[1] - y)) for x, y in places}
    if ground.look.flat or mirrored != {(round(x), round(y)) for x, y in places}:
        return _sides(centre, *(_table(side).art for side in (ground, turned)))
    frame, cells = wood.frame(ground), wood.cells(ground)
    zones = _sides(centre, wood.zones(ground), wood.zones(turned))
    written = _sides(centre, *(wood.inlays(side) + under.labels(side) for side in (ground, turned)))
    middle = zones + cells.art if ground.board.outline == "point" else cells.art + zones
    return frame.art + middle + written


def _sides(centre: Point, near: str, far: str) -> str:
    """What is seen from each side. A turned board is laid out around (0, 0), and is moved to where the other lies."""
    if near == far:
        return near
    moved = f"translate({2 * centre[0]:g} {2 * centre[1]:g})"
    return f'<g class="near">{near}</g><g class="far" transform="{moved}" display="none">{far}</g>'


def _angle(game: Game[Any], number: int, flip: bool) -> int | None:
    """Where a piece faces in the picture; None if it faces nowhere."""
    piece = game.pieces[number]
    return (piece.turn + 180 * flip) % 360 if piece.glyph in FACES or piece.glyph in faces(game) else None


def _figure(game: Game[Any], number: int, look: Look, flip: bool, mini: bool = False) -> Part:
    if mini:
        return Part(stamp(game.pieces[number], look, _angle(game, number, flip)), {})
    size = 1.0 if game.board.outline != "point" else 1.2 if look.flat else 1.08  # on points they may stand out
    return _sized(game.pieces[number], look, _angle(game, number, flip), size)


@lru_cache(maxsize=1024)
def _sized(piece: Any, look: Look, angle: int | None, size: float) -> Part:
    part = Part(glyph(piece, look, angle), {}) if look.flat else figure(piece, look, angle)
    return part if size == 1 else Part(f'<g transform="scale({size})">{part.art}</g>', part.defs)


def _symbols(game: Game[Any], look: Look) -> tuple[str, list[Part]]:
    """Every piece as a symbol, and where no other piece looks like it turned round, a second one for that."""
    written, kit = [], []
    drawn = {number: _figure(game, number, look, False) for number in range(1, len(game.pieces))}
    for number, part in drawn.items():
        far = _figure(game, number, look, True)
        twin = number if far.art == part.art else next((n for n, other in drawn.items() if other.art == far.art), 0)
        written.append(
            f'<symbol id="p{number}" overflow="visible" data-flip="{f"p{twin}" if twin else f"p{number}far"}">{part.art}</symbol>'
        )
        if not twin:
            written.append(f'<symbol id="p{number}far" overflow="visible" data-flip="p{number}">{far.art}</symbol>')
        kit += [part, far]
    return "".join(written), kit


def _merged(*parts: Part) -> dict[str, str]:
    return {key: text for part in parts for key, text in part.defs.items()}


def _document(ground: Ground, defs: Mapping[str, str], body: str, told: str, title: str, width: float) -> str:
    left, top, across, down = ground.box
    heading = ""
    if title:
        top, down = top - TITLE, down + TITLE
        heading = (
            f'<rect x="{left:g}" y="{top:g}" width="{across:g}" height="{down:g}" fill="{ground.look(lambda t: t.background)}"/>'
            f'<text x="{left + across / 2:g}" y="{top + TITLE * 0.8:g}" font-size="34" font-weight="600" '
            f'text-anchor="middle" fill="{ground.look(lambda t: t.text)}">{escape(title)}</text>'
        )
    scheme = ' style="color-scheme:light dark"' if len(ground.look.themes) > 1 else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {across:g} {down:g}" width="{width:g}" '
        f'height="{width * down / across:.0f}" role="img" aria-label="{escape(told)}" '
        f'font-family="{FONT if ground.look.flat else SERIF}"{scheme}>'
        f"<defs>{''.join(defs.values())}</defs>{heading}{body}</svg>"
    )


def _summary(game: Game[Any], state: Any) -> str:
    """How many pieces of each kind stand on the board, for those who hear the picture."""
    counts = ((piece.name, state.board.count(number)) for number, piece in enumerate(game.pieces) if number != EMPTY)
    told = ", ".join(f"{name} {count}" for name, count in counts if count)
    return told or say("empty board")


# ── Cells and marks ──────────────────────────────────────────────────────────────────────────────────────────────


def _from_behind(ground: Ground) -> list[int]:
    """Cells from the far edge to the near one: what stands nearer may hide what is behind."""
    return sorted(ground.board, key=lambda cell: (round(ground.places[cell][1]), cell))


def _cell(
    game: Game[Any],
    ground: Ground,
    cell: int,
    number: int,
    waiting: int,
    marks: Mapping[str, Collection[int]],
    cursor: bool,
    mini: bool,
) -> str:
    """The group of a cell: its name for those who point at it, what marks it, and what stands there."""
    x, y = ground.places[cell]
    kinds = [kind for kind, marked in marks.items() if cell in marked]
    below, above = _marks(ground.shape, ground.look, tuple(kinds), number == EMPTY, cursor)
    standing = f'<use href="#{OWN}p{number}"/>' if number != EMPTY else ""
    if waiting:
        standing += f'<use class="waiting" href="#{OWN}p{waiting}" opacity="{WAITING}"/>'
    if mini:
        place = f' x="{x:g}" y="{y:g}"/>'
        if not below:
            return standing.replace("/>", place)
        return f'<g transform="translate({x:g} {y:g})">{below}{standing}{above}</g>'
    told = escape(f"{ground.board.names[cell]}: {game.pieces[number].name}")
    classes = " ".join(["cell", *kinds, *["cursor"] * cursor])
    return (
        f'<g class="{classes}" data-cell="{escape(ground.board.names[cell])}" transform="translate({x:g} {y:g})">'
        f"<title>{told}</title>{below}{standing}{above}</g>"
    )


@lru_cache(maxsize=512)
def _marks(outline: str, look: Look, kinds: tuple[str, ...], empty: bool, cursor: bool) -> tuple[str, str]:
    """What marks a cell, below and above its piece."""
    last, mark = look(lambda theme: theme.last), look(lambda theme: theme.mark)
    halo, focus = look(lambda theme: theme.halo), look(lambda theme: theme.focus)
    below = above = ""
    if "last" in kinds and look.flat:
        dashed = f'stroke="{mark}" stroke-width="2.5" stroke-dasharray="7 5"'
        below += patch(outline, f'fill="{last}" fill-opacity="{TINT}" {dashed}', 2)
    elif "last" in kinds:  # amber between two thin dark lines, which are seen without its colour
        below += patch(outline, f'fill="{last}" fill-opacity="{TINT}" stroke="#2b1a0c" stroke-width="8"', 3)
        below += patch(outline, f'fill="none" stroke="{last}" stroke-width="5"', 3)
    if "selected" in kinds:
        below += patch(outline, f'fill="{mark}" fill-opacity=".28" stroke="{mark}" stroke-width="7"', 3)
    if "hint" in kinds:
        below += patch(outline, f'fill="none" stroke="{halo}" stroke-width="9"', 5)
        below += patch(
            outline, f'fill="none" stroke="{mark}" stroke-width="6" stroke-dasharray="3 9" stroke-linecap="round"', 5
        )
    if "target" in kinds and empty:
        above += f'<circle r="14" fill="{mark}" stroke="{halo}" stroke-width="4"/>'
    elif "target" in kinds:
        above += "".join(
            f'<circle r="45" fill="none" stroke="{colour}" stroke-width="{wide}" pathLength="96" stroke-dasharray="14 10" stroke-dashoffset="7"/>'
            for colour, wide in ((halo, 11), (mark, 8))
        )
    if cursor:
        above += "".join(
            patch(outline, f'fill="none" stroke="{colour}" stroke-width="{wide}"', 1)
            for colour, wide in ((halo, 11), (focus, 6))
        )
    return below, above


def _arrow(ground: Ground, one: int, other: int) -> str:
    """From the middle of one cell to that of the other; a ring when they are the same."""
    (x, y), (to_x, to_y) = ground.places[one], ground.places[other]
    length = hypot(to_x - x, to_y - y)
    if not length:
        rings = "".join(
            f'<circle cx="{x:g}" cy="{y:g}" r="44" fill="none" stroke="{colour}" stroke-width="{wide}"/>'
            for colour, wide in _outlined(ground.look, 16, 10)
        )
        return f'<g class="arrow" pointer-events="none">{rings}</g>'
    along = (to_x - x) / length, (to_y - y) / length
    return f'<g class="arrow" pointer-events="none">{_head(ground.look, (to_x, to_y), along, (x + along[0] * 26, y + along[1] * 26))}</g>'


def _way(ground: Ground, cells: Sequence[int], captures: bool) -> str:
    """Dots through the middle of these cells; the head stops short of what is captured."""
    points = [ground.places[cell] for cell in cells]
    first, last = _towards(points[0], points[1]), _towards(points[-2], points[-1])
    short = 42 if captures else 0
    tip = points[-1][0] - last[0] * short, points[-1][1] - last[1] * short
    points[0] = points[0][0] + first[0] * 46, points[0][1] + first[1] * 46
    points[-1] = tip[0] - last[0] * 40, tip[1] - last[1] * 40
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    (halo, wide), (mark, thin) = _outlined(ground.look, 17, 9)
    line = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return (
        f'<g class="way" pointer-events="none"><path d="{path}" {line} stroke="{halo}" stroke-opacity=".9" stroke-width="{wide}"/>'
        f'<path d="{path}" {line} stroke="{mark}" stroke-width="{thin}" stroke-dasharray="1 16.5"/>'
        f"{_head(ground.look, tip, last, None)}</g>"
    )


def _towards(one: Point, other: Point) -> Point:
    length = hypot(other[0] - one[0], other[1] - one[1])
    return (other[0] - one[0]) / length, (other[1] - one[1]) / length


def _outlined(look: Look, wide: float, thin: float) -> tuple[tuple[str, float], tuple[str, float]]:
    """A stroke in the colour of marks on a wider one that stands out from any ground."""
    return (look(lambda theme: theme.halo), wide), (look(lambda theme: theme.mark), thin)


def _head(look: Look, tip: Point, along: Point, tail: Point | None) -> str:
    """The head of an arrow, and its shaft when it has a *tail*."""
    neck = tip[0] - along[0] * 34, tip[1] - along[1] * 34
    wings = (neck[0] - along[1] * 20, neck[1] + along[0] * 20), (neck[0] + along[1] * 20, neck[1] - along[0] * 20)
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, *wings))
    shaft = f"M{tail[0]:.1f} {tail[1]:.1f}L{neck[0]:.1f} {neck[1]:.1f}" if tail else ""
    return "".join(
        (f'<path d="{shaft}" stroke="{colour}" stroke-width="{wide}" stroke-linecap="round"/>' if shaft else "")
        + f'<polygon points="{points}" fill="{colour}" stroke="{colour}" stroke-width="{edge}" stroke-linejoin="round"/>'
        for (colour, wide), edge in zip(_outlined(look, 20, 12), (9, 2), strict=True)
    )

"""Boards as data: cells with names, places and neighbours. Three ways to make one: grid, hexagon, graph."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

OFF = -1  # no cell: over the edge

# Directions of a grid, clockwise from the top of the picture: column and row offsets.
COMPASS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST = range(8)

# Directions of a hexagon, clockwise from the upper left: column (in half cells) and row offsets.
SPOKES = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))

HEX_ROW = 0.8660254  # height of a row of hexagons whose centres are one unit apart: sqrt(3) / 2


@dataclass(frozen=True, eq=False)
class Board:
    """Cells are numbered from 0 in reading order of the picture; x grows rightwards, y downwards.

    *centres* are in units of one cell. *outline* is ``square``, ``hex`` or ``point`` (a circle on drawn lines).
    ``steps[direction][cell]`` is the neighbour or OFF. *links* are pairs of cells joined by a drawn line.
    *zones* are named sets of cells that pictures tint. *labels* are coordinates written beside the board.
    *spots* fix the column and line of every cell on a text board; without them the centres decide.
    """

    names: tuple[str, ...]
    centres: tuple[tuple[float, float], ...]
    outline: str
    steps: tuple[tuple[int, ...], ...] = ()
    links: tuple[tuple[int, int], ...] = ()
    zones: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    labels: tuple[tuple[str, float, float], ...] = ()
    spots: tuple[tuple[int, int], ...] = ()

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.names)))

    @cached_property
    def cells(self) -> dict[str, int]:
        """Cell number by name."""
        return {name: cell for cell, name in enumerate(self.names)}

    def at(self, names: str | Iterable[str]) -> tuple[int, ...]:
        """The cells of these *names* (a string: separated by blanks), in the given order."""
        wanted = names.split() if isinstance(names, str) else names
        return tuple(self.cells[name] for name in wanted)

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """``rays[cell][direction]``: the cells onward from *cell*, nearest first."""
        return tuple(tuple(self._ray(cell, step) for step in self.steps) for cell in self)

    @staticmethod
    def _ray(cell: int, step: Sequence[int]) -> tuple[int, ...]:
        cells = []
        while (cell := step[cell]) != OFF:
            cells.append(cell)
        return tuple(cells)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """``neighbours[cell]``: by steps, or by links on a graph."""
        if self.steps:
            return tuple(tuple(step[cell] for step in self.steps if step[cell] != OFF) for cell in self)
        joined: list[list[int]] = [[] for _ in self.names]
        for one, other in self.links:
            joined[one].append(other)
            joined[other].append(one)
        return tuple(tuple(sorted(cells)) for cells in joined)

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Cells with the same y, top row first, each from left to right."""
        by_height: dict[float, list[int]] = {}
        for cell, (_, y) in enumerate(self.centres):
            by_height.setdefault(round(y, 3), []).append(cell)
        return tuple(tuple(sorted(by_height[y], key=lambda cell: self.centres[cell][0])) for y in sorted(by_height))

    @classmethod
    def grid(
        cls,
        columns: Sequence[str],
        rows: Sequence[str],
        name: str = "{column}{row}",
        zones: Mapping[str, Sequence[str]] | None = None,
    ) -> Board:
        """Squares; *columns* are labels from left to right and *rows* labels from top to bottom."""
        at = {(x, y): y * len(columns) + x for y in range(len(rows)) for x in range(len(columns))}
        names = tuple(name.format(column=columns[x], row=rows[y]) for x, y in at)
        number = {text: cell for cell, text in enumerate(names)}
        labels = [(label, float(x), float(len(rows))) for x, label in enumerate(columns)]
        labels += [(label, -1.0, float(y)) for y, label in enumerate(rows)]
        return cls(
            names,
            tuple((float(x), float(y)) for x, y in at),
            "square",
            tuple(tuple(at.get((x + dx, y + dy), OFF) for x, y in at) for dx, dy in COMPASS),
            zones={key: tuple(number[cell] for cell in cells) for key, cells in (zones or {}).items()},
            labels=tuple(labels),
        )

    @classmethod
    def hexagon(cls, side: int, name: str = "{row}.{place}") -> Board:
        """A hexagon of hexagons with *side* cells a side, rows across, counted from 1 at the top left."""
        at: dict[tuple[int, int], int] = {}  # by column in half cells, and row
        names = []
        for row in range(2 * side - 1):
            width = 2 * side - 1 - abs(side - 1 - row)
            for place in range(width):
                at[2 * place - width + 1, row] = len(at)
                names.append(name.format(row=row + 1, place=place + 1))
        return cls(
            tuple(names),
            tuple((x / 2, y * HEX_ROW) for x, y in at),
            "hex",
            tuple(tuple(at.get((x + dx, y + dy), OFF) for x, y in at) for dx, dy in SPOKES),
            labels=tuple((str(row + 1), -side - 0.1, row * HEX_ROW) for row in range(2 * side - 1)),
        )

    @classmethod
    def graph(
        cls,
        points: Mapping[str, tuple[float, float]],
        lines: Iterable[tuple[str, str]],
        spots: Mapping[str, tuple[int, int]] | None = None,
        zones: Mapping[str, Sequence[str]] | None = None,
    ) -> Board:
        """Named points joined by drawn lines; *spots* place them on a text board."""
        number = {name: cell for cell, name in enumerate(points)}
        return cls(
            tuple(points),
            tuple(points.values()),
            "point",
            links=tuple((number[one], number[other]) for one, other in lines),
            zones={key: tuple(number[cell] for cell in cells) for key, cells in (zones or {}).items()},
            spots=tuple(spots[name] for name in points) if spots else (),
        )

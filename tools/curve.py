"""Draw columns of a CSV file as lines of an SVG picture: ``python tools/curve.py FILE.csv X Y... > FILE.svg``."""

from __future__ import annotations

import csv
import sys

WIDE, HIGH, EDGE = 640, 320, 48
LINE = 14  # so far apart are two names at least
COLOURS = ("#1f6f8b", "#c8553d", "#588157", "#7d5ba6")


def numbers(path: str) -> list[dict[str, str]]:
    """The rows whose first column is a number."""
    with open(path, encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if next(iter(row.values())).replace(".", "").isdigit()]


def drawn(rows: list[dict[str, str]], x: str, ys: list[str]) -> str:
    """Axes from 0 to the largest, a line for each column, and its name where it ends."""
    most = max(float(row[x]) for row in rows) or 1.0
    top = max(1.0, *(float(row[y]) for row in rows for y in ys))

    def place(row: dict[str, str], y: str) -> str:
        across = EDGE + (WIDE - 3 * EDGE) * float(row[x]) / most
        return f"{across:.1f},{HIGH - EDGE - (HIGH - 2 * EDGE) * float(row[y]) / top:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>',
        f'<path d="M{EDGE} {EDGE}V{HIGH - EDGE}H{WIDE - 2 * EDGE}" fill="none" stroke="#555"/>',
        f'<text x="{WIDE - 2 * EDGE}" y="{HIGH - EDGE + 18}" text-anchor="end">{x.replace("_", " ")}: {most:g}</text>',
        f'<text x="{EDGE - 6}" y="{EDGE + 4}" text-anchor="end">{top:g}</text>',
        f'<text x="{EDGE - 6}" y="{HIGH - EDGE + 4}" text-anchor="end">0</text>',
    ]
    taken: list[float] = []
    for colour, y in zip(COLOURS, ys, strict=False):
        points = [place(row, y) for row in rows]
        right, high = points[-1].split(",")
        parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="2"/>')
        at = float(high) + 4
        while any(abs(at - other) < LINE for other in taken):  # names of lines that end together stand below each other
            at += 1
        taken.append(at)
        parts.append(f'<text x="{float(right) + 6}" y="{at}" fill="{colour}">{y.replace("_", " ")}</text>')
    return "\n".join([*parts, "</svg>"])


if __name__ == "__main__":
    print(drawn(numbers(sys.argv[1]), sys.argv[2], sys.argv[3:]))

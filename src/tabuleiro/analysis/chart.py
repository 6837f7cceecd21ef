"""The course of a game as a picture: every seat's expected share of the win, turn by turn, with the mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from tabuleiro.core import say
from tabuleiro.core.words import shown
from tabuleiro.draw.text import width
from tabuleiro.draw.theme import THEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tabuleiro.analysis.analyst import Verdict
    from tabuleiro.core import Game
    from tabuleiro.draw.theme import Theme

WIDTH, HIGH = 640, 180  # of the picture; of the plot
LEFT, RIGHT, TOP, BOTTOM = 62, 16, 14, 44  # around the plot; the names stand above all that
WIDE = WIDTH - LEFT - RIGHT
ROW, LETTER, SIGN = 18, 6.6, 20  # pixels: a row of names, a letter at most, the sign before a name
SIGNS = (  # of seats, around their middle: a colour alone does not tell everybody who it was
    "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
    "M-4-4H4V4H-4z",
    "M0-5.5L5.2 4H-5.2z",
    "M0-6L6 0L0 6L-6 0z",
)


def chart(
    game: Game[Any], verdicts: Sequence[Verdict], names: Sequence[str], theme: str = "light", about: str = ""
) -> str:
    """An SVG picture, which tells programs what it is *about*. Of two seats one line tells all; the first seat's is drawn."""
    look = THEMES[theme]
    legend, rows = _legend(game, names, look)
    plot = Plot(TOP + ROW * rows, max(len(verdicts), 1), look)
    size = f'viewBox="0 0 {WIDTH} {plot.height}" width="{WIDTH}" height="{plot.height}"'
    letters = f'font-family="sans-serif" font-size="11" fill="{look.text}"'
    shown = (0,) if game.players == 2 else range(game.players)
    upright = say("share of the win")
    if len(shown) == 1:
        upright = say("share of the win: {seat}", seat=game.seats[0].name)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {letters}>',
        f"<title>{escape(say('{game}: expected share of the win, turn by turn', game=game.title))}</title>",
        *([f"<metadata>{escape(about, quote=False)}</metadata>"] if about else []),
        f'<rect width="{WIDTH}" height="{plot.height}" fill="{look.background}"/>',
        *legend,
        *plot.axes([verdict.turn for verdict in verdicts], upright),
    ]
    start = verdicts[0].before if verdicts else (1 / game.players,) * game.players
    for seat in shown:
        shares = [start[seat], *(verdict.scores[seat] for verdict in verdicts)]
        out += plot.line(shares, look.colour(game.seats[seat].colour))
    for number, verdict in enumerate(verdicts, 1):
        if verdict.mark:
            out.append(_mistake(game, plot, number, verdict, verdict.seat if len(shown) > 1 else 0))
    return "\n".join([*out, "</svg>"])


@dataclass(frozen=True)
class Plot:
    """Where things are between the axes: it begins at *top*, and has so many decisions after the start."""

    top: int
    count: int
    look: Theme

    @property
    def height(self) -> int:
        """Of the whole picture."""
        return self.top + HIGH + BOTTOM

    def x(self, number: int) -> float:
        """After so many decisions."""
        return round(LEFT + WIDE * number / self.count, 1)

    def y(self, share: float) -> float:
        return round(self.top + HIGH * (1 - share), 1)

    def axes(self, turns: Sequence[int], upright: str) -> list[str]:
        """Lines, numbers and titles; *turns* are the numbers of the turns by decision."""
        out = []
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            at = self.y(share)
            out.append(f'<path d="M{LEFT} {at}H{LEFT + WIDE}" stroke="{self.look.line}" stroke-opacity="0.3"/>')
            out.append(f'<text x="{LEFT - 6}" y="{at + 4}" text-anchor="end">{100 * share:.0f} %</text>')
        below, middle = self.top + HIGH + 18, self.top + HIGH / 2
        out += [
            f'<text x="{self.x(number + 1)}" y="{below}" text-anchor="middle">{turns[number]}</text>'
            for number in range(0, len(turns), max(1, -(-self.count // 12)))
        ]
        return [
            *out,
            f'<text x="{LEFT + WIDE / 2}" y="{self.height - 8}" text-anchor="middle">{escape(say("turn"))}</text>',
            f'<text transform="translate(14 {middle}) rotate(-90)" text-anchor="middle">{escape(upright)}</text>',
        ]

    def line(self, shares: Sequence[float], colour: str) -> list[str]:
        """A line in *colour* with an outline, so that a light one is seen too."""
        path = "L".join(f"{self.x(number)} {self.y(share)}" for number, share in enumerate(shares))
        return [
            f'<path d="M{path}" fill="none" stroke="{stroke}" stroke-width="{thick}" stroke-linejoin="round"/>'
            for stroke, thick in ((self.look.text, 4), (colour, 2.5))
        ]


def _mistake(game: Game[Any], plot: Plot, number: int, verdict: Verdict, line: int) -> str:
    """The sign of who made it on the *line* of a seat, the mark beside it, and for a mouse that rests on it the words."""
    share, fell = verdict.scores[line], verdict.scores[line] < verdict.before[line]
    below = share > 0.9 or (fell and share > 0.15)  # where neither the line is nor the numbers are
    x, y = plot.x(number), plot.y(share)
    who = game.seats[verdict.seat].name
    words = escape(f"{verdict.turn}. {who}: {verdict.text} {verdict.mark}: {verdict.sentence()}")
    halo = f'stroke="{plot.look.background}" stroke-width="3" paint-order="stroke"'
    mark = f'<text x="{x}" y="{y + (20 if below else -10):.1f}" text-anchor="middle" {halo}>{verdict.mark}</text>'
    return f"<g><title>{words}</title>{_sign(game, verdict.seat, plot.look, x, y)}{mark}</g>"


def _sign(game: Game[Any], seat: int, look: Theme, x: float, y: float) -> str:
    """The mark of a seat: its shape in its colour."""
    shape, colour = SIGNS[seat % len(SIGNS)], look.colour(game.seats[seat].colour)
    return f'<path transform="translate({x} {y})" d="{shape}" fill="{colour}" stroke="{look.text}" stroke-width="1.2"/>'


def _legend(game: Game[Any], names: Sequence[str], look: Theme) -> tuple[list[str], int]:
    """The seats, each with its sign and who sat there, side by side or below each other; and how many rows that takes."""
    out, left, row = [], float(LEFT), 1
    for seat, name in enumerate(names):
        called = game.seats[seat].name
        label = _cut(called if shown(name) == called else f"{called} ({shown(name)})", int((WIDE - SIGN) / LETTER))
        room = SIGN + LETTER * width(label)
        if left > LEFT and left + room > WIDTH - RIGHT:
            left, row = float(LEFT), row + 1
        out.append(_sign(game, seat, look, left + 6, ROW * row - 4))
        out.append(f'<text x="{left + SIGN - 4:.0f}" y="{ROW * row}">{escape(label)}</text>')
        left += room + SIGN
    return out, row


def _cut(label: str, columns: int) -> str:
    """*label*, or its beginning."""
    if width(label) <= columns:
        return label
    while width(label) >= columns:
        label = label[:-1]
    return f"{label}…"

"""The course of a game as a picture: every seat's expected share of the win, turn by turn, with the mistakes."""

from __future__ import annotations

from html import escape

from tabuleiro.core import say
from tabuleiro.draw.theme import THEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tabuleiro.arena.analysis import Verdict
    from tabuleiro.core import Game

WIDTH, HEIGHT, LEFT, TOP = 640, 240, 44, 30  # of the picture, and where the plot begins


def chart(
    game: Game[Any], verdicts: Sequence[Verdict], names: Sequence[str], theme: str = "light", about: str = ""
) -> str:
    """An SVG picture, which tells programs what it is *about*. Of two seats one line tells all; the first seat's is drawn."""
    look = THEMES[theme]
    wide, high = WIDTH - LEFT - 16, HEIGHT - TOP - 34
    count = max(len(verdicts), 1)

    def x(number: int) -> float:
        return round(LEFT + wide * number / count, 1)

    def y(share: float) -> float:
        return round(TOP + high * (1 - share), 1)

    text = f'font-family="sans-serif" font-size="11" fill="{look.text}"'
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">',
        f"<title>{escape(say('{game}: expected share of the win, turn by turn', game=game.title))}</title>",
        *([f"<metadata>{escape(about, quote=False)}</metadata>"] if about else []),
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{look.background}"/>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        out.append(f'<path d="M{LEFT} {y(share)}H{LEFT + wide}" stroke="{look.line}" stroke-opacity="0.3"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y(share) + 4}" text-anchor="end" {text}>{100 * share:.0f} %</text>')
    step = max(1, -(-count // 12))
    out += [
        f'<text x="{x(number + 1)}" y="{HEIGHT - 16}" text-anchor="middle" {text}>{verdicts[number].turn}</text>'
        for number in range(0, len(verdicts), step)
    ]
    start = verdicts[0].before if verdicts else (1 / game.players,) * game.players
    shown = (0,) if game.players == 2 else range(game.players)
    for place, seat in enumerate(shown):
        colour = look.colour(game.seats[seat].colour)
        dots = [start[seat], *(verdict.scores[seat] for verdict in verdicts)]
        path = "L".join(f"{x(number)} {y(share)}" for number, share in enumerate(dots))
        out.append(
            f'<path d="M{path}" fill="none" stroke="{look.text}" stroke-width="4" stroke-linejoin="round"/>'
            f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-linejoin="round"/>'
        )
        label = escape(
            f"{game.seats[seat].name} ({names[seat]})" if names[seat] != game.seats[seat].name else names[seat]
        )
        out.append(
            f'<rect x="{LEFT + 150 * place}" y="8" width="12" height="12" fill="{colour}" stroke="{look.text}"/>'
            f'<text x="{LEFT + 150 * place + 18}" y="18" {text}>{label}</text>'
        )
    for number, verdict in enumerate(verdicts, 1):
        if verdict.mark:
            seat = verdict.seat if len(shown) > 1 else 0
            where = f'cx="{x(number)}" cy="{y(verdict.scores[seat])}"'
            words = escape(f"{verdict.turn}. {verdict.text} {verdict.mark}: {verdict.sentence()}")
            out.append(
                f'<g><title>{words}</title><circle {where} r="4.5" fill="{look.mark}" stroke="{look.text}"/>'
                f'<text x="{x(number)}" y="{y(verdict.scores[seat]) - 8}" text-anchor="middle" {text}>{verdict.mark}</text></g>'
            )
    return "\n".join([*out, "</svg>"])

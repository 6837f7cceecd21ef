"""Writes docs/rl/: for each game what a learning program sees, drawn plane by plane, its codes, rewards and baselines.

All of it is made from the code and from docs/levels.md; ``make planes`` writes it anew.
"""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from tabuleiro.core import Choose, Move, Pass, Place, Remove
from tabuleiro.core.notation import read_turn
from tabuleiro.core.registry import find
from tabuleiro.draw.glyphs import escape
from tabuleiro.draw.layout import lay
from tabuleiro.draw.svg import svg
from tabuleiro.play import planes
from tabuleiro.rl.single import rewards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tabuleiro.core import Action, Game

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "rl"
GAMES = ("barragoon", "campo-bello", "eximo", "meerkats", "momentum")
RATED = ("random", "greedy", "level:1", "level:2", "level:3", "level:4")
CHOICES = {  # what a numbered choice is
    "eximo": "drop one man or two on these cells",
    "meerkats": "chance deals or draws a colour; 0 stands for one that is hidden",
    "momentum": "take over the first marble",
}
# What the programs in examples/ reach: an agent, and its score against those that are named. Whoever trains adds a line.
# Through ``tabuleiro match``, 400 games against each.
REACHED: dict[str, list[tuple[str, str]]] = {
    "momentum": [
        ("`examples/learn_momentum.py`, 3 minutes of CPU time", "`random` 100 %, `greedy` 100 %, `level:1` 90.6 %"),
        ("`examples/ppo_momentum.py`, 6 minutes of CPU time", "`random` 100 %, `greedy` 95.1 %, `level:1` 74.5 %"),
    ],
}

PANEL, GAP, TITLE = 132, 18, 46  # of a picture, in its units
WHITE = ' fill="#fff"'
FILLS = {"no": "#ebe7df", "yes": "#1f5fa8", "some": "#a9c4e4"}


def example(name: str) -> tuple[Game[Any], Any]:
    """A position of the pictures of docs/boards, inside a turn where its turn has several steps."""
    spec = spec_from_file_location("boards", ROOT / "docs" / "boards" / "make.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    game = find(name)
    position, turn = module.BOARDS[name]
    state = game.read_position(position)
    for action in read_turn(game, state, turn).actions:
        after = game.apply(state, action)
        if after.whole or after.player < 0:
            break
        state = after
    return game, state


# ── The picture ──────────────────────────────────────────────────────────────────────────────────────────────────


def picture(name: str) -> str:
    """The position, and every plane of it as a small board."""
    game, state = example(name)
    shown = list(planes.sight(game)(game, game.view(state, state.player), state.player))
    columns = 5 if len(shown) > 12 else 4
    panels = [_position(game, state), *(_plane(game, *plane, number) for number, plane in enumerate(shown))]
    height = _height(game) + TITLE + GAP
    width, rows = columns * (PANEL + GAP) + GAP, -(-len(panels) // columns)
    placed = (
        f'<g transform="translate({GAP + number % columns * (PANEL + GAP)} {GAP + number // columns * height})">{panel}</g>'
        for number, panel in enumerate(panels)
    )
    about = f"What {game.seats[state.player].name} sees of a position of {game.title}, plane by plane"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {rows * height + GAP}" width="{width}" role="img" '
        f'font-family="system-ui,sans-serif" font-size="11.5" fill="#222"><title>{escape(about)}</title>'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(placed)}</svg>\n'
    )


def _height(game: Game[Any]) -> float:
    layout = lay(game.board, flip=False)
    return round((layout.bottom - layout.top + 1) * _unit(game), 1)


def _unit(game: Game[Any]) -> float:
    layout = lay(game.board, flip=False)
    return PANEL / (layout.right - layout.left + 1)


def _position(game: Game[Any], state: Any) -> str:
    drawn = svg(game, state, mini=True, theme="plain", width=PANEL)
    here = drawn[drawn.index("<svg") :].replace("<svg", '<svg y="0"', 1)
    return here + _title(game, f"{game.seats[state.player].name} decides")


def _plane(game: Game[Any], name: str, values: Sequence[int], number: int) -> str:
    same = len(set(values)) == 1 and values[0] != 0
    cells = "".join(_cell(game, cell, FILLS[_kind(values[cell])]) for cell in game.board)
    if same:
        middle = f'x="{PANEL / 2}" y="{_height(game) / 2 + 9:.0f}" font-size="26" text-anchor="middle"'
        cells += f"<text {middle}{WHITE if values[0] == 1 else ''}>{values[0]}</text>"
    return cells + _title(game, f"{number}: {name}")


def _kind(value: int) -> str:
    return {0: "no", 1: "yes"}.get(value, "some")


def _cell(game: Game[Any], cell: int, fill: str) -> str:
    layout, unit = lay(game.board, flip=False), _unit(game)
    x, y = (layout.centres[cell][0] - layout.left + 0.5) * unit, (layout.centres[cell][1] - layout.top + 0.5) * unit
    if game.board.outline == "square":
        size = 0.92 * unit
        return f'<rect x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size:.1f}" height="{size:.1f}" fill="{fill}"/>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.45 * unit:.1f}" fill="{fill}"/>'


def _title(game: Game[Any], text: str) -> str:
    lines = wrap(text, 22)[:3]
    top = _height(game) + 14
    return "".join(f'<text x="0" y="{top + 13 * row:.1f}">{escape(line)}</text>' for row, line in enumerate(lines))


# ── The page ─────────────────────────────────────────────────────────────────────────────────────────────────────


def page(name: str) -> str:
    game, state = example(name)
    names = planes.names(game)
    shape = f"n × {len(names)} × {len(game.board)}"
    return "\n".join(
        [
            f"# {game.title} for learning programs",
            "",
            "Made from the code by `make planes`; [how to use it](../rl.md).",
            "",
            "## What is seen",
            "",
            f"`observations` of `VectorGame({name!r}, n)` are {shape} numbers. The picture shows",
            f"`{game.write_position(state)}`",
            f"as {game.seats[state.player].name} sees it: dark cells are 1, light ones 0; a plane of one number has it written on it.",
            f"Cells are numbered in reading order, from {game.board.names[0]} (0) to {game.board.names[-1]} ({len(game.board) - 1}).",
            "",
            f"![The planes of a position]({name}.svg)",
            "",
            *_seen(game),
            *_more_players(name, names),
            "## What can be done",
            "",
            f"A code is a number below {len(game.space)}, the same for every seat; `game.space[code]` is the step.",
            "",
            "| codes | step | first | last |",
            "|---|---|---|---|",
            *_codes(game),
            "",
            "## Rewards",
            "",
            "At the end, for each seat (players × share of the win - 1) / (players - 1); before it 0.",
            "",
            "| players | win alone | lose to one | all share |",
            "|---|---:|---:|---:|",
            *_worth(name),
            "",
            "## Baselines",
            "",
            f"Ratings with their intervals from [How strong the levels are](../levels.md#{name}), which says how old they are, and the",
            "score that such a rating means against random play: nobody played for that column. Agents play through `Solo` or",
            "`tabuleiro match`, which tells how strong they are today.",
            "",
            "| agent | rating | 95 % | that is against `random` |",
            "|---|---:|---:|---:|",
            *_ratings(game),
            *_reached(name),
        ]
    )


def _seen(game: Game[Any]) -> list[str]:
    """A line a plane: what it shows, and the numbers that games at random had there."""
    import numpy as np

    from tabuleiro.rl.vector import VectorGame, luck

    games, rng = VectorGame(game, 64, 1), luck(range(64))
    low, high = np.full(len(games.planes), 127), np.full(len(games.planes), -127)
    even = np.ones(len(games.planes), np.bool_)
    for _ in range(400):
        games.step(games.choose(rng))
        least, most = games.observations.min(axis=2), games.observations.max(axis=2)
        low, high = np.minimum(low, least.min(axis=0)), np.maximum(high, most.max(axis=0))
        even &= (least == most).all(axis=0)
    lines = ["| plane | shows | numbers |", "|---:|---|---|"]
    for number, title in enumerate(games.planes):
        span = f"{low[number]} to {high[number]}" if high[number] > low[number] + 1 else "0 or 1"
        span = f"{low[number]} in games at random" if low[number] == high[number] else span
        lines.append(f"| {number} | {title} | {span}{', the same on all cells' if even[number] else ''} |")
    return [*lines, "", f"What is more than {planes.LARGEST} is written as {planes.LARGEST}.", ""]


def _more_players(name: str, names: Sequence[str]) -> list[str]:
    lines = []
    for count in _counts(name)[1:]:
        other = planes.names(find(f"{name}:players={count}"))
        more = [title for title in other if title not in names]
        told = f"{len(other)} planes: it adds {_listed(more)}" if more else "the same planes"
        lines.append(f"`{name}:players={count}` has {told}.")
    return [*lines, ""] if lines else []


def _listed(names: Sequence[str]) -> str:
    return " and ".join(f'"{name}"' for name in names)


def _counts(name: str) -> list[int]:
    return [2, 3, 4] if name in ("campo-bello", "meerkats") else [2]


def _codes(game: Game[Any]) -> Iterator[str]:
    """A line for each run of codes of one kind."""
    for kind, run in groupby(enumerate(game.space), key=lambda item: _sort(game, item[1])):
        codes = list(run)
        first, last = codes[0], codes[-1]
        numbers = f"{first[0]}–{last[0]}" if codes[1:] else f"{first[0]}"
        yield f"| {numbers} | {kind} | {_told(game, first[1])} | {_told(game, last[1])} |"


def _sort(game: Game[Any], action: Action) -> str:
    by_cell = sum(isinstance(other, Place) for other in game.space) > 0 and _by_cell(game)
    match action:
        case Place(_, piece):
            return (
                "place a piece: cell after cell, piece after piece" if by_cell else f"place: {game.pieces[piece].name}"
            )
        case Move():
            return "move, from cell after cell"
        case Remove():
            return "remove, cell after cell"
        case Choose():
            return CHOICES[game.name]
        case Pass():
            return "pass"


def _by_cell(game: Game[Any]) -> bool:
    places = [action for action in game.space if isinstance(action, Place)]
    return places[0].cell == places[1].cell


def _told(game: Game[Any], action: Action) -> str:
    """The step, its cells by name."""
    names = game.board.names
    match action:
        case Place(cell, piece):
            return f"{game.pieces[piece].name} on {names[cell]}"
        case Move(source, target):
            return f"{names[source]} to {names[target]}"
        case Remove(cell):
            return names[cell]
        case Choose(option):
            cells = game.paths(action)[0]
            return f"{option}" + (f" ({' '.join(names[cell] for cell in cells)})" if cells else "")
        case Pass():
            return "pass"


def _worth(name: str) -> Iterator[str]:
    for count in _counts(name):
        alone = rewards([1.0] + [0.0] * (count - 1))
        yield f"| {count} | {alone[0]:+g} | {alone[1]:+.2g} | {rewards([1 / count] * count)[0]:g} |"


def _ratings(game: Game[Any]) -> Iterator[str]:
    levels = (ROOT / "docs" / "levels.md").read_text(encoding="utf-8")
    section = levels.split(f"## {game.title}\n")[1].split("\n## ")[0]
    for agent in RATED:
        found = re.search(rf"\| `{agent}` \| (> )?\+?([-\d]+) \| ([^|]*) \|", section)
        if found:
            least, rating = found[1] or "", int(found[2])
            score = 100 / (1 + 10 ** (-rating / 400))
            told = f"> {int(score)} %" if least else f"{score:.0f} %"  # a rating that is a bound bounds the score
            yield f"| `{agent}` | {least}{rating} | {found[3].strip()} | {told} |"


def _reached(name: str) -> list[str]:
    rows = [f"| {agent} | {score} |" for agent, score in REACHED.get(name, [])]
    return ["", "What the examples reach:", "", "| program | score |", "|---|---|", *rows, ""] if rows else [""]


def files() -> dict[str, str]:
    """All that belongs into the folder, by name."""
    pages = {f"{name}.md": page(name) for name in GAMES}
    return pages | {f"{name}.svg": picture(name) for name in GAMES}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, text in files().items():
        (FOLDER / file).write_text(text, encoding="utf-8")

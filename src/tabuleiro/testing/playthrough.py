"""A random game told in plain text: what a change of the rules does to it is read in the diff.

    python -m tabuleiro.testing.playthrough FOLDER [GAME ...]

writes the playthroughs of the games (all, if none is named) into the folder, one file each.
"""

from __future__ import annotations

import os
import sys
from random import Random

from tabuleiro.core.game import choices
from tabuleiro.core.registry import find, names
from tabuleiro.core.state import CHANCE, NOBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.core.game import Game

SEED = 1
LONGEST = 120  # turns told
DECIDERS = {CHANCE: "chance"}


def playthrough(game: Game[Any], seed: int = SEED, longest: int = LONGEST) -> str:
    """A random game turn by turn: the position, how much there was to choose from at every step, and the turn.

    Only ``Random.random`` is used, the one generator whose numbers Python promises never to change.
    """
    rng = Random(seed)
    state = game.start()
    lines = [f"game {game}", f"seed {seed}", f"action space {len(game.space)}", ""]
    turn = 0
    while state.player != NOBODY and turn < longest:
        position, decided = game.write_position(state), False
        texts: list[str] = []
        steps: list[str] = []
        while not steps or not (state.whole or state.player == NOBODY):
            options = choices(game, state)
            action = options[int(rng.random() * len(options))]
            decided = decided or state.player != CHANCE
            decider = DECIDERS.get(state.player) or game.seats[state.player].name
            text = game.write(state, action)
            texts.append(text)
            steps.append(f"   {decider}: {text.strip() or game.label(state, action)}, one of {len(options)}")
            state = game.apply(state, action)
        turn += decided
        lines += [f"{turn if decided else 'deal'}. {''.join(texts).strip()}", f"   at {position}", *steps]
    lines += ["", f"end {game.write_position(state)}"]
    if state.player == NOBODY:
        outcome = game.outcome(state)
        lines.append(f"scores {' '.join(f'{score:g}' for score in outcome.scores)}")
        lines.append(f"points {' '.join(map(str, outcome.points)) or 'none'}")
        lines.append(f"reason {outcome.reason}")
    else:
        lines.append(f"not over after {longest} turns")
    for name, values in game.status(state):
        lines.append(f"{name}: {' '.join(map(str, values))}")
    return "\n".join(lines) + "\n"


def file_name(spec: str) -> str:
    """Where the playthrough of the game spelled *spec* is kept."""
    return "".join(sign if sign.isalnum() or sign in "-_=," else "." for sign in spec) + ".txt"


def main(arguments: list[str]) -> int:
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    folder, *specs = arguments
    os.makedirs(folder, exist_ok=True)
    for spec in specs or names():
        with open(os.path.join(folder, file_name(spec)), "w", encoding="utf-8") as file:
            file.write(playthrough(find(spec)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

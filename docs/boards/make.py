"""Draws the pictures beside this file: ``python docs/boards/make.py``."""  # noqa: INP001 (a script)

from pathlib import Path

from tabuleiro.core.notation import read_turn
from tabuleiro.core.registry import find
from tabuleiro.draw.svg import svg

# A position from the middle of a game, and the turn played there.
BOARDS = {
    "barragoon": (
        "23W24W1/34W3/1No2W23W1/1No3W2W1AT1/No14B3BRLATNo/52BAT/33B3B2/22B4/14B5 W",
        "c1xb3@f7LB",
    ),
    "campo-bello": ("Y:g6,g2,y4,y5,y6,y7,y8,y9|B:y0,b8,r1,r3,r4,r5,r6,r7,r8,r9|to=Y", "y8-y1-r0xg6"),
    "eximo": ("2wwwww1/2w2ww1/3w1w2/8/3w4/1bb2bb1/1bb1b1b1/1b1bb1b1 b", "c3xe5"),
    "meerkats": ("1RGBY/1GGRB1/G3YBY/1BBBYBYY/G1G1R1YYY/G2BRBB1/GGR2RY/R3YY/RRRRB colours=G,Y", "R7.5/2.5-2.6"),
    "momentum": ("1..2..1/..2..../.2.1.../..1..2./....2.1/.1...2./......1 1 30", "4,4"),
}


def boards() -> dict[str, str]:
    """The pictures by file name; the cells that the turn changed are marked."""
    pictures = {}
    for name, (position, turn) in BOARDS.items():
        game = find(name)
        before = after = game.read_position(position)
        for action in read_turn(game, before, turn).actions:
            after = game.apply(after, action)
        changed = [cell for cell in game.board if before.board[cell] != after.board[cell]]
        pictures[f"{name}.svg"] = svg(game, after, last=changed, theme="auto") + "\n"
    return pictures


if __name__ == "__main__":
    for file, picture in boards().items():
        Path(__file__).with_name(file).write_text(picture, encoding="utf-8")

"""What the rules pages of the five games show: positions and turns, each with one sentence.

The prose of a game says "(Fig. 2)" where the second of its figures belongs.
"""

from __future__ import annotations

from tabuleiro.core.figure import Figure
from tabuleiro.core.words import later

CAMPO_BELLO = (
    Figure(later("The start for two players: Yellow may begin with one of the marked movers.")),
    Figure(
        later("The start for three players: Yellow, Blue and Green have a triangle each, and r is empty."),
        options="players=3",
    ),
    Figure(
        later("Over a tip one may bend: from the middle over y0 Yellow can jump to y1 or to y2."),
        "Y:mid,y7|B:y0,b3|to=Y",
        chosen="mid",
    ),
    Figure(
        later("The mover on y4 can never jump, but it can be jumped: from y8 over y4 to y1."),
        "Y:y4,y8|B:r9,b6|to=Y",
        chosen="y8",
    ),
    Figure(
        later("Yellow jumps from y5 over the own mover on y2 to the empty tip y0; the mover on y2 is removed."),
        "Y:y2,y5,g7|B:b1,b3|to=Y",
        "y5-y0",
    ),
    Figure(
        later(
            "Yellow jumps from y2 over Blue's mover on y0 to b0; Blue's stays, and Yellow removes the own one on g9."
        ),
        "Y:y2,g9,g6|B:y0,r5|to=Y",
        "y2-b0xg9",
    ),
    Figure(
        later("The same jump, but Yellow removes the mover on b0, which has just jumped."),
        "Y:y2,g9,g6|B:y0,r5|to=Y",
        "y2-b0xb0",
    ),
    Figure(
        later("Three jumps in one turn, each over a mover of Yellow's own: from y9 to y2, to b0 and to b3."),
        "Y:y9,y5,y0,b1,g9|B:r7,r8|to=Y",
        "y9-y2-b0-b3",
    ),
    Figure(
        later("Yellow has jumped from y3 to y5 and to y0: it may jump on over the middle, but not over y1 back to y3."),
        "Y:y0,y1,g6|B:mid,r5|to=Y|mover=y0|from=y3|jumps=2",
        chosen="y0",
        way="y3 y5 y0",
    ),
    Figure(
        later("Yellow has just jumped over y0 to b0: it may jump on over b1 to b3, but not back over y0."),
        "Y:b0,g6|B:y0,b1,r5|to=Y|mover=b0|from=y2|over=y0|jumps=1",
        chosen="b0",
    ),
    Figure(
        later(
            "Nobody is beside anybody, so nobody can jump: Yellow pays 3 for y6 at home and 1 for r9, Blue 3 for b8."
        ),
        "Y:y6,r9|B:b8|to=-",
    ),
)

MEERKATS = (
    Figure(
        later(
            "The marked blue stones hang together: a group of 13. The blue one on 1.1 (row 1, cell 1) is a group of one."
        ),
        "B4/2R3/RYY1BB1/GRRYYYB1/RRRYGGGB1/BGYGGBB1/BBBBB1B/6/3G1 colours=R,Y",
        marked="3.5 3.6 4.7 5.8 6.6 6.7 6.1 7.1 7.2 7.3 7.4 7.5 7.7",
    ),
    Figure(
        later("Player 2 drops a blue stone on 5.6, then slides the red one from 5.5 to the edge of the board."),
        "5/6/7/8/4R4/8/7/6/5 colours=G,B",
        "B5.6/5.5-5.1",
    ),
    Figure(
        later("The red stone can slide to every marked cell; the blue one on 5.6 has just been dropped and must stay."),
        "5/6/4G2/8/4RB3/8/7/6/5 colours=G,B fresh=5.6",
        chosen="5.5",
    ),
    Figure(
        later(
            "Player 2 drops a red stone on 9.1, then slides 5.9 to 5.8 and so joins all 15 green stones: green is "
            "Player 1's colour, who wins."
        ),
        "5/6/7/GGGGGGG1/GGGGGGG1G/8/7/6/5 colours=G,B",
        "R9.1/5.9-5.8",
    ),
    Figure(
        later(
            "The end: green, with 15 in one group, is nobody's. Of red and yellow, red has the larger group, the 7 marked, and wins."
        ),
        "RRGYR/GGGRBY/GGYBYBY/GBBBYBYY/GGGYYBRYY/GGGBRBBR/GGRBBRY/RRRBYY/R1RRB colours=R,Y",
        marked="7.3 8.1 8.2 8.3 9.1 9.3 9.4",
    ),
)

MOMENTUM = (
    Figure(
        later(
            "Red drops on 4,5 (row 4, column 5): of the line 4,4 and 4,3 only the last marble moves, to 4,2; 3,6 is a "
            "line of one and moves to 2,7."
        ),
        ".....1./......./.....2./..12.../......./......./....... 2 5",
        "4,5",
    ),
    Figure(
        later(
            "Blue drops on 4,4: 4,5 is pushed to 4,6 and pushes nothing; 4,2 is not touched, and 6,5 stands on none of "
            "the eight lines."
        ),
        "......./......./......./.1..2.1/......./....2../....... 1 6",
        "4,4",
    ),
    Figure(
        later("Blue drops on 5,4: the last marble of a diagonal line, 2,1, goes over the edge, back to Red's hand."),
        "......./2....../.2...../..1.2../....1../......./....... 1 6",
        "5,4",
    ),
    Figure(
        later("The second player takes over the first marble: it is red now, and Blue has 8 in hand again."),
        "......./......./......./...1.../......./......./....... 2 1",
        "swap",
    ),
    Figure(
        later("Blue has 7 of 8 on the board: Red must drop on a marked cell, from which a blue marble falls."),
        "1..1..1/......./.....1./2..1.../......./.1...1./...2... 2 9",
        chosen="*",
    ),
    Figure(
        later("With 7 on the board, Blue drops the eighth on 4,6, where it pushes none of them off, and wins."),
        "1.1.1.1/......./......./2..1.../......./......./1.....1 1 14",
        "4,6",
    ),
)

BARRAGOON = (
    Figure(
        later(
            "The start: White above, Black below, and eight barragoons that show no entry. White begins with a marked tile."
        )
    ),
    Figure(
        later("A 3-space tile on an empty board goes 3 squares or 2, straight or with one turn."),
        "7/7/7/7/33W3/7/7/7/33B3 W",
        chosen="d5",
    ),
    Figure(
        later(
            "A full move of 4 with one turn: from d7 up to d5, then left to b5; the tile on c7 blocks the other way."
        ),
        "7/7/7/7/7/7/22W4W3/7/34B3 W",
        "d7-b5",
        way="d7 d6 d5 c5 b5",
    ),
    Figure(
        later(
            "The tile may cross the two ways above it and the one way to its right, but neither the arrow that points against it nor no entry."
        ),
        "7/7/7/3TV3/2OR3WOR2/3No3/7/7/33B3 W",
        chosen="d5",
    ),
    Figure(
        later("RB on d5 turns a tile that comes from the bottom to the right: from d7 up to d5, and on to f5."),
        "7/7/7/7/3RB3/7/34W3/7/34B3 W",
        "d7-f5",
        way="d7 d6 d5 e5 f5",
    ),
    Figure(
        later(
            "All turns on d4 and LL on e5: the tile may turn to either side on the first and only to its left on the second, never go straight on."
        ),
        "7/7/7/3AT3/33WLL2/3No3/7/7/33B3 W",
        chosen="d5",
    ),
    Figure(
        later(
            "A full move of 2 may capture a marked barragoon or the black tile, marked as well; but not the all turns on b5."
        ),
        "7/7/3No3/7/1AT12W13B1/7/3OL3/7/7 W",
        chosen="d5",
    ),
    Figure(
        later("White captures the barragoon on d5 with a full move and puts it back on f8 with another face."),
        "7/33W3/7/7/3No3/7/7/33B3/7 W",
        "d2xd5@f8TH",
    ),
    Figure(
        later(
            "White captures a tile: Black places the first barragoon, on d6, White the second, on b7; then Black moves."
        ),
        "7/33W3/7/7/34B3/7/7/13B5/7 W",
        "d2xd5@d6No@b7LT",
    ),
    Figure(
        later(
            "Black is to move and cannot: a 2-space tile would have to cross one of the two signs beside it. White wins."
        ),
        "7/7/7/7/7/33W3/7/No6/2BNo5 B",
    ),
)

EXIMO = (
    Figure(later("The start. White, above, begins with one of the marked men.")),
    Figure(
        later("A white man moves down, to one of three squares."),
        "8/8/8/3w4/8/8/8/4b3 w",
        chosen="d5",
    ),
    Figure(
        later("Black jumps from b1 over c2 to d3, and since d4 stands next in line must jump on over it to d5."),
        "7w/8/8/8/3b4/8/2b5/1b6 b",
        "b1^d3^d5",
    ),
    Figure(
        later("Black captures d4, lands on e5 and must capture again: d6 goes too."),
        "7w/8/3w4/8/3w4/2b5/8/8 b",
        "c3xe5xc7",
    ),
    Figure(
        later(
            "Black must capture, with the man on d4: diagonally over c5, or sideways over e4. The man on b2 must wait."
        ),
        "7w/8/8/2w5/3bw3/8/1b6/8 b",
        chosen="d4",
    ),
    Figure(
        later(
            "Black has captured from c3 and goes on from e5: over d6 to c7, and then over b7 too, or only over f6 to "
            "g7. It may not stop on e5."
        ),
        "8/1w6/3w1w2/4b3/8/8/8/8 b chain=capture:e5",
        chosen="e5",
        way="c3 e5",
    ),
    Figure(
        later("A white man arrives on a1 and leaves the board; White drops two new men on b8 and c7."),
        "8/8/8/8/8/8/w7/7b w",
        "a2-a1=b8,c7",
    ),
    Figure(
        later("Only g7 of White's drop zone is empty, so there is one drop."),
        "1wwwwww1/1wwwww2/8/8/8/8/w7/7b w",
        "a2-a1=g7",
    ),
    Figure(
        later("Black's drop zone is full, for White's man on g2 counts too: the man that arrives on a8 is lost."),
        "8/b7/8/8/8/6bb/1bbbbbwb/1bbbbbb1 b",
        "a7-a8=",
    ),
    Figure(
        later("White is to move and has lost: every square ahead is taken, and so is every square behind those men."),
        "8/8/8/8/3w4/2bbb3/1b1b1b2/8 w",
    ),
)

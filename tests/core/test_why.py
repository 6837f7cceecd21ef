"""Why a cell cannot be played: the rule and the place, in every game."""

from random import Random

import pytest

from tabuleiro.core import NOBODY
from tabuleiro.core.notation import read_position
from tabuleiro.core.registry import find, names
from tabuleiro.core.select import select
from tabuleiro.core.why import why_not, why_not_typed
from tabuleiro.play.session import Session

CASES = [
    ("momentum", "......./......./......./...1.../......./......./....... 2 1", "4,4", "A marble lies on 4,4"),
    ("momentum", "1..1..1/......./.....1./2..1.../......./.1...1./...2... 2 9", "5,5", "win now or knock one"),
    ("momentum:forced=report", "1..1..1/......./.....1./2..1.../......./.1...1./...2... 2 9", "5,5", "knock one of them off"),
    ("meerkats", "5/6/7/8/4R4/8/7/6/5 colours=G,B", "5.5", "A stone lies on 5.5"),
    ("meerkats", "5/6/4G2/8/4RB3/8/7/6/5 colours=G,B fresh=5.6", "5.6", "just dropped"),
    ("meerkats", "5/6/4G2/8/4RB3/8/7/6/5 colours=G,B fresh=5.6", "1.1", "1.1 is empty"),
    ("meerkats", "5/6/4G2/8/4RB3/8/7/6/5 colours=G,B fresh=5.6", "5.5 5.9", "the stone on 5.6 is in the way"),
    ("meerkats", "5/6/4G2/8/4RB3/8/7/6/5 colours=G,B fresh=5.6", "5.5 3.1", "on no straight line from 5.5"),
    ("campo-bello", "Y:y4,y8|B:r9,b6|to=Y", "y4", "From y4 nobody can jump"),
    ("campo-bello", "Y:y4,y8|B:r9,b6|to=Y", "r9", "is not yours"),
    ("campo-bello", "Y:y4,y8,g9|B:r9,b6|to=Y", "g9", "No mover beside g9"),
    ("campo-bello", "Y:y4,y8|B:r9,b6|to=Y", "y8 y6", "Nobody stands on y7"),
    ("campo-bello", "Y:y4,y8|B:r9,b6|to=Y", "y8 g0", "no jump leads to g0"),
    ("campo-bello", "Y:b0,g9,g6|B:y0,r5|to=Y|mover=b0|from=y2|over=y0|jumps=1|remove", "r5", "remove one of your own"),
    ("eximo", "7w/8/8/2w5/3bw3/8/1b6/8 b", "b2", "with the man on d4, not on b2"),
    ("eximo", "7w/8/8/2w5/3bw3/8/1b6/8 b", "d4 d5", "captures nothing"),
    ("eximo", "7w/8/8/8/8/8/1b6/8 b", "b2 b1", "nothing ever goes backwards"),
    ("eximo", "7w/8/8/8/8/8/1b6/8 b", "b2 e5", "no step ahead"),
    ("eximo", "7w/8/8/8/8/8/1b6/8 b", "h8", "is not yours"),
    ("eximo", "8/8/8/8/8/8/8/7b w drop:2", "a4", "outside your drop zone"),
    ("barragoon", "7/7/7/7/33W3/7/7/7/33B3 W", "d5 d9", "it is 4"),
    ("barragoon", "7/7/7/7/33W3/3No3/7/7/33B3 W", "d5 d8", "the sign on d6 is in the way: no entry"),
    ("barragoon", "7/7/7/7/33W3/32W3/7/7/33B3 W", "d5 d8", "the white 2-space tile on d6 is in the way"),
    ("barragoon", "7/7/3No3/7/1AT12W13B1/7/3OL3/7/7 W", "d5 b5", "cannot capture all turns"),
    ("barragoon", "7/7/7/7/33W3/7/3No3/7/33B3 W", "d5 d7", "only a full move of 3 captures"),
    ("barragoon", "7/7/7/7/33W3/7/7/32W3/33B3 W", "d5 d8", "Your own tile stands on d8"),
    ("barragoon", "7/7/7/7/33W3/7/3No3/7/33B3 W", "d7", "never moves by itself"),
    ("barragoon", "7/7/7/7/33W3/7/3No3/7/33B3 W", "a1", "a1 is empty"),
    ("barragoon", "7/33W3/7/7/7/7/7/33B3/7 W place=W:1", "d2", "placed on an empty square"),
]  # fmt: skip


@pytest.mark.parametrize(("spec", "position", "cells", "words"), CASES)
def test_the_rule_and_the_place(spec, position, cells, words):
    game = find(spec)
    state = read_position(game, position)
    *chosen, cell = game.board.at(cells.split())
    assert words in why_not(game, state, tuple(chosen), cell)
    assert words in why_not_typed(game, state, game.actions(state), cells)


@pytest.mark.parametrize("name", names())
def test_every_click_that_leads_nowhere_has_a_reason(name):
    game, rng = find(name), Random(3)
    session = Session(game, Random(1))
    for _ in range(40):
        state = session.state
        if state.player == NOBODY:
            break
        legal = game.actions(state)
        first = select(game, legal).targets
        starts = [(), *((cell,) for cell in sorted(first)[:3] if select(game, legal, (cell,)).targets)]
        for chosen in starts:
            for cell in set(game.board) - select(game, legal, chosen).targets - set(chosen):
                if not (chosen and cell in first):
                    words = why_not(game, state, chosen, cell)
                    assert words.endswith(".") and len(words) <= 120
        session.play(state.player, rng.choice(list(legal)))


def test_nothing_to_say_of_what_can_be_played():
    game = find("eximo")
    state = game.start()
    assert why_not_typed(game, state, game.actions(state), "b6-b5") == ""
    assert why_not_typed(game, state, game.actions(state), "nonsense") == ""

"""The kernel of Meerkats: every option set, the reference positions T1..T12, its key and its estimates."""

from itertools import permutations, product
from random import Random

import numpy as np
import pytest

from tabuleiro import kernels
from tabuleiro.core import CHANCE, NOBODY, OFF, Choose, Move, Place
from tabuleiro.core.game import choices
from tabuleiro.core.notation import read_position, read_turn
from tabuleiro.games.meerkats import COLOURS, EACH, UNDEALT, Burrow, Meerkats
from tabuleiro.kernels import rules
from tabuleiro.kernels.jit import rule_of
from tabuleiro.kernels.search.playout import playouts, seeded
from tabuleiro.testing.twins import Twins

R, G, B, Y = COLOURS
GAME = Meerkats()
EVERY_OPTION_SET = [
    dict(zip(("players", "stone", "slide", "final_slide", "instant15", "tie", "liberty"), values, strict=True))
    for values in product(
        (2, 3, 4), ("choose", "bag"), ("any", "max"), (False, True), (True, False), ("all", "second"), (False, True)
    )
]

EMPTY_BOARD = "5/6/7/8/9/8/7/6/5"
MIDDLE = "1RGBY/1GGRB1/G3YBY/1BBBYBYY/G1G1R1YYY/G2BRBB1/GGR2RY/R3YY/RRRRB"
FINAL_1 = "RRGBY/GGGRBY/GGYBYBY/GBBBYBYY/GGGYRBYYY/GGGBRBB1/GGRRBRY/RRRBYY/RRRRB"
FINAL_2 = "RRGYR/GGGRBY/GGYBYBY/GBBBYBYY/GGGYYBRYY/GGGBRBBR/GGRBBRY/RRRBYY/R1RRB"
ONE_LEFT = FINAL_2.replace("RRGYR", "1RGYR")
TWO_LEFT = FINAL_2.replace("RRGYR", "2GYR")
BLUE_14 = "5/6/7/8/BBBBBBBBB/BBBBB3/7/6/5"

POSITIONS = {
    "T1": EMPTY_BOARD,
    "T2": "5/6/7/8/4RB3/8/7/6/5 fresh=5.6",
    "T3": "R4/6/7/8/9/8/7/G5/5 fresh=8.1",
    "T5": "B4/2R3/RYY1BB1/GRRYYYB1/RRRYGGGB1/BGYGGBB1/BBBBB1B/6/3G1",
    "T6": MIDDLE,
    "T6, sliding": f"{MIDDLE} fresh=4.4",
    "T7": FINAL_1,
    "T8": FINAL_2,
    "T8, the last slide": f"{FINAL_2} fresh=1.1",
    "T10": BLUE_14,
    "T10, nobody's": BLUE_14.replace("B", "Y"),
    "T10, by a slide": "5/6/7/8/BBBBBBBBB/BBBBB3/7/6/BG3 fresh=9.2",
    "T11": ONE_LEFT,
    "T11, two left": TWO_LEFT,
    "T12": "RRRRR/6/7/8/RRRRRRRRR/8/7/6/R4",
}


def call(rule, packed, *rest):
    return rule_of(type(packed), rule)(packed, *rest)


def pack(state, game=GAME):
    return kernels.find(game).pack(state)


def at(text, game=GAME):
    return read_position(game, text)


def sampled(game, games, seed=1):
    """All states of some random games."""
    rng = Random(seed)
    for _ in range(games):
        state = game.start()
        yield state
        while state.player != NOBODY:
            state = game.apply(state, rng.choice(choices(game, state)))
            yield state


# ── Equal to the rules ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("stone", ["choose", "bag"])
def test_a_game_of_every_option_set(players, stone):
    for options in EVERY_OPTION_SET:
        if (options["players"], options["stone"]) == (players, stone):
            assert Twins(Meerkats(**options)).walk(Random(str(options)), 1) > 60


def with_colours(text, game, colours):
    """The position of *text* when the seats own *colours*; a win of theirs leaves no slide to be made."""
    rows, *fresh = text.split(" fresh=")
    return game.settled(at(rows, game).board, colours, fresh=game.board.cells[fresh[0]] if fresh else OFF)


@pytest.mark.parametrize("name", POSITIONS)
def test_reference_positions(name):
    text = POSITIONS[name]
    for number, options in enumerate(EVERY_OPTION_SET[len(name) % 11 :: 11]):
        game = Meerkats(**options)
        twins, deals = Twins(game), list(permutations(COLOURS, game.players))
        deal = deals[5 * number % len(deals)]
        twins.compare(with_colours(text, game, deal))
        if " " not in text:
            for count in range(game.players):  # seats with a colour, the others are to draw theirs
                twins.compare(game.settled(at(text, game).board, (*deal[:count], *[UNDEALT] * (game.players - count))))


@pytest.mark.parametrize("deal", [*permutations(COLOURS, 2)], ids=str)
def test_reference_positions_by_whoever_owns_the_15(deal):
    for options in ({}, {"instant15": False}, {"final_slide": True}, {"stone": "bag"}):
        game = Meerkats(**options)
        for name in ("T7", "T8", "T8, the last slide", "T10", "T10, by a slide", "T11"):
            Twins(game).compare(with_colours(POSITIONS[name], game, deal))


def test_t1_244_drops_after_the_deal():
    state = GAME.start()
    for colour in (R, B):
        assert state.player == CHANCE
        state = GAME.apply(state, Choose(colour))
    packed = pack(state)
    codes = np.empty(kernels.find(GAME).width, np.int32)
    assert call(rules.legal, packed, codes) == 244
    assert [GAME.space[code] for code in codes[:244]] == [
        Place(cell, colour) for colour in COLOURS for cell in range(61)
    ]


def test_t2_20_slides_or_5_as_far_as_they_go():
    for slide, count in (("any", 20), ("max", 5)):
        game = Meerkats(slide=slide)
        codes = np.empty(kernels.find(game).width, np.int32)
        assert call(rules.legal, pack(at("5/6/7/8/4RB3/8/7/6/5 colours=R,G fresh=5.6", game), game), codes) == count


@pytest.mark.parametrize(
    ("rows", "colours", "scores"),
    [
        ("RRRR1/BBBBBB/RRR1RR1/BBBB3B/RRRRRR3/BBBB4/7/6/5", (R, B), {"all": (0, 1), "second": (0.5, 0.5)}),
        ("RRRRR/BBBBB1/RRR1RR1/BBBB1BB1/RRRRR4/BBBB4/7/6/5", (R, B), {"all": (1, 0), "second": (1, 0)}),
        ("RRRRR/BBBBB1/RRRRR2/BBBBB3/RRRRR4/BBBBB3/7/6/5", (R, B), {"all": (0.5, 0.5), "second": (0.5, 0.5)}),
        ("RRRRR/BBBBB1/RRRRR2/BBBBB3/RRRRR4/BBBBB3/7/6/5", (R, G, B), {"all": (0.5, 0, 0.5), "second": (0.5, 0, 0.5)}),
        ("RR3/BBB3/RRRRRRR/BBBBBBB1/YYYYYY3/8/YYYYYY1/6/5", (R, B, Y), {"all": (0, 1, 0), "second": (0, 1, 0)}),
        (EMPTY_BOARD, (R, G, B), {"all": (1 / 3,) * 3, "second": (1 / 3,) * 3}),
    ],
    ids=["6432-6441", "5532-5442", "555-555", "555-0-555", "72-73-66", "nothing"],
)
def test_t9_ties(rows, colours, scores):
    for tie, wanted in scores.items():
        game = Meerkats(players=len(colours), tie=tie)
        state = Burrow(at(rows, game).board, NOBODY, colours)
        assert tuple(call(rules.score, pack(state, game), seat) for seat in range(len(colours))) == wanted
        Twins(game).compare(state)


def test_any_stones_compare_alike():
    """Boards that random play never sees: few colours, stones strewn or in heaps."""
    rng = Random(9)
    for number in range(400):
        game = Meerkats(players=rng.choice((2, 3, 4)), tie=rng.choice(("all", "second")))
        board = bytearray(61)
        for colour in COLOURS:
            free = [cell for cell in range(61) if not board[cell]]
            for cell in free[:EACH] if number % 2 else rng.sample(free, rng.randrange(EACH + 1)):
                board[cell] = colour
        colours = tuple(rng.sample(COLOURS, game.players))
        Twins(game).compare(Burrow(bytes(board), NOBODY, colours))


def test_the_list_of_slides_has_room():
    """Boards strewn with few stones have the most slides, and all of them fit."""
    rng, codes, most = Random(5), np.empty(kernels.find(GAME).width, np.int32), 0
    for _ in range(2000):
        stones = rng.sample(range(61), rng.randrange(10, 24))
        board = bytes(COLOURS[cell % 4] if cell in stones else 0 for cell in range(61))
        state = Burrow(board, (len(stones) - 1) % 2, (R, B), fresh=stones[0])
        count = call(rules.legal, pack(state), codes)
        assert [GAME.space[code] for code in codes[:count]] == GAME.actions(state)
        most = max(most, count)
    assert 150 < most <= len(codes)


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_deal_and_the_bag_belong_to_chance():
    game = Meerkats(players=3, stone="bag")
    codes = np.empty(kernels.find(game).width, np.int32)
    for text, weights in (
        (MIDDLE, {R: 1, G: 1, B: 1, Y: 1}),
        (f"{MIDDLE} colours=G", {R: 1, B: 1, Y: 1}),
        (f"{MIDDLE} colours=G,Y", {R: 1, B: 1}),
        (f"{MIDDLE} colours=G,Y,R", {R: 4, G: 6, B: 4, Y: 3}),
        (f"{POSITIONS['T12']} colours=G,Y,R", {G: 15, B: 15, Y: 15}),
    ):
        packed = pack(at(text, game), game)
        count = call(rules.legal, packed, codes)
        assert packed.player == CHANCE
        assert {int(code): call(rules.weight, packed, int(code)) for code in codes[:count]} == weights


def test_a_hidden_colour_is_refused():
    with pytest.raises(AssertionError, match="imagined"):
        pack(at(f"{MIDDLE} colours=R,?"))


# ── The key ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_no_two_states_of_a_large_sample_share_a_key():
    everything = {}
    for game in (GAME, Meerkats(players=4, stone="bag"), Meerkats(players=3, slide="max")):
        keys = {}  # two games never meet in one search
        for state in sampled(game, 120):
            assert keys.setdefault(call(rules.key, pack(state, game)), state) == state
        assert len(keys) == len(set(keys.values())) > 10_000
        everything |= keys
    for place in range(64):  # every bit is set half of the time
        assert 0.48 < sum(number >> place & 1 for number in everything) / len(everything) < 0.52


def test_the_key_tells_apart_what_lies_beside_the_board():
    bag = Meerkats(players=2, stone="bag")
    board = at(MIDDLE, bag).board
    deals = [(UNDEALT, UNDEALT), *((colour, UNDEALT) for colour in COLOURS)]
    states = [Burrow(board, CHANCE, colours) for colours in deals]
    for colours in permutations(COLOURS, 2):
        states.append(Burrow(board, CHANCE, colours))
        states += [Burrow(board, 1, colours, hand=colour) for colour in COLOURS]
        states += [Burrow(board, 0, colours, fresh=cell) for cell in range(61) if board[cell]]
        states.append(Burrow(board, NOBODY, colours))
    assert len({call(rules.key, pack(state, bag)) for state in states}) == len(states) == 5 + 12 * (1 + 4 + 43 + 1)


def test_all_next_states_have_different_keys():
    twins = Twins(GAME)
    for text in ("colours=R,B", "colours=R,B fresh=4.4"):
        state = at(f"{MIDDLE} {text}")
        count = call(rules.legal, twins.kernel.pack(state), twins.codes)
        after = [call(rules.step, twins.kernel.pack(state), int(code)) for code in twins.codes[:count]]
        keys = {call(rules.key, pack(GAME.apply(state, action))) for action in GAME.actions(state)}
        assert len(keys) == count == len(set(after))


def test_the_same_state_by_another_way_has_the_same_key():
    def after(*turns):
        state = at(f"{EMPTY_BOARD} colours=R,B")
        for turn in turns:
            for action in read_turn(GAME, state, turn).actions:
                state = GAME.apply(state, action)
        return state

    one, other = after("R5.5", "G1.1/5.5-5.4"), after("R5.6", "G1.1/5.6-5.4")
    assert call(rules.key, pack(one)) == call(rules.key, pack(other))
    assert call(rules.key, pack(one)) != call(rules.key, pack(after("R5.5", "G1.1/5.5-5.3")))


# ── For the search ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("players", [2, 3, 4])
def test_estimates_share_out_one_win(players):
    game = Meerkats(players=players)
    for state in sampled(game, 3):
        shares = [call(rules.evaluate, pack(state, game), seat) for seat in range(players)]
        assert all(0 < share < 1 for share in shares)
        assert sum(shares) == pytest.approx(1)
        if UNDEALT in state.colours:
            assert shares == [1 / players] * players


def estimate(rows):
    return call(rules.evaluate, pack(at(f"{rows} colours=R,B")), 0)


def test_what_makes_an_estimate_better():
    base = "RRR2/6/R2R3/8/9/8/7/2B3/BBB2"
    assert estimate("RRR2/R5/3R3/8/9/8/7/2B3/BBB2") > estimate(base), "a larger group"
    assert estimate("RRR2/6/RR5/8/9/8/7/2B3/BBB2") > estimate("RRR2/6/R5R/8/9/8/7/2B3/BBB2"), "a larger second group"
    assert estimate("RRR2/6/R5R/8/9/8/7/2B3/BBB2") > estimate("RRR2/6/7/R7/8R/8/7/2B3/BBB2"), "one cell apart"
    assert estimate("RRR2/6/7/8/9/8/7/6/BBB2") == 0.5, "alike"
    assert estimate("RRR2/6/7/8/9/8/7/6/2BBB") == 0.5, "alike, in another corner"
    assert estimate("RRRR1/6/7/8/9/8/7/6/BBB2") < estimate("RRRR1/GGGYYY/GGGYYYG/8/9/8/7/GGGYYY/BBB2"), "the end nears"


def test_the_estimate_foresees_the_winner_of_random_games():
    """Late in a game, the seat with the better estimate wins far more often than not."""
    rng, right, all_games = Random(2), 0, 0
    for _ in range(150):
        state = late = GAME.start()
        while state.player != NOBODY:
            state = GAME.apply(state, rng.choice(choices(GAME, state)))
            if state.player != NOBODY and state.board.count(0) == 8:
                late = state
        scores = GAME.outcome(state).scores
        guess = call(rules.evaluate, pack(late), 0)
        if scores[0] != 0.5 and guess != 0.5:
            right += (guess > 0.5) == (scores[0] == 1)
            all_games += 1
    assert right / all_games > 0.7


def test_noise_is_the_growth_of_the_movers_largest_group():
    def noise(text, action):
        return call(rules.noise, pack(at(text)), GAME.space.index(action))

    cell = GAME.board.cells
    drop = "RR1R1/6/7/8/9/8/7/6/5 colours=B,R"  # player 2 moves
    assert noise(drop, Place(cell["1.3"], R)) == 2
    assert noise(drop, Place(cell["1.5"], R)) == 0
    assert noise(drop, Place(cell["2.1"], R)) == 1
    assert noise(drop, Place(cell["1.3"], B)) == 0
    slide = "RR3/6/R6/8/9/8/7/5G/G4 colours=R,B fresh=9.1"
    assert at(slide).player == 0
    assert noise(slide, Move(cell["3.1"], cell["2.1"])) == 1
    assert noise(slide, Move(cell["1.2"], cell["1.3"])) == 0
    assert noise(slide, Move(cell["8.6"], cell["8.5"])) == 0
    assert noise(EMPTY_BOARD, Choose(R)) == 0


def test_noise_is_the_difference_that_the_step_makes():
    rng = Random(4)
    for state in sampled(GAME, 4):
        if state.player >= 0:
            colour, action = state.colours[state.player], rng.choice(GAME.actions(state))
            before, after = (
                max(GAME.groups(each.board, colour), default=0) for each in (state, GAME.apply(state, action))
            )
            assert call(rules.noise, pack(state), GAME.space.index(action)) == max(after - before, 0)


def test_random_play_finds_the_forced_win():
    """One drop is left, and whoever moves, red's owner has the larger group."""
    state = at(f"{ONE_LEFT} colours=R,Y")
    assert state.fresh == OFF
    wins = sum(GAME.outcome(GAME.apply(state, action)).scores[0] for action in GAME.actions(state))
    assert wins == len(GAME.actions(state)) == 2
    assert playouts(pack(state), seeded(1), kernels.find(GAME).width, 50) == 50


@pytest.mark.parametrize("options", [{}, {"players": 4, "stone": "bag"}], ids=str)
def test_random_play_from_the_deal_is_fair(options):
    game = Meerkats(**options)
    wins = playouts(pack(game.start(), game), seeded(3), kernels.find(game).width, 4000)
    assert wins / 4000 == pytest.approx(1 / game.players, abs=0.03)

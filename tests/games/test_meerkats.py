"""Meerkats, one test per sentence of its rules. Positions T1..T12 are the reference positions of the rules."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from tabuleiro.core import CHANCE, NOBODY, OFF, Choose, Move, Place
from tabuleiro.core.errors import Ambiguous, BadOption, BadPosition, Illegal, Unreadable
from tabuleiro.core.game import choices
from tabuleiro.core.notation import fold, read_position, read_turn, turns
from tabuleiro.core.registry import entries, find
from tabuleiro.games.meerkats import ALL, COLOURS, EACH, NAMES, UNDEALT, UNKNOWN, Burrow, Meerkats

R, G, B, Y = COLOURS
GAME = Meerkats()
EMPTY_BOARD = "5/6/7/8/9/8/7/6/5"
MIDDLE = "1RGBY/1GGRB1/G3YBY/1BBBYBYY/G1G1R1YYY/G2BRBB1/GGR2RY/R3YY/RRRRB"  # T6
FINAL_1 = "RRGBY/GGGRBY/GGYBYBY/GBBBYBYY/GGGYRBYYY/GGGBRBB1/GGRRBRY/RRRBYY/RRRRB"  # T7
FINAL_2 = "RRGYR/GGGRBY/GGYBYBY/GBBBYBYY/GGGYYBRYY/GGGBRBBR/GGRBBRY/RRRBYY/R1RRB"  # T8
BLUE_14 = "5/6/7/8/BBBBBBBBB/BBBBB3/7/6/5"

OPTION_SETS = [
    {},
    {"players": 3},
    {"players": 4},
    {"stone": "bag"},
    {"players": 3, "stone": "bag", "slide": "max"},
    {"players": 4, "final_slide": True},
    {"liberty": True, "instant15": False},
    {"players": 3, "liberty": True, "final_slide": True, "stone": "bag", "tie": "second"},
]


def at(text, game=GAME):
    return read_position(game, text)


def play(game, state, *texts):
    for text in texts:
        for action in read_turn(game, state, text).actions:
            assert action in choices(game, state)
            state = game.apply(state, action)
    return state


def texts(game, state):
    return [game.write(state, action) for action in choices(game, state)]


def slides_of(game, state):
    assert all(isinstance(action, Move) for action in game.actions(state))
    return [text.removeprefix("/") for text in texts(game, state)]


def names(cells):
    """``(4,4)(3,3)`` as cell names."""
    return cells.strip("()").replace(",", ".").split(")(")


def random_game(game, seed):
    """All states of a random game with the steps between them: (state, action), ..., (last state, None)."""
    rng, state, past = Random(seed), game.start(), []
    while state.player != NOBODY:
        if state.player == CHANCE:
            steps, weights = zip(*game.odds(state), strict=True)
            action = rng.choices(steps, weights)[0]
        else:
            action = rng.choice(game.actions(state))
        past.append((state, action))
        state = game.apply(state, action)
    return [*past, (state, None)]


# ── The board ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_rows_and_names():
    board = GAME.board
    assert [len(row) for row in board.rows] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert board.names[:6] == ("1.1", "1.2", "1.3", "1.4", "1.5", "2.1")
    assert len(board) == 61


@pytest.mark.parametrize(
    ("way", "upper", "middle", "lower"),
    [
        (1, (-1, -1), (-1, -1), (-1, 0)),
        (2, (-1, 0), (-1, 0), (-1, 1)),
        (3, (0, 1), (0, 1), (0, 1)),
        (4, (1, 1), (1, 0), (1, 0)),
        (5, (1, 0), (1, -1), (1, -1)),
        (6, (0, -1), (0, -1), (0, -1)),
    ],
)
def test_directions_are_numbered_as_in_the_table(way, upper, middle, lower):
    board = GAME.board
    for cell, name in enumerate(board.names):
        row, place = map(int, name.split("."))
        down, along = upper if row <= 4 else middle if row == 5 else lower
        wanted = board.cells.get(f"{row + down}.{place + along}", OFF)
        assert board.steps[way - 1][cell] == wanted
        assert wanted == OFF or board.steps[(way + 2) % 6][wanted] == cell, "opposite directions invert each other"


def test_how_many_neighbours_cells_have():
    near = GAME.board.neighbours
    assert Counter(map(len, near)) == {6: 37, 4: 18, 3: 6}
    assert {GAME.board.names[cell] for cell in GAME.board if len(near[cell]) == 3} == {
        "1.1", "1.5", "5.1", "5.9", "9.1", "9.5",
    }  # fmt: skip
    assert sum(map(len, near)) == 2 * 156


def test_the_board_hangs_together_without_any_one_cell_so_that_a_slide_always_exists():
    near = GAME.board.neighbours
    for gone in GAME.board:
        reached = {0 if gone else 1}
        todo = list(reached)
        while todo:
            new = set(near[todo.pop()]) - reached - {gone}
            reached |= new
            todo += new
        assert len(reached) == 60


def test_every_step_is_numbered():
    assert len(GAME.space) == 5 + 4 * 61 + 1104
    assert [GAME.space.index(action) for action in GAME.space] == list(range(len(GAME.space)))


def test_pieces_belong_to_nobody_and_seats_have_neutral_colours():
    assert [piece.symbol for piece in GAME.pieces] == [".", "R", "G", "B", "Y"]
    assert all(piece.owner is None for piece in GAME.pieces)
    seats = Meerkats(players=4).seats
    assert [(seat.symbol, seat.name, seat.colour) for seat in seats[:2]] == [
        ("P1", "Player 1", "seat1"),
        ("P2", "Player 2", "seat2"),
    ]
    assert [seat.colour for seat in seats] == ["seat1", "seat2", "seat3", "seat4"]


# ── Options ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_usual_options():
    assert str(GAME) == "meerkats"
    assert (
        Meerkats(players=2, stone="choose", slide="any", final_slide=False, instant15=True, tie="all", liberty=False)
        == GAME
    )


def test_options_are_spelled():
    spelled = "meerkats:players=4,stone=bag,slide=max,final_slide=on,instant15=off,tie=second,liberty=on"
    assert str(find(spelled)) == spelled
    assert len(find(spelled).seats) == 4


@pytest.mark.parametrize("wrong", ["players=1", "players=5", "stone=hand", "slide=far", "tie=third", "liberty=maybe"])
def test_wrong_options_are_refused(wrong):
    with pytest.raises(BadOption):
        find(f"meerkats:{wrong}")


# ── The deal ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("players", "deals"), [(2, 12), (3, 24), (4, 24)])
def test_each_player_draws_a_colour_without_replacement(players, deals):
    game = Meerkats(players=players)
    states = {game.start(): 1}
    for seat in range(players):
        assert all(state.player == CHANCE and state.whole == (seat == 0) for state in states)
        states = {
            game.apply(state, action): weight * odd
            for state, weight in states.items()
            for action, odd in game.odds(state)
        }
    assert {state.colours for state in states} == set(permutations(COLOURS, players))
    assert len(states) == deals
    assert set(states.values()) == {1}, "every deal is equally likely"
    assert all(state.whole and state.player == 0 for state in states), "seat 1 begins"


def test_the_deal_is_one_turn_with_one_text():
    state, text = GAME.start(), ""
    for colour in (R, B):
        text += GAME.write(state, Choose(colour))
        state = GAME.apply(state, Choose(colour))
    assert text == "colours P1=red P2=blue"
    reading = read_turn(GAME, GAME.start(), "Colours P1=red p2=BLUE")
    assert reading.actions == (Choose(R), Choose(B)) and reading.complete
    assert read_turn(GAME, GAME.start(), "P1=red P2=blue").actions == (Choose(R), Choose(B))
    with pytest.raises(Illegal):
        read_turn(GAME, GAME.start(), "colours P1=red P2=red")


# ── The drop ─────────────────────────────────────────────────────────────────────────────────────────────────────


def dealt(game=GAME, colours=None):
    return game.settled(bytes(61), colours or COLOURS[: game.players])


def test_t1_the_first_turn_is_a_drop_of_any_colour_on_any_cell():
    state = dealt()
    assert len(GAME.actions(state)) == 244
    assert set(texts(GAME, state)) == {f"{letter}{name}" for letter in "RGBY" for name in GAME.board.names}
    assert len(list(turns(GAME, state))) == 244


@pytest.mark.parametrize("stone", ["choose", "bag"])
def test_t1_the_deal_is_no_part_of_the_first_turn(stone):
    game = Meerkats(stone=stone)
    listed = [turn.text for turn in turns(game, game.start())]
    assert len(listed) == len(set(listed)) == 244
    assert "R5.5" in listed
    assert listed == [turn.text for turn in turns(game, at(EMPTY_BOARD, game))]


def test_no_slide_follows_the_first_drop_but_every_later_one():
    state = play(GAME, dealt(), "R5.5")
    assert (state.player, state.whole, state.fresh) == (1, True, OFF)
    state = play(GAME, state, "B5.6")
    assert (state.player, state.whole) == (1, False)
    state = play(GAME, state, "5.5-5.4")
    assert (state.player, state.whole) == (0, True)
    assert not play(GAME, state, "G1.1").whole


def test_seats_take_turns_in_order():
    game = Meerkats(players=3)
    state, movers = dealt(game), []
    for turn in ("R1.1", "G1.2/1.1-2.1", "B1.3/1.2-2.2", "Y1.4/1.3-2.3", "R1.5/1.4-2.4"):
        movers.append(state.player)
        state = play(game, state, turn)
    assert movers == [0, 1, 2, 0, 1]


def test_a_drop_goes_to_empty_cells_alone():
    state = at(f"{MIDDLE} colours=R,B")
    empty = [name for cell, name in enumerate(GAME.board.names) if not state.board[cell]]
    assert len(empty) == 61 - 43
    assert {text[1:] for text in texts(GAME, state)} == set(empty)
    with pytest.raises(Illegal):
        read_turn(GAME, state, "R1.2")


def test_t12_a_colour_that_is_used_up_is_not_offered():
    fifteen_red = "RRRRR/6/7/8/RRRRRRRRR/8/7/6/R4"
    state = at(f"{fifteen_red} colours=R,B")
    assert {text[0] for text in texts(GAME, state)} == set("GBY")
    bag = Meerkats(stone="bag")
    state = at(f"{fifteen_red} colours=R,B", bag)
    assert bag.odds(state) == [(Choose(G), 15), (Choose(B), 15), (Choose(Y), 15)]


# ── The bag ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_bag_draws_from_the_remaining_stones():
    bag = Meerkats(stone="bag")
    state = at(f"{MIDDLE} colours=R,B", bag)
    assert state.player == CHANCE and state.whole
    assert bag.odds(state) == [(Choose(R), 4), (Choose(G), 6), (Choose(B), 4), (Choose(Y), 3)]


def test_the_drawn_stone_is_shown_and_then_placed():
    bag = Meerkats(stone="bag")
    state = bag.apply(dealt(bag), Choose(Y))
    assert (state.player, state.hand, state.whole) == (0, Y, False)
    assert bag.actions(state) == [Place(cell, Y) for cell in bag.board]
    assert ("drawn", ("yellow",)) in bag.status(state)
    after = bag.apply(state, Place(30, Y))
    assert (after.player, after.hand, after.whole) == (CHANCE, 0, True)
    state = bag.apply(after, Choose(R))
    assert bag.apply(state, Place(0, R)).player == 1, "a slide is due"


def test_a_turn_with_the_bag_has_the_same_text():
    bag = Meerkats(stone="bag")
    state = play(bag, dealt(bag), "R5.5")
    assert texts(bag, state) == ["R", "G", "B", "Y"]
    drawn = bag.apply(state, Choose(B))
    assert texts(bag, drawn)[0] == "1.1"
    one, other = play(bag, state, "B5.6/5.5-5.4"), play(bag, drawn, "5.6/5.5-5.4")
    assert one == other == play(bag, state, "b", "5.6", "5.5-5.4")
    assert one.board == play(GAME, dealt(), "R5.5", "B5.6/5.5-5.4").board


# ── The slide ────────────────────────────────────────────────────────────────────────────────────────────────────

T2 = (
    "(4,4)(3,3)(2,2)(1,1)",  # up-left
    "(4,5)(3,5)(2,5)(1,5)",  # up-right
    "(6,5)(7,5)(8,5)(9,5)",  # down-right
    "(6,4)(7,3)(8,2)(9,1)",  # down-left
    "(5,4)(5,3)(5,2)(5,1)",  # left
)


def test_t2_a_slide_goes_one_cell_or_more_in_a_straight_line_and_not_by_the_stone_just_dropped():
    state = play(GAME, dealt(), "R5.5", "B5.6")
    assert slides_of(GAME, state) == [f"5.5-{name}" for line in T2 for name in names(line)]
    for wrong in ("5.6-5.7", "5.5-5.5", "5.5-5.6", "5.5-5.7", "5.5-4.3"):  # fresh, nowhere, taken, jump, not straight
        with pytest.raises(Illegal):
            read_turn(GAME, state, wrong)


def test_t2_a_slide_goes_as_far_as_it_can_with_that_option():
    far = Meerkats(slide="max")
    state = play(far, dealt(far), "R5.5", "B5.6")
    assert slides_of(far, state) == [f"5.5-{names(line)[-1]}" for line in T2]


def test_t3_a_stone_in_the_corner():
    lines = "(1,2)(1,3)(1,4)(1,5)", "(2,2)(3,3)(4,4)(5,5)(6,5)(7,5)(8,5)(9,5)", "(2,1)(3,1)(4,1)(5,1)"
    state = play(GAME, dealt(), "R1.1", "G8.1")
    assert slides_of(GAME, state) == [f"1.1-{name}" for line in lines for name in names(line)]
    assert len(slides_of(GAME, state)) == 16


def test_a_slide_is_compulsory():
    state = play(GAME, dealt(), "R5.5")
    reading = read_turn(GAME, state, "B5.6")
    assert not reading.complete
    assert all(isinstance(action, Move) for action in GAME.actions(play(GAME, state, "B5.6")))


def test_any_colour_may_slide():
    state = play(GAME, at(f"{MIDDLE} colours=R,B"), "R3.3")
    moved = {state.board[action.source] for action in GAME.actions(state)}
    assert moved == {R, G, B, Y}


# ── Groups and results ───────────────────────────────────────────────────────────────────────────────────────────

T5 = "B4/2R3/RYY1BB1/GRRYYYB1/RRRYGGGB1/BGYGGBB1/BBBBB1B/6/3G1"


@pytest.mark.parametrize(
    ("rows", "groups"),
    [
        (T5, {B: [13, 1], Y: [7], R: [6, 1], G: [5, 1, 1, 1]}),
        (MIDDLE, {R: [5, 2, 1, 1, 1, 1], G: [4, 3, 1, 1], B: [4, 3, 2, 1, 1], Y: [6, 3, 2, 1]}),
        (FINAL_1, {G: [15], R: [11, 2, 1, 1], B: [9, 4, 1, 1], Y: [8, 3, 2, 1, 1]}),
        (FINAL_2, {G: [15], B: [10, 4, 1], R: [7, 2, 1, 1, 1, 1, 1, 1], Y: [6, 4, 3, 1, 1]}),
    ],
    ids=["T5", "T6", "T7", "T8"],
)
def test_groups_of_the_printed_boards(rows, groups):
    board = at(rows).board
    assert {colour: GAME.groups(board, colour) for colour in COLOURS} == groups


def test_the_printed_middle_game_has_43_stones():
    board = at(MIDDLE).board
    assert [board.count(colour) for colour in COLOURS] == [11, 9, 11, 12]


@pytest.mark.parametrize("rows", [FINAL_1, FINAL_2])
def test_the_printed_ends_have_15_stones_of_each_colour(rows):
    board = at(rows).board
    assert [board.count(colour) for colour in COLOURS] == [EACH] * 4 and sum([EACH] * 4) == ALL
    assert board.count(0) == 1


def result(rows, colours, **options):
    game = Meerkats(players=len(colours.split(",")), **options)
    state = at(f"{rows} colours={colours}", game)
    assert state.player == NOBODY
    return game.outcome(state)


def test_t7_the_owner_of_green_has_won():
    outcome = result(FINAL_1, "R,G,B,Y")
    assert outcome.scores == (0, 1, 0, 0)
    assert outcome.points == (11, 15, 9, 8)
    assert outcome.reason == "Player 2 has all 15 green stones in one group"


def test_t7_if_nobody_owns_green_red_beats_blue_beats_yellow():
    assert result(FINAL_1, "Y,B,R").scores == (0, 0, 1)
    assert result(FINAL_1, "Y,B").scores == (0, 1)
    assert result(FINAL_1, "Y,B,R").reason == "Player 3 has the largest group: 11 red"


def test_t8_a_colour_that_nobody_owns_never_wins():
    outcome = result(FINAL_2, "R,Y")
    assert outcome.winners == (0,) and outcome.points == (7, 6)
    assert result(FINAL_2, "Y,G").winners == (1,)


def tied(rows, colours, **options):
    """The outcome when just the stones that matter are on the board."""
    game = Meerkats(players=len(colours), **options)
    state = Burrow(at(rows, game).board, NOBODY, colours)
    return game.outcome(state), game.evaluate(state)


#   red in rows 1, 3, 5 and blue in rows 2, 4, 6
THIRD = "RRRR1/BBBBBB/RRR1RR1/BBBB3B/RRRRRR3/BBBB4/7/6/5"  # 6 4 3 2 against 6 4 4 1
SECOND = "RRRRR/BBBBB1/RRR1RR1/BBBB1BB1/RRRRR4/BBBB4/7/6/5"  # 5 5 3 2 against 5 4 4 2
EQUAL = "RRRRR/BBBBB1/RRRRR2/BBBBB3/RRRRR4/BBBBB3/7/6/5"  # 5 5 5 against 5 5 5
SEVENS = "RR3/BBB3/RRRRRRR/BBBBBBB1/YYYYYY3/8/YYYYYY1/6/5"  # 7 2, 7 3, 6 6


@pytest.mark.parametrize(
    ("rows", "options", "scores"),
    [
        (THIRD, {}, (0, 1)),
        (THIRD, {"tie": "second"}, (0.5, 0.5)),
        (SECOND, {}, (1, 0)),
        (SECOND, {"tie": "second"}, (1, 0)),
        (EQUAL, {}, (0.5, 0.5)),
        (EQUAL, {"tie": "second"}, (0.5, 0.5)),
    ],
)
def test_t9_ties_compare_the_next_largest_groups(rows, options, scores):
    outcome, worth = tied(rows, (R, B), **options)
    assert outcome.scores == scores
    assert (worth[0] > 0) == (scores[0] == 1) and (worth[1] > 0) == (scores[1] == 1)
    assert outcome.drawn == (scores[0] == 0.5)


def test_t9_only_those_who_tie_compare_their_second_groups():
    outcome, _ = tied(SEVENS, (R, B, Y))
    assert outcome.scores == (0, 1, 0) and outcome.points == (7, 7, 6)
    assert outcome.reason == "Player 2 (blue) wins the tie by the next largest groups"


def test_some_players_may_share_the_win():
    outcome, _ = tied(EQUAL, (R, G, B))
    assert outcome.scores == (0.5, 0, 0.5) and outcome.points == (5, 0, 5)
    assert outcome.reason == "Player 1, Player 3 share the win: their groups are equally large"


# ── All 15 ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_t10_a_drop_that_joins_15_wins_for_the_owner_whoever_dropped_it_and_no_slide_follows():
    state = at(f"{BLUE_14} colours=R,B")
    assert state.player == 0
    after = play(GAME, state, "B6.6")
    assert after.player == NOBODY and after.whole and after.fresh == OFF
    assert GAME.outcome(after).scores == (0, 1)
    with pytest.raises(Illegal):
        read_turn(GAME, state, "B6.6/5.1-4.1")


def test_t10_the_game_goes_on_when_nobody_owns_the_15():
    state = at(f"{BLUE_14.replace('B', 'Y')} colours=R,B")
    after = play(GAME, state, "Y6.6")
    assert after.player == 0 and not after.whole
    assert play(GAME, after, "5.1-4.1").player == 1


def test_a_slide_that_joins_15_wins_too():
    state = at("5/6/7/8/BBBBBBBBB/BBBBB3/7/6/B4 colours=B,R")
    assert state.player == 1
    after = play(GAME, state, "G1.1/9.1-7.1")
    assert after.player == NOBODY and GAME.outcome(after).scores == (1, 0)
    assert play(GAME, state, "G1.1/9.1-8.1").player == 0


def test_14_together_are_not_enough():
    state = at("5/6/7/8/BBBBBBBBB/BBBB4/7/6/5 colours=R,B")
    assert play(GAME, state, "B6.5").player == 1


def test_15_may_be_joined_without_effect():
    game = Meerkats(instant15=False)
    after = play(game, at(f"{BLUE_14} colours=R,B", game), "B6.6")
    assert after.player == 0 and not after.whole


# ── The end ──────────────────────────────────────────────────────────────────────────────────────────────────────

LAST = FINAL_2.replace("RRGYR", "1RGYR")  # a red stone is left, for 1.1 or 9.2


@pytest.mark.parametrize("stone", ["choose", "bag"])
def test_t11_the_60th_drop_ends_the_game_without_a_slide(stone):
    game = Meerkats(stone=stone)
    state = at(f"{LAST} colours=R,Y", game)
    assert [turn.text for turn in turns(game, state)] == ["R1.1", "R9.2"]
    after = play(game, state, "R1.1")
    assert after.player == NOBODY and after.whole
    assert after == at(f"{FINAL_2} colours=R,Y", game)
    assert [after.board.count(colour) for colour in range(5)] == [1, 15, 15, 15, 15]
    assert game.actions(after) == ()


def test_t8_the_last_slides_into_the_hole_with_that_option():
    game = Meerkats(final_slide=True)
    after = play(game, at(f"{LAST} colours=R,Y", game), "R1.1")
    assert after.player == 1 and not after.whole
    assert set(slides_of(game, after)) == {"8.2-9.2", "8.3-9.2", "9.1-9.2", "9.3-9.2"}
    assert play(game, after, "8.3-9.2").player == NOBODY
    assert at(f"{FINAL_2} colours=R,Y", game).player == NOBODY


def test_without_liberty_a_drop_may_fill_a_hole():
    state = at(f"{FINAL_2.replace('RRGYR', '2GYR')} colours=R,Y")
    assert texts(GAME, state) == ["R1.1", "R1.2", "R9.2"]


def test_with_liberty_a_drop_needs_an_empty_cell_beside_it():
    game = Meerkats(liberty=True, instant15=False)
    state = at(f"{FINAL_2.replace('RRGYR', '2GYR')} colours=R,Y", game)
    assert texts(game, state) == ["R1.1", "R1.2"]


@pytest.mark.parametrize("stone", ["choose", "bag"])
def test_with_liberty_the_game_ends_when_a_player_cannot_take_a_turn(stone):
    game = Meerkats(liberty=True, instant15=False, stone=stone)
    state = at(f"{FINAL_2.replace('RRGYR', '2GYR')} colours=R,Y", game)
    after = play(game, state, "R1.1/1.3-1.2")  # leaves 1.3 and 9.2, far apart
    assert after.player == NOBODY
    assert after.board.count(0) == 2
    assert game.outcome(after).winners == (0,)
    assert at(game.write_position(after), game) == after
    again = play(Meerkats(stone=stone), at(f"{FINAL_2.replace('RRGYR', '2GYR')} colours=R,Y"), "R1.1/1.3-1.2")
    assert again.player != NOBODY, "without liberty another turn follows"


# ── Turn text ────────────────────────────────────────────────────────────────────────────────────────────────────

FIGURE = "R4/1G4/7/8/4Y4/8/4B2/6/5 colours=R,B"  # a blue stone on 7.5


def test_a_turn_is_written_as_drop_and_slide():
    after = play(GAME, at(FIGURE), "R2.6/7.5-8.5")
    assert GAME.board.names[after.board.index(B)] == "8.5"
    for spelled in ("r2.6 / 7.5 - 8.5", "R2.6 7.5-8.5", "R2.6/7.5>4*1", "r2.67.5>4*1"):
        assert play(GAME, at(FIGURE), spelled) == after
    for halves in (("R2.6", "7.5-8.5"), ("R2.6", "/7.5-8.5"), ("R2.6", "7.5>4*1")):
        assert play(GAME, at(FIGURE), *halves) == after


def test_slides_by_direction_and_number_mean_the_same():
    state = play(GAME, dealt(), "R5.5", "B5.6")
    for way, line in zip((1, 2, 4, 5, 6), T2, strict=True):
        for count, name in enumerate(names(line), 1):
            assert read_turn(GAME, state, f"5.5>{way}*{count}") == read_turn(GAME, state, f"5.5-{name}")
    for wrong in ("5.5>3*1", "5.5>1*0", "5.5>1*5", "5.5>7*1"):
        with pytest.raises(Illegal):
            read_turn(GAME, state, wrong)


@pytest.mark.parametrize("wrong", ["hello", "R", "5.5", "R5", "K5.5", "R5.5-5.6", "R5.5/5.5", ""])
def test_texts_that_are_no_turn(wrong):
    with pytest.raises((Unreadable, Illegal, Ambiguous)) as caught:
        read_turn(GAME, dealt(), wrong)
    kind = {"R": Ambiguous, "R5": Ambiguous, "5.5": Illegal}.get(wrong, Unreadable)  # 5.5 would do with a bag
    assert type(caught.value) is kind


def test_a_drop_off_the_board_is_illegal_and_the_error_says_what_would_do():
    with pytest.raises(Illegal, match="try R"):
        read_turn(GAME, dealt(), "R1.6")


# ── Position text ────────────────────────────────────────────────────────────────────────────────────────────────


def test_positions_are_written_in_rows():
    assert GAME.write_position(GAME.start()) == EMPTY_BOARD
    state = play(GAME, dealt(), "R5.5")
    assert GAME.write_position(state) == "5/6/7/8/4R4/8/7/6/5 colours=R,G"
    assert GAME.write_position(play(GAME, state, "B5.6")) == "5/6/7/8/4RB3/8/7/6/5 colours=R,G fresh=5.6"
    bag = Meerkats(stone="bag")
    assert bag.write_position(play(bag, dealt(bag), "Y")) == f"{EMPTY_BOARD} colours=R,G hand=Y"
    assert GAME.write_position(GAME.apply(GAME.start(), Choose(Y))) == f"{EMPTY_BOARD} colours=Y"


def test_positions_are_read_in_any_case():
    assert at(f"{MIDDLE.lower()}  Colours=r,b") == at(f"{MIDDLE} colours=R,B")


def test_without_colours_they_are_dealt_and_then_the_mover_goes_on():
    state = at(MIDDLE)
    assert state.player == CHANCE and state.colours == (UNDEALT,) * 2
    assert play(GAME, state, "colours P1=red P2=blue").player == 43 % 2
    listed = list(turns(GAME, at("5/6/7/8/4R4/8/7/6/5")))
    assert len(listed) == len({turn.text for turn in listed}) > 3000
    assert all("colours" not in turn.text for turn in listed)


def test_colours_dealt_to_a_finished_board_end_the_game():
    assert play(GAME, at(FINAL_1), "colours P1=red P2=green").player == NOBODY
    assert list(turns(GAME, at(FINAL_1))) == []


def test_the_printed_first_list_has_a_short_row_and_is_refused():
    with pytest.raises(BadPosition, match="row 7, 6, has 6 cells; it should have 7"):
        at("5/6/7/8/9/8/6/6/5")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "0 cells|1 row;|no position"),
        ("5/6/7/8/9/8/7/6", "8 rows"),
        ("5/6/7/8/4K4/8/7/6/5", "no piece"),
        (f"{EMPTY_BOARD} colours=R,G,B", "no position"),
        (f"{EMPTY_BOARD} colours=R,X", "no position"),
        (f"{EMPTY_BOARD} turn=3", "no position"),
        (f"{MIDDLE} fresh=1.2", "say colours="),
        (f"{MIDDLE} colours=R fresh=1.2", "say colours="),
        (f"{MIDDLE} colours=R,B fresh=1.1", "no slide is due"),
        (f"{MIDDLE} colours=R,B fresh=1.9", "no slide is due"),
        ("5/6/7/8/4R4/8/7/6/5 colours=R,B fresh=5.5", "no slide is due"),
        (f"{FINAL_2} colours=R,Y fresh=1.1", "no slide is due"),
        (f"{FINAL_1} colours=G,R fresh=1.1", "no slide is due"),
        (f"{MIDDLE} colours=R,B hand=R", "leave hand= out"),
        (f"{MIDDLE} colours=R,R", "same colour"),
        ("RRRRR/RRRRRR/RRRRR2/8/9/8/7/6/5 colours=R,B", "16 red stones"),
        ("5/6/7/8/BBBBBBBBB/BBBBBB2/RRRRRRR/RRRRRR/RR3 colours=R,B", "two players have won"),
    ],
)
def test_positions_that_are_refused(text, why):
    with pytest.raises(BadPosition, match=why):
        at(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("RRRRR/6/7/8/RRRRRRRRR/8/7/6/R4 colours=R,B hand=R", "16 red stones"),
        (f"{MIDDLE} colours=R,B hand=R fresh=1.2", "leave hand= out"),
        (f"{MIDDLE} hand=R", "say colours="),
    ],
)
def test_positions_that_are_refused_with_the_bag(text, why):
    with pytest.raises(BadPosition, match=why):
        at(text, Meerkats(stone="bag"))


def test_a_hidden_colour_that_has_won_is_refused():
    with pytest.raises(BadPosition, match="won already"):
        at("5/6/7/8/BBBBBBBBB/BBBBBB2/7/6/5 colours=R,?,?,?", Meerkats(players=4))
    assert at("5/6/7/8/BBBBBBBBB/BBBBBB2/7/6/5 colours=R,?").colours == (R, UNKNOWN)


# ── Secrets ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_seat_sees_its_own_colour_and_a_spectator_none():
    state = at(f"{MIDDLE} colours=R,B,G", Meerkats(players=3))
    assert [GAME.view(state, seat).colours for seat in (0, 1, 2, None)] == [
        (R, 0, 0),
        (0, B, 0),
        (0, 0, G),
        (0, 0, 0),
    ]


def test_a_view_inside_the_deal_knows_who_has_a_colour():
    state = GAME.apply(GAME.start(), Choose(R))
    assert GAME.view(state, 0).colours == (R, UNDEALT)
    assert GAME.view(state, 1).colours == GAME.view(state, None).colours == (UNKNOWN, UNDEALT)
    assert GAME.view(state, 1).player == CHANCE and not GAME.view(state, 1).whole


def test_all_colours_are_shown_when_the_game_is_over():
    state = at(f"{FINAL_1} colours=G,R")
    for seat in (0, 1, None):
        assert GAME.view(state, seat) == state
    assert dict(GAME.status(state))["colour"] == ("green", "red")
    assert dict(GAME.status(state))["largest group"] == (15, 11)


def test_a_deal_is_seen_by_its_owner_alone():
    state, seen = GAME.start(), {0: "", 1: "", None: ""}
    for colour in (R, B):
        for seat in seen:
            view, veiled = GAME.view(state, seat), GAME.veil(state, Choose(colour), seat)
            seen[seat] += GAME.write(view, veiled)
            after = GAME.apply(state, Choose(colour))
            assert GAME.apply(view, veiled) == GAME.view(after, seat)
        state = after
    assert seen == {0: "colours P1=red P2=?", 1: "colours P1=? P2=blue", None: "colours P1=? P2=?"}


def test_of_the_installed_games_only_this_one_has_secrets():
    assert [name for name in entries() if find(name).has_secrets] == ["meerkats"]


def test_nothing_but_the_deal_is_veiled():
    bag = Meerkats(stone="bag")
    for state, action in random_game(bag, 5)[2:-1]:
        assert all(bag.veil(state, action, seat) == action for seat in (0, 1, None))


def told(game, view):
    """All that a front end may show of a view."""
    steps = [(game.write(view, action), game.label(view, action)) for action in game.actions(view)]
    return repr(view), game.write_position(view), game.status(view), game.evaluate(view), steps


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_seat_is_told_does_not_depend_on_the_other_colours(players):
    game = Meerkats(players=players, instant15=False)
    for state, _ in random_game(game, players)[players::17]:
        if state.player == NOBODY:
            continue
        for seat in (*range(players), None):
            view = game.view(state, seat)
            heard = told(game, view)
            for colours in permutations(COLOURS, players):
                if seat is None or colours[seat] == state.colours[seat]:
                    assert told(game, game.view(replace(state, colours=colours), seat)) == heard
            shown = dict(game.status(view))["colour"]
            assert shown == tuple(NAMES[state.colours[seat]] if seat == owner else "?" for owner in range(players))
            letters = game.write_position(view).split("colours=")[1].split()[0].split(",")
            assert [letter == "?" for letter in letters] == [owner != seat for owner in range(players)]


def test_a_button_for_the_deal_names_no_colour():
    labels = {GAME.label(GAME.start(), action) for action in choices(GAME, GAME.start())}
    assert labels == {"a secret colour for Player 1"}


def test_labels_are_words():
    state = play(GAME, dealt(), "R5.5")
    assert GAME.label(state, Place(0, B)) == "blue on 1.1"
    state = play(GAME, state, "B5.6")
    assert GAME.label(state, GAME.actions(state)[0]) == "5.5-4.4"


@pytest.mark.parametrize(("players", "worlds"), [(2, 3), (3, 6), (4, 6)])
def test_imagined_colours_are_drawn_fairly(players, worlds):
    game, rng = Meerkats(players=players), Random(7)
    view = game.view(dealt(game), 0)
    drawn = Counter(game.imagine(view, 0, rng).colours for _ in range(600 * worlds))
    assert len(drawn) == worlds
    assert all(colours[0] == R and len(set(colours)) == players for colours in drawn)
    assert all(500 < count < 700 for count in drawn.values())


def test_a_spectator_imagines_every_deal():
    view, rng = GAME.view(dealt(), None), Random(1)
    assert {GAME.imagine(view, None, rng).colours for _ in range(500)} == set(permutations(COLOURS, 2))


def test_a_complete_colour_cannot_be_imagined_while_the_game_goes_on():
    state = at("5/6/7/8/YYYYYYYYY/YYYYYY2/7/6/5 colours=R,B")
    rng = Random(3)
    assert {GAME.imagine(GAME.view(state, 0), 0, rng).colours for _ in range(100)} == {(R, G), (R, B)}
    plain = Meerkats(instant15=False)
    assert {plain.imagine(plain.view(state, 0), 0, rng).colours for _ in range(100)} == {(R, G), (R, B), (R, Y)}


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_imagined_worlds_look_the_same(options):
    game, rng = Meerkats(**options), Random(9)
    for state, _ in random_game(game, 4):
        for seat in (*range(game.players), None):
            view = game.view(state, seat)
            world = game.imagine(view, seat, rng)
            assert UNKNOWN not in world.colours
            assert game.view(world, seat) == view
            assert game.view(view, seat) == view


# ── Worth ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_worth_is_the_lead_of_the_largest_group():
    game = Meerkats(players=4)
    worth = game.evaluate(Burrow(at(T5, game).board, 0, (R, G, B, Y)))
    assert worth[2] == max(worth) and [round(value) for value in worth] == [-7, -8, 6, -6]


def test_worth_of_a_view_takes_hidden_colours_as_the_mean_of_the_possible():
    board = at("RRRRR/6/YYY4/8/9/8/7/6/5").board
    assert GAME.evaluate(Burrow(board, 0, (R, UNKNOWN))) == (4, -4)  # 5 - (0 + 0 + 3) / 3
    assert GAME.evaluate(Burrow(board, 0, (UNKNOWN, UNKNOWN))) == (0, 0)
    assert GAME.evaluate(GAME.start()) == (0, 0)


def test_an_end_with_hidden_colours_favours_nobody():
    outcome = GAME.outcome(Burrow(at(FINAL_2).board, NOBODY, (R, UNKNOWN)))
    assert outcome.scores == (0.5, 0.5) and outcome.points == (7, 0)


def test_the_supply_stands_beside_the_board():
    rows = dict(GAME.status(at(f"{MIDDLE} colours=R,?")))
    assert rows["supply"] == ("red 4, green 6, blue 4, yellow 3",)
    assert rows["largest of each colour"] == ("red 5, green 4, blue 4, yellow 6",)
    assert rows["colour"] == ("red", "?") and rows["largest group"] == (5, "?")
    assert "drawn" not in rows


# ── Random games ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_random_games(options, seed):
    game = Meerkats(**options)
    past = random_game(game, seed)
    turn, begun, played = "", game.start(), 0
    for state, action in past:
        for shown in (state, *(game.view(state, seat) for seat in (0, game.players - 1, None))):
            again = read_position(game, game.write_position(shown))
            assert again == shown and repr(again) == repr(shown)
        if state.whole and turn:
            reading = read_turn(game, begun, turn)
            assert play(game, begun, turn) == state and reading.complete
            played += state.board != begun.board
            turn, begun = "", state
        if action is None:
            break
        legal = choices(game, state)
        assert legal and action in legal and all(step in game.space for step in legal)
        assert len({fold(text) for text in texts(game, state)}) == len(set(legal)) == len(legal)
        turn += game.write(state, action)
    last = past[-1][0]
    assert len(last.board) - last.board.count(0) == played <= ALL
    assert played == ALL or game.liberty, "random play does not join 15 by chance"
    outcome = game.outcome(last)
    assert sum(outcome.scores) == pytest.approx(1) and len(outcome.points) == game.players
    best = [value for seat, value in enumerate(game.evaluate(last)) if seat in outcome.winners]
    assert all(value >= 0 for value in best)


def test_slides_never_run_out_when_players_crowd_the_board():
    """Drops beside the last drop leave few ways to slide, and yet there is always one."""
    for options in ({"final_slide": True}, {"final_slide": True, "slide": "max"}):
        game, rng = Meerkats(**options), Random(8)
        state = dealt(game)
        while state.player != NOBODY:
            legal = game.actions(state)
            assert legal
            first = [step for step in legal if isinstance(step, Place) and step.cell == legal[0].cell]
            state = game.apply(state, rng.choice(first or legal))
        assert state.board.count(0) == 1


# ── What is due, in words ────────────────────────────────────────────────────────────────────────────────────────


def test_after_the_drop_a_slide_is_asked_for():
    state = at(f"{MIDDLE} colours=G,B")
    assert GAME.prompt(state) == ""
    dropped = play(GAME, state, "R1.1")
    assert GAME.prompt(dropped) == "slide any other stone along a straight line"
    farthest = Meerkats(slide="max")
    assert farthest.prompt(dropped) == "slide any other stone along a straight line, as far as it goes"


def test_a_drawn_stone_is_named():
    game = Meerkats(stone="bag")
    state = at(f"{EMPTY_BOARD} colours=G,B hand=R", game)
    assert game.prompt(state) == "drop the red stone on an empty cell"

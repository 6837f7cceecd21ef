"""Boards and turns in words: all that is on the board, and all that a turn changed, for every game."""

from __future__ import annotations

import re
from random import Random

import pytest

from tabuleiro.core.notation import read_turn
from tabuleiro.core.registry import find, names
from tabuleiro.draw.speech import spoken_board, spoken_turn
from tabuleiro.play.session import Session

SPECS = [*names(), "meerkats:players=3,stone=bag", "campo-bello:players=4,removal=may", "momentum:size=9,marbles=12"]


def cells_named(game, row, text):
    """The cells that the words for a piece name: one, two, a list, or the ends of a row."""
    names = [game.board.names[cell] for cell in row]
    if " to " in text:
        first, last = (names.index(name) for name in text.split(" to "))
        return row[first : last + 1]
    return [game.board.cells[name] for name in re.split(r" and |, ", text)]


def heard(game, state, flip):
    """The board as a listener puts it together again."""
    board = bytearray(len(game.board))
    rows = [row[::-1] for row in game.board.rows[::-1]] if flip else list(game.board.rows)
    kinds = sorted(range(1, len(game.pieces)), key=lambda piece: -len(game.pieces[piece].name))
    for line in spoken_board(game, state, flip):
        name, words = line.removesuffix(".").split(": ")
        ends = re.split(" to ", name.split(" ", 1)[1])
        if words == "empty":
            for _ in range(abs(int(ends[-1]) - int(ends[0])) + 1):
                assert not any(state.board[cell] for cell in rows.pop(0))
            continue
        row, free = rows.pop(0), 0
        for part in words.split("; "):
            if part.endswith(" empty"):
                free = int(part.split()[0])
                continue
            piece = next(kind for kind in kinds if part.startswith(game.pieces[kind].name + " "))
            for cell in cells_named(game, row, part.removeprefix(game.pieces[piece].name + " ")):
                board[cell] = piece
        assert free == sum(not state.board[cell] for cell in row)
    assert not rows
    return bytes(board)


def spoken(session, begun):
    steps = session.steps[begun:]
    after = [*(step.before for step in steps[1:]), session.state]
    return spoken_turn(
        session.game, [(step.before, step.action, state) for step, state in zip(steps, after, strict=True)]
    )


@pytest.mark.parametrize("spec", SPECS)
def test_a_listener_knows_the_board_and_every_change(spec):
    game = find(spec)
    session, rng = Session(game, Random(1)), Random(2)
    while not session.outcome:
        before, begun = session.state.board, len(session.steps)
        session.play(session.player, rng.choice(list(game.actions(session.state))))
        words = spoken(session, begun)
        for cell in game.board:
            if before[cell] != session.state.board[cell]:
                assert re.search(rf"(?<!\w){re.escape(game.board.names[cell])}(?!\w)", words), words
        assert len(words) < 300 and "\n" not in words
    for flip in (False, True):
        assert heard(game, session.state, flip) == session.state.board
        assert heard(game, game.start(), flip) == game.start().board


@pytest.mark.parametrize(
    ("spec", "position", "turn", "words"),
    [
        ("eximo", "", "b6-b5", "white man b6 to b5"),
        ("eximo", "8/8/8/3w4/3b4/8/8/8 w", "d5xd3", "white man d5 to d3, takes black man d4"),
        (
            "eximo",
            "8/8/8/8/8/8/w7/7b w",
            "a2-a1=b8,c7",
            "white man a2 to a1, leaves the board, drop on b8 and c7",
        ),
        (
            "momentum",
            "......./......./......./...1.../......./......./....... 2 1",
            "swap",
            "swap, 4,4 is now red marble",
        ),
        (
            "momentum",
            "1....../......./..12.../......./......./......./....... 2 4",
            "2,2",
            "red marble on 2,2, blue marble 1,1 goes off, pushes blue marble 3,3 to 4,4",
        ),
        ("campo-bello", "", "g5-g0", "yellow mover g5 to g0, takes yellow mover g2"),
        (
            "barragoon",
            "7/7/7/33W3/7/7/33B3/44B2/7 W",
            "d4xd7",
            "white 3-space tile d4 to d7, takes black 3-space tile d7",
        ),
    ],
)
def test_turns_in_words(spec, position, turn, words):
    game = find(spec)
    state = game.read_position(position) if position else game.start()
    taken = []
    for action in read_turn(game, state, turn).actions:
        after = game.apply(state, action)
        taken.append((state, action, after))
        state = after
    assert spoken_turn(game, taken) == words


def test_a_deal_tells_no_secret():
    game = find("meerkats")
    session = Session(game, Random(4))
    assert spoken(session, 0) == "a secret colour for Player 1, a secret colour for Player 2"


def test_rows_are_called_as_on_the_drawn_board():
    assert spoken_board(find("eximo"), find("eximo").start())[2:4] == [
        "Row 6: white man b6 and c6; white man f6 and g6; 4 empty.",
        "Rows 5 to 4: empty.",
    ]
    assert spoken_board(find("campo-bello"), find("campo-bello").start())[0] == "Row 1: yellow mover g9, g8, g7, g6."
    assert spoken_board(find("meerkats"), find("meerkats").start()) == ["Rows 1 to 9: empty."]

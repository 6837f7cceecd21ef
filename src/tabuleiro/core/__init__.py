"""The vocabulary of the table: boards, pieces, steps, states, games, and the text of each. Standard library only."""

from tabuleiro.core.action import Action, ActionSpace, Choose, Move, Pass, Place, Remove
from tabuleiro.core.board import OFF, Board
from tabuleiro.core.game import Game, branches, choices
from tabuleiro.core.option import option
from tabuleiro.core.piece import EMPTY, NOTHING, Piece, Seat
from tabuleiro.core.state import CHANCE, NOBODY, Outcome, State
from tabuleiro.core.words import later, later_many, say, say_many

__all__ = [
    "CHANCE",
    "EMPTY",
    "NOBODY",
    "NOTHING",
    "OFF",
    "Action",
    "ActionSpace",
    "Board",
    "Choose",
    "Game",
    "Move",
    "Outcome",
    "Pass",
    "Piece",
    "Place",
    "Remove",
    "Seat",
    "State",
    "branches",
    "choices",
    "later",
    "later_many",
    "option",
    "say",
    "say_many",
]

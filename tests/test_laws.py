"""Every registered game keeps every law, with every option set; and every law catches a game that breaks it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from random import Random

import pytest

from option_sets import OPTION_SETS, SPECS, games_each
from tabuleiro.core import (
    CHANCE,
    NOBODY,
    NOTHING,
    ActionSpace,
    Board,
    Choose,
    Game,
    Outcome,
    Piece,
    Place,
    Remove,
    Seat,
    State,
)
from tabuleiro.core.errors import GameFailed
from tabuleiro.core.notation import read_turn, turns
from tabuleiro.core.option import options
from tabuleiro.core.registry import find, game_class, names
from tabuleiro.games.momentum import Momentum
from tabuleiro.testing import laws, moment
from tabuleiro.testing.laws import LAWS, Violation, check
from tabuleiro.testing.perft import divide, perft

EFFORT = {"barragoon": 0.4}  # its games are long


@pytest.mark.parametrize("spec", SPECS)
def test_laws(spec):
    game = find(spec)
    assert check(game, Random(spec), games=games_each(game.name, 25), effort=EFFORT.get(game.name, 1.0)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_laws_in_a_thousand_games(spec):
    game = find(spec)
    assert check(game, Random(f"slow {spec}"), games=games_each(game.name, 1000), effort=0.25) > 0


def test_every_registered_game_is_tested_with_at_least_four_option_sets():
    assert set(OPTION_SETS) == set(names())
    assert all(len(sets) >= 4 and len(set(sets)) == len(sets) for sets in OPTION_SETS.values())


@pytest.mark.parametrize("name", OPTION_SETS)
def test_every_option_is_tested_away_from_its_default(name):
    tested = [find(spec) for spec in SPECS if spec.partition(":")[0] == name]
    for item in options(game_class(name)):
        values = {getattr(game, item.name) for game in tested}
        assert values - {item.default}, item.name
        if item.choices and len(item.choices) <= 3:
            assert values == set(item.choices), item.name


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_is_found_by_its_spelling(spec):
    game = find(spec)
    assert find(str(game)) == game
    assert hash(find(str(game))) == hash(game)


# ── A small game with chance, a secret and turns of two steps ────────────────────────────────────────────────────

STOP, BANG = Choose(3), Choose(4)


@dataclass(frozen=True, slots=True)
class Row(State):
    secret: int = -1  # not dealt; 0 when hidden
    inside: bool = False

    @property
    def whole(self):
        return not self.inside


@dataclass(frozen=True)
class Peek(Game[Row]):
    """Chance deals the first seat a secret, 1 or 2. Place a stone, then shout or not; when the row is full, who shares
    the number of the secret wins."""

    name = "peek"
    title = "Peek"
    grammar = r"[a-d]1!?|!|deal[012]"
    pieces = (NOTHING, Piece("x", "cross", 0), Piece("o", "nought", 1))
    seats = (Seat("x", "Cross", "light"), Seat("o", "Nought", "dark"))

    @cached_property
    def board(self):
        return Board.grid("abcd", "1")

    @cached_property
    def space(self):
        return ActionSpace([*map(Choose, range(5)), *(Place(cell, piece) for piece in (1, 2) for cell in range(4))])

    def start(self):
        return Row(bytes(4), CHANCE)

    def odds(self, state):
        return [(Choose(1), 1), (Choose(2), 3)]

    def actions(self, state):
        if state.inside:
            return [STOP, BANG]
        return [Place(cell, state.player + 1) for cell in range(4) if not state.board[cell]]

    def apply(self, state, action):
        if state.player == CHANCE:
            return replace(state, player=0, secret=action.option)
        if isinstance(action, Place):
            board = bytearray(state.board)
            board[action.cell] = action.piece
            return replace(state, board=bytes(board), inside=True)
        return replace(state, player=1 - state.player if 0 in state.board else NOBODY, inside=False)

    def outcome(self, state):
        return Outcome.win(state.secret - 1, 2, f"the secret is {state.secret}")

    def view(self, state, seat):
        hidden = seat != 0 and state.secret > 0 and state.player != NOBODY
        return replace(state, secret=0) if hidden else state

    def veil(self, state, action, seat):
        return Choose(0) if state.player == CHANCE and seat != 0 else action

    def imagine(self, view, seat, rng):
        return view if view.secret else replace(view, secret=rng.choice([1, 2]))

    def write(self, state, action):
        if state.player == CHANCE:
            return f"deal{action.option}"
        return {STOP: "", BANG: "!"}[action] if isinstance(action, Choose) else self.board.names[action.cell]


def test_the_small_game_keeps_every_law():
    assert check(Peek(), Random(1), games=50, effort=100) == 50 * 10


def test_progress_is_told_after_each_game():
    told = []
    assert check(Peek(), Random(1), 3, lambda games, plies: told.append((games, plies))) == 30
    assert told == [(1, 10), (2, 20), (3, 30)]


def test_counting_turns_does_not_count_the_deal():
    game = Peek()
    assert perft(game, game.start(), 0) == 1
    assert [perft(game, game.start(), depth) for depth in range(1, 6)] == [8, 48, 192, 384, 0]
    assert [perft(game, game.start(), depth, steps=True) for depth in range(1, 10)] == [
        *(4, 8, 24, 48, 96, 192, 192, 384, 0),
    ]
    inside = game.apply(game.apply(game.start(), Choose(1)), Place(0, 1))
    assert perft(game, inside, 1) == 2
    assert perft(game, inside, 2) == 12


def test_counting_draws_that_look_different():
    """A public deal multiplies, a secret one does not."""

    class Open(Peek):
        def veil(self, state, action, seat):
            return action

    assert perft(Open(), Open().start(), 1) == 16
    assert perft(Open(), Open().start(), 2, steps=True) == 16
    assert divide(Open(), Open().start(), 1)["a1"] == 2


def test_counting_by_first_turn():
    game = Peek()
    assert divide(game, game.start(), 0) == {}
    assert divide(game, game.start(), 2) == dict.fromkeys(["a1", "a1!", "b1", "b1!", "c1", "c1!", "d1", "d1!"], 6)
    assert divide(game, game.start(), 3, steps=True) == dict.fromkeys(["a1", "b1", "c1", "d1"], 6)


def test_turns_of_chance_alone_are_refused_and_never_end_in_a_recursion():
    game = TurnOfChance()
    for ask in (lambda: list(turns(game, game.start())), lambda: perft(game, game.start(), 1)):
        with pytest.raises(GameFailed, match=r"chance alone finishes a second turn at 4 [?]; let whole be False"):
            ask()


def test_a_deal_of_several_steps_is_one_turn():
    class InOne(DealtTwice):
        grammar = r"[a-d]1!?|!|(deal[012]){1,2}"

        def apply(self, state, action):
            after = super().apply(state, action)
            return replace(after, inside=after.player == CHANCE) if state.player == CHANCE else after

    assert check(InOne(), Random(1), games=20, effort=100) == 20 * 11


def test_a_step_without_a_text_is_typed_by_the_words_on_its_button():
    game = Peek()
    inside = game.apply(game.apply(game.start(), Choose(1)), Place(0, 1))
    assert game.write(inside, STOP) == ""
    assert read_turn(game, inside, " Stop ").actions == (STOP,)
    assert read_turn(game, game.apply(game.start(), Choose(1)), "a1 stop").actions == (Place(0, 1), STOP)


# ── Games that break a law ───────────────────────────────────────────────────────────────────────────────────────

MUTANTS = []  # law, class
CALLS = count()


def breaks(name):
    """The class under this decorator breaks the law called *name*."""

    def add(kind):
        MUTANTS.append((name, kind))
        return kind

    return add


@breaks("facts")
class TwoSeatsOfOneName(Peek):
    seats = (Seat("x", "Cross", "light"), Seat("o", "Cross", "dark"))


@breaks("facts")
class ThreeSeats(Peek):
    seats = (*Peek.seats, Seat("y", "Third", "green"))


@breaks("facts")
class StrangersPiece(Peek):
    pieces = (*Peek.pieces, Piece("z", "stranger", 2))


@breaks("facts")
class NoProfile(Peek):
    profile = "tabuleiro.ai.profiles:NOTHING"


@breaks("facts")
class WrongProfile(Peek):
    profile = "tabuleiro.ai.profiles:PLAIN"  # a style


@breaks("facts")
class WrongFigures(Peek):
    figures = "tabuleiro.ai.profiles:PLAIN"


@breaks("liveness")
class Stuck(Peek):
    def actions(self, state):
        return [] if state.board.count(0) == 1 else super().actions(state)


@breaks("liveness")
class Twice(Peek):
    def actions(self, state):
        return [*super().actions(state), super().actions(state)[0]]


@breaks("liveness")
class Unheard(Peek):
    def actions(self, state):
        return [*super().actions(state), Remove(0)]


@breaks("liveness")
class Weightless(Peek):
    def odds(self, state):
        return [(Choose(1), 0), (Choose(2), 3)]


@breaks("liveness")
class Endless(Peek):
    def apply(self, state, action):
        return replace(super().apply(state, action), board=bytes(4))


@breaks("liveness")
class Crashing(Peek):
    def apply(self, state, action):
        assert action != BANG, "nobody shouts here"
        return super().apply(state, action)


@breaks("liveness")
class WrongPlayer(Peek):
    def apply(self, state, action):
        after = super().apply(state, action)
        return replace(after, player=2) if after.player == 1 else after


@breaks("purity")
class Moody(Peek):
    def apply(self, state, action):
        after = super().apply(state, action)
        return replace(after, inside=False) if next(CALLS) % 2 else after


@breaks("purity")
class Shuffled(Peek):
    def actions(self, state):
        return super().actions(state)[:: 1 if next(CALLS) % 2 else -1]


@breaks("purity")
class UndecidedEnd(Peek):
    def outcome(self, state):
        return Outcome.win(next(CALLS) % 2, 2, "chance")


class ShiftedSpace(ActionSpace):
    def index(self, action):
        return (super().index(action) + 1) % len(self)


@breaks("action space")
class Shifted(Peek):
    @cached_property
    def space(self):
        return ShiftedSpace(Peek().space)


@breaks("scores")
class TwoWins(Peek):
    def outcome(self, state):
        return Outcome((1.0, 1.0), "both")


@breaks("scores")
class ThreeScores(Peek):
    def outcome(self, state):
        return Outcome((1.0, 0.0, 0.0), "one")


@breaks("scores")
class Negative(Peek):
    def outcome(self, state):
        return Outcome((2.0, -1.0), "one")


@breaks("scores")
class Silent(Peek):
    def outcome(self, state):
        return Outcome((1.0, 0.0), " ")


@breaks("scores")
class OnePoint(Peek):
    def outcome(self, state):
        return Outcome((1.0, 0.0), "one", (1,))


@breaks("repetition key")
class NewKeys(Peek):
    def key(self, state):
        return next(CALLS)


@breaks("repetition key")
class OneKey(Peek):
    def key(self, state):
        return 0


@breaks("step notation")
class SameText(Peek):
    def write(self, state, action):
        return "" if action == BANG else super().write(state, action)


@breaks("step notation")
class Borrowed(Peek):
    def spellings(self, state, action):
        return ("A 1",) if action == Place(1, 1) else ()


@breaks("step notation")
class NoGrammar(Peek):
    grammar = "[a-c]1!?|deal[012]"


@breaks("step notation")
class NoWords(Peek):
    def label(self, state, action):
        return self.write(state, action)


@breaks("turn notation")
class Joined(Peek):
    """``a!`` is a shout after a, or no shout after b."""

    grammar = "a?!*|[cd]1!*|deal[012]"

    def write(self, state, action):
        text = super().write(state, action)
        return {"a1": "a", "b1": "a!"}.get(text, text)


@breaks("turn notation")
class PartGrammar(Peek):
    grammar = "[a-d]1|deal[012]"


@breaks("turn notation")
class NotOneLine(Peek):
    def write(self, state, action):
        return "\n!" if action == BANG else super().write(state, action)


@breaks("turns listed")
class JoinedTurns(Joined):
    pass


@breaks("turns listed")
class Wordless(Peek):
    def write(self, state, action):
        return "" if action in (Place(0, 1), Place(0, 2)) else super().write(state, action)


class DealtTwice(Peek):
    """A second draw says nothing, but each of the two is a turn of chance: the deal is not one."""

    def apply(self, state, action):
        after = super().apply(state, action)
        return replace(after, player=CHANCE) if state.player == CHANCE and state.secret == -1 else after


@breaks("turns listed")
class DealtTwiceListed(DealtTwice):
    pass


@breaks("records")
class DealtTwiceRecorded(DealtTwice):
    pass


@breaks("turns listed")
class TurnOfChance(Peek):
    """A throw of 1 ends the turn at once, and the next throw may too."""

    def apply(self, state, action):
        return state if state.player == CHANCE and action == Choose(1) else super().apply(state, action)


@breaks("position text")
class Forgetful(Peek):
    def write_position(self, state):
        return super().write_position(replace(state, inside=False))


@breaks("position text")
class Illiterate(Peek):
    def read_position(self, text):
        raise ValueError(text)


@breaks("position text")
class Objecting(Peek):
    def objection(self, state):
        return "a full row" if 0 not in state.board else None


@breaks("position text")
class TwoLines(Peek):
    def write_position(self, state):
        return super().write_position(state).replace(" ", "\n", 1)


@breaks("views")
class Blind(Peek):
    def view(self, state, seat):
        return replace(super().view(state, seat), board=bytes(4)) if seat else super().view(state, seat)


@breaks("views")
class Daydreamer(Peek):
    def imagine(self, view, seat, rng):
        return replace(view, board=bytes(4))


@breaks("views")
class Unsteady(Peek):
    def view(self, state, seat):
        return replace(state, secret=state.secret + 1) if seat is None else super().view(state, seat)


@breaks("views")
class Impossible(Peek):
    def imagine(self, view, seat, rng):
        return view if view.secret else replace(view, secret=7)

    def objection(self, state):
        return "no such secret" if state.secret == 7 else None


@breaks("views")
class Spectacle(Peek):
    """Who looks on sees the secret that one player must not know."""

    def view(self, state, seat):
        return state if seat is None else super().view(state, seat)


@breaks("veils")
class SeenThrough(Peek):
    """The deal is told to nobody else, but the state shows it."""

    def view(self, state, seat):
        return state


@breaks("secrets")
class Telltale(Peek):
    def label(self, state, action):
        return f"stop {state.secret}"


@breaks("secrets")
class Gossip(Peek):
    def write(self, state, action):
        return f"!{state.secret}" if action == BANG else super().write(state, action)


@breaks("secrets")
class Leaking(Peek):
    def status(self, state):
        return (("guess", (next(CALLS),)),)


@breaks("secrets")
class Whispering(Peek):
    def prompt(self, state):
        return f"shout {next(CALLS)}"


@breaks("veils")
class Unveiled(Peek):
    def veil(self, state, action, seat):
        return action


@breaks("veils")
class Overveiled(Peek):
    def veil(self, state, action, seat):
        return Choose(0)


@breaks("veils")
class Unspeakable(Peek):
    def veil(self, state, action, seat):
        return Remove(0) if state.player == CHANCE else action


@breaks("clicks")
class Unclickable(Peek):
    def paths(self, action):
        return () if action == Place(1, 1) else super().paths(action)


@breaks("clicks")
class SameButtons(Peek):
    def label(self, state, action):
        return "go"


@breaks("clicks")
class OffTheBoard(Peek):
    def paths(self, action):
        return ((0, 9),) if action == Place(0, 1) else super().paths(action)


@breaks("numbers beside the board")
class NotANumber(Peek):
    def evaluate(self, state):
        return (float("nan"), 0.0)


@breaks("numbers beside the board")
class OneNumber(Peek):
    def evaluate(self, state):
        return (0.0,)


@breaks("numbers beside the board")
class ThreeValues(Peek):
    def status(self, state):
        return (("hands", (1, 2, 3)),)


@breaks("twins")
class SomebodyElsesTwin(Momentum):
    name = "peek"
    twin = "tabuleiro.kernels.momentum:kernel"

    def actions(self, state):
        return super().actions(state)[::-1]


@breaks("drawing")
class Foreign(Peek):
    pieces = (NOTHING, Piece("×", "cross", 0), Piece("o", "nought", 1))


@breaks("drawing")
class Nameless(Peek):
    @cached_property
    def board(self):
        return replace(Board.grid("abcd", "1"), names=("a1", "b1", "c1\0", "d1"))


@pytest.mark.parametrize(("name", "kind"), MUTANTS, ids=[f"{name}-{kind.__name__}" for name, kind in MUTANTS])
def test_broken_games_are_caught(name, kind, monkeypatch):
    monkeypatch.setattr(moment, "HORIZON", 200)
    with pytest.raises(Violation) as caught:
        check(kind(), Random(1), games=50, laws={name: LAWS[name]}, effort=100)
    violation = caught.value
    assert violation.law == name
    assert violation.sentence
    assert violation.game == "peek"
    assert violation.position in str(violation)


def test_every_law_catches_something():
    assert {name for name, _ in MUTANTS} == set(LAWS)


def test_every_law_is_tested_at_the_first_and_the_last_moment():
    """Even with no effort at all."""
    moments = dict.fromkeys(LAWS, 0)

    def counted(name):
        def test(here):
            moments[name] += 1
            assert here.first or here.state.player == NOBODY or laws.SHARES[name] == 1

        return test

    check(Peek(), Random(1), games=4, laws={name: counted(name) for name in LAWS}, effort=0)
    assert all(number == (40 if laws.SHARES[name] == 1 else 8) for name, number in moments.items())


def test_the_laws_need_no_test_tools():
    """They are shipped: a game's author may run them from a script."""
    program = (
        "import sys; sys.modules['pytest'] = sys.modules['hypothesis'] = None\n"
        "from random import Random\n"
        "from tabuleiro.core.registry import find\n"
        "from tabuleiro.testing import laws, perft, playthrough\n"
        "assert laws.check(find('momentum'), Random(1), games=1)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)

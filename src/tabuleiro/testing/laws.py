"""Laws: what holds for every game at every moment, tested along random games.

    check(find("eximo"), Random(1), games=25)

Each law is a small function of a moment of play (``Here``) that raises a ``Violation``. ``LAWS`` names them in
order. Laws that cost much are tested at a share of the moments, and always at the first and the last of a game.
A new game is checked by the same laws: they know nothing of any game but its protocol.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import replace
from itertools import islice

from tabuleiro.ai.profiles import profile_of
from tabuleiro.core.errors import GameFailed, UnknownGame
from tabuleiro.core.game import choices
from tabuleiro.core.notation import fold, plain_grammar, read_position, read_turn, turns
from tabuleiro.core.select import click, select
from tabuleiro.core.state import CHANCE, NOBODY
from tabuleiro.core.words import say, say_many
from tabuleiro.table.examples import figures_of
from tabuleiro.testing.moment import Here, Violation, moments
from tabuleiro.testing.twins import Differs, twins_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping
    from random import Random
    from typing import Any

    from tabuleiro.core.action import Action
    from tabuleiro.core.game import Game
    from tabuleiro.core.select import Selection

__all__ = ["LAWS", "SHARES", "Here", "Violation", "check", "law"]

SMALL = 300  # turns: states with more are not listed in full
KEPT = 20_000  # positions remembered by their key


LAWS: dict[str, Callable[[Here], None]] = {}
SHARES: dict[str, float] = {}


def law(share: float) -> Callable[[Callable[[Here], None]], Callable[[Here], None]]:
    """Add a law, tested at this *share* of the moments."""

    def add(function: Callable[[Here], None]) -> Callable[[Here], None]:
        name = function.__name__.replace("_", " ")
        LAWS[name] = function
        SHARES[name] = share
        return function

    return add


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def check(
    game: Game[Any],
    rng: Random,
    games: int = 25,
    progress: Callable[[int, int], None] | None = None,
    *,
    laws: Mapping[str, Callable[[Here], None]] | None = None,
    effort: float = 1.0,
) -> int:
    """Play random *games* and test every law; the number of moments tested, or a ``Violation``.

    *progress* is called after each game with the number of games and of moments so far. *effort* scales how often
    the costly laws are tested.
    """
    past: dict[Hashable, tuple[Action, ...]] = {}
    plies = 0
    for number in range(1, games + 1):
        for here in moments(game, rng, past):
            over = here.state.player == NOBODY
            for name, test in (LAWS if laws is None else laws).items():
                share = SHARES.get(name, 1.0)
                if share >= 1 or here.first or over or rng.random() < share * effort:
                    here.law = name
                    _try(here, test)
            plies += 1
        if progress:
            progress(number, plies)
    return plies


def _try(here: Here, test: Callable[[Here], None]) -> None:
    try:
        test(here)
    except Violation:
        raise
    except (GameFailed, UnknownGame) as error:
        raise here.broken(str(error)) from error
    except Exception as error:
        raise here.broken(f"{type(error).__name__}: {error}") from error


# ── The rules ────────────────────────────────────────────────────────────────────────────────────────────────────


@law(share=0.0)
def facts(here: Here) -> None:
    """Seats, pieces and cells have names of their own, and what the game names is there; tested at the start and at the end."""
    game = here.game
    for what, names in (
        (say("seats"), [seat.symbol for seat in game.seats]),
        (say("seats"), [seat.name for seat in game.seats]),
        (say("pieces"), [piece.symbol for piece in game.pieces]),
        (say("pieces"), [piece.name for piece in game.pieces]),
        (say("cells"), list(map(fold, game.board.names))),
        (say("steps"), list(game.space)),
    ):
        if len(set(names)) != len(names) or not all(names):
            raise here.broken(say("two {what} have the same name, or one has none", what=what))
    if len(game.seats) != game.players:
        raise here.broken(
            say("the number of seats is {count}, not {players}", count=len(game.seats), players=game.players)
        )
    if any(piece.owner is not None and not 0 <= piece.owner < game.players for piece in game.pieces):
        raise here.broken(say("a piece belongs to a seat that is not there"))
    if game.pieces[0].owner is not None:
        raise here.broken(say("the empty cell belongs to somebody"))
    profile_of(game)
    figures_of(game)


@law(share=1.0)
def liveness(here: Here) -> None:
    """While somebody decides there is something to decide, and every option is one of the game's steps, once."""
    game, state = here.game, here.state
    if len(state.board) != len(game.board) or max(state.board, default=0) >= len(game.pieces):
        raise here.broken(say("the board has other cells or pieces than the game"))
    if not NOBODY <= state.player < game.players:
        raise here.broken(say("{player} is no player", player=state.player))
    if state.player == NOBODY:
        return
    if not here.options:
        raise here.broken(say("nothing can be done, but the game is not over"))
    if len(set(here.options)) != len(here.options):
        raise here.broken(say("a step is listed twice"))
    for action in here.options:
        if action not in game.space:
            raise here.broken(say("{action} is not in the action space", action=action))
    if state.player == CHANCE and any(type(weight) is not int or weight <= 0 for _, weight in game.odds(state)):
        raise here.broken(say("a weight of chance is no positive number"))


@law(share=0.3)
def purity(here: Here) -> None:
    """Rules are functions of the state alone: asked twice they say the same, and the state stays as it was."""
    game, state = here.game, here.state
    copy, before = replace(state), repr(state)
    for action in here.some:
        once, again = game.apply(state, action), game.apply(copy, action)
        if once != again or hash(once) != hash(again):
            raise here.broken(say("{step} leads to two different states", step=here.text(action)))
    if state.player != NOBODY:
        if tuple(choices(game, state)) != here.options or tuple(choices(game, copy)) != here.options:
            raise here.broken(say("the list of legal steps changes when asked again"))
    elif game.outcome(state) != game.outcome(copy):
        raise here.broken(say("the outcome changes when asked again"))
    if repr(state) != before or state != copy or hash(state) != hash(copy):
        raise here.broken(say("the state has changed"))


@law(share=0.3)
def action_space(here: Here) -> None:
    """Numbers and steps invert each other."""
    space = here.game.space
    for action in here.some:
        number = space.index(action)
        if not 0 <= number < len(space) or space[number] != action:
            raise here.broken(
                say("{action} has number {number}, which is {found}", action=action, number=number, found=space[number])
            )


@law(share=1.0)
def scores(here: Here) -> None:
    """A finished game shares out one win, with a reason."""
    if here.state.player != NOBODY:
        return
    outcome, players = here.game.outcome(here.state), here.game.players
    if len(outcome.scores) != players or not all(0 <= score <= 1 for score in outcome.scores):
        raise here.broken(say("{scores} are no shares, one for each seat", scores=outcome.scores))
    if abs(sum(outcome.scores) - 1) > 1e-9:
        raise here.broken(say("{scores} do not share out one win", scores=outcome.scores))
    if outcome.points and len(outcome.points) != players:
        raise here.broken(say("{points} are no points, one for each seat", points=outcome.points))
    if not outcome.reason.strip():
        raise here.broken(say("the outcome has no reason"))


@law(share=0.5)
def repetition_key(here: Here) -> None:
    """Equal states have equal keys, and positions with equal keys allow the same."""
    game, state = here.game, here.state
    key = game.key(state)
    if key != game.key(replace(state)) or hash(key) != hash(game.key(replace(state))):
        raise here.broken(say("equal states have different keys"))
    if state.player >= 0 and state.whole:
        if here.past.get(key, here.options) != here.options:
            raise here.broken(say("a position recurs by its key, but other steps are legal"))
        if len(here.past) < KEPT:
            here.past[key] = here.options


# ── Text ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@law(share=0.15)
def step_notation(here: Here) -> None:
    """No text means two steps, every text fits the grammar, and every step has words for its button."""
    game, state = here.game, here.state
    meaning: dict[str, Action] = {}
    grammar = re.compile(game.grammar or plain_grammar(game))
    for action in here.options:
        written = here.text(action)
        shown = () if written else (game.label(state, action),)  # what is typed for a step that has no text
        for text in (written, *game.spellings(state, action), *shown):
            folded = fold(text)
            if meaning.setdefault(folded, action) != action:
                raise here.broken(
                    say("{text!r} means {action} and {found}", text=text, action=action, found=meaning[folded])
                )
            if folded and text not in shown and state.whole and not grammar.fullmatch(folded):
                raise here.broken(say("the grammar does not know {text!r}", text=text))
        if not game.label(state, action).strip():
            raise here.broken(say("{written!r} has no words for its button", written=written))


@law(share=0.25)
def turn_notation(here: Here) -> None:
    """The text of the turn just played reads as its steps, also for who played it, and so does every beginning of it."""
    if here.turn is None:
        return
    game, (begun, actions) = here.game, here.turn
    states, texts = [begun], []
    for action in actions:
        texts.append(game.write(states[-1], action))
        states.append(game.apply(states[-1], action))
    grammar = game.grammar or plain_grammar(game)
    whole = "".join(texts)
    if whole != whole.strip() or "\n" in whole:
        raise here.broken(say("{whole!r} is not one line", whole=whole))
    mover = next(state.player for state in states if state.player >= 0)
    for count in range(1, len(actions) + 1):
        text = "".join(texts[:count])
        if not text:
            continue
        if not re.fullmatch(grammar, fold(text)):
            raise here.broken(say("the grammar does not know {text!r}", text=text))
        for eyes in (begun, game.view(begun, mover)):
            found = read_turn(game, eyes, text)
            if found.actions[:count] != actions[:count] or (count == len(actions) and found.actions != actions):
                raise here.broken(
                    say(
                        "{text!r} is read as {actions}, not as {found}",
                        text=text,
                        actions=found.actions,
                        found=actions[:count],
                    )
                )
            after, rest = states[count], ""
            for action in found.actions[count:]:  # steps without text, such as to stop
                after, rest = game.apply(after, action), rest + game.write(after, action)
            if rest or found.complete != (after.whole or after.player == NOBODY):
                raise here.broken(say("{text!r} is read as {found}", text=text, found=found))


@law(share=0.04)
def turns_listed(here: Here) -> None:
    """Where turns are few, all have texts of their own and lead to where they say, between two turns."""
    game, state = here.game, here.state
    listed = list(islice(turns(game, state), SMALL + 1))
    if len(listed) > SMALL:
        return
    if len({fold(turn.text) for turn in listed}) != len(listed):
        raise here.broken(say("two turns have the same text"))
    if not listed and state.player != NOBODY:
        raise here.broken(say("there is no turn, but the game is not over"))
    for turn in listed:
        if not turn.after.whole and turn.after.player != NOBODY:
            raise here.broken(say("{text} ends inside a turn", text=turn.text))
        if state.whole and not turn.text.strip():  # the rest of a turn may be to stop, without a text
            raise here.broken(say("a turn has no text"))


@law(share=0.3)
def position_text(here: Here) -> None:
    """Every position, also inside a turn and as each seat sees it, is one line that reads as itself."""
    game, state = here.game, here.state
    for eyes in (state, *(game.view(state, seat) for seat in here.everybody)):
        text = game.write_position(eyes)
        if text != text.strip() or not text or "\n" in text:
            raise here.broken(say("{text!r} is not one line", text=text))
        found = read_position(game, text)
        if found != eyes:
            raise here.broken(say("{text} is read as {found}, not as {eyes}", text=text, found=found, eyes=eyes))
        if found.player >= 0 and eyes == state and tuple(game.actions(found)) != here.options:
            raise here.broken(say("{text} is read as a position with other legal steps", text=text))


@law(share=0.0)
def records(here: Here) -> None:
    """A game that is over is written down, read and played again as the same game, from the deal on."""
    from tabuleiro.play.record import read_record
    from tabuleiro.play.record.text import write
    from tabuleiro.play.replay import replay
    from tabuleiro.play.session import Session

    if here.state.player != NOBODY:
        return
    played = Session(here.game, here.rng, settle=False)
    for action in here.taken:
        played.take(action)
    record, problems = read_record(write(played.record()))
    again, trouble = replay(record, here.rng, here.game)
    if problems or trouble:
        raise here.broken(say("the record cannot be read: {problem}", problem=trouble or problems[0]))
    if [step.action for step in again.steps] != here.taken:
        raise here.broken(say("the record is read as another game"))


# ── Secrets ──────────────────────────────────────────────────────────────────────────────────────────────────────


@law(share=0.3)
def views(here: Here) -> None:
    """A world imagined from a view looks the same, and who decides knows the options."""
    game, state = here.game, here.state
    for seat in here.everybody:
        seen = game.view(state, seat)
        if seen.player != state.player or game.view(seen, seat) != seen:
            raise here.broken(say("the view of seat {seat} is not what it sees", seat=seat))
        world = game.imagine(seen, seat, here.rng)
        if game.view(world, seat) != seen:
            raise here.broken(say("a world imagined by seat {seat} looks different", seat=seat))
        if (objection := game.objection(world)) is not None:
            raise here.broken(
                say("a world imagined by seat {seat} cannot be: {objection}", seat=seat, objection=objection)
            )
        if seat is not None and seat == state.player:
            for eyes in (seen, world):
                if tuple(game.actions(eyes)) != here.options:
                    raise here.broken(say("seat {seat} does not know its options", seat=seat))
        if game.view(seen, None) != game.view(state, None):
            raise here.broken(say("who looks on sees what seat {seat} does not", seat=seat))


@law(share=0.15)
def secrets(here: Here) -> None:
    """What a seat reads does not change with what it cannot see."""
    game, state = here.game, here.state
    for seat in here.everybody:
        seen = game.view(state, seat)
        known = _readable(game, seen)
        other = game.view(game.imagine(seen, seat, here.rng), seat)
        if repr(other) != repr(seen) or _readable(game, other) != known:
            raise here.broken(say("seat {seat} can read what it cannot see", seat=seat))
        if seat is not None and seat == state.player:
            for action in here.some:
                if game.label(seen, action) != game.label(state, action):
                    raise here.broken(
                        say(
                            "the label {found!r} tells seat {seat} a secret", found=game.label(state, action), seat=seat
                        )
                    )
                if game.write(seen, action) != here.text(action):
                    raise here.broken(
                        say("the text {step!r} tells seat {seat} a secret", step=here.text(action), seat=seat)
                    )


def _readable(game: Game[Any], view: Any) -> tuple[object, ...]:
    """What stands beside the board."""
    due = game.prompt(view) if view.player >= 0 else ""
    return game.write_position(view), tuple(game.status(view)), game.objection(view), due


@law(share=0.15)
def veils(here: Here) -> None:
    """A seat that sees no difference between two states is told no difference between the steps, and the other way round."""
    game, state = here.game, here.state
    afters = [(action, game.apply(state, action)) for action in here.some]
    for seat in here.everybody:
        shown: dict[Any, tuple[Any, Action]] = {}
        views: dict[Action, Any] = {}
        for action, after in afters:
            veil = game.veil(state, action, seat)
            if seat is not None and seat == state.player and veil != action:
                raise here.broken(
                    say("{step} is hidden from seat {seat}, which decides it", step=here.text(action), seat=seat)
                )
            if veil not in game.space:
                raise here.broken(say("{veil} is not in the action space", veil=veil))
            seen = game.view(after, seat)
            if views.setdefault(veil, seen) != seen:
                raise here.broken(
                    say("seat {seat} is told {veil} of two steps, but sees a difference", seat=seat, veil=veil)
                )
            twin, like = shown.setdefault(seen, (after, veil))
            if twin != after and like != veil:
                raise here.broken(
                    say(
                        "seat {seat} is told {veil} apart from {like}, but sees no difference",
                        seat=seat,
                        veil=veil,
                        like=like,
                    )
                )
            if veil == action and game.write(game.view(state, seat), action) != here.text(action):
                raise here.broken(
                    say(
                        "seat {seat} reads {step} differently, though it is not hidden",
                        seat=seat,
                        step=here.text(action),
                    )
                )


# ── For players and pictures ─────────────────────────────────────────────────────────────────────────────────────


@law(share=0.04)
def clicks(here: Here) -> None:
    """Clicks and buttons reach every legal step and nothing else."""
    game, state = here.game, here.state
    if state.player < 0:
        return
    reached: set[Action] = set()
    todo = [select(game, here.options)]
    while todo:
        selection = todo.pop()
        reached.update(_offered(selection))
        if not all(0 <= cell < len(game.board) for cell in selection.targets):
            raise here.broken(say("{found} are not all cells", found=sorted(selection.targets)))
        labels = [game.label(state, action) for action in selection.options]
        if len(set(labels)) != len(labels):
            raise here.broken(say("two buttons have the same words: {labels}", labels=labels))
        todo += [select(game, here.options, (*selection.cells, cell)) for cell in sorted(selection.targets)]
    if reached != set(here.options):
        odd = next(iter(reached ^ set(here.options)))
        text = here.text(odd)
        raise here.broken(
            say("clicks reach {step}", step=text) if odd in reached else say("clicks do not reach {step}", step=text)
        )
    action = here.rng.choice(here.options)
    for path in game.paths(action):
        selection = select(game, here.options)
        for cell in path:
            selection = click(game, here.options, selection, cell)
        if action not in _offered(selection):
            raise here.broken(say("clicking {path} does not offer {step}", path=path, step=here.text(action)))


def _offered(selection: Selection) -> tuple[Action, ...]:
    return (*selection.options, selection.action) if selection.action else selection.options


@law(share=0.3)
def numbers_beside_the_board(here: Here) -> None:
    """The evaluation is a number for every seat; the status has names and a value for every seat, or for the table."""
    game, state = here.game, here.state
    worth = game.evaluate(state)
    if len(worth) != game.players or not all(map(math.isfinite, worth)):
        raise here.broken(say("the evaluation {worth} is not a number for each seat", worth=worth))
    for eyes in (state, *(game.view(state, seat) for seat in here.everybody)):
        for name, values in game.status(eyes):
            if not name.strip() or len(values) not in (1, game.players):
                raise here.broken(
                    say(
                        "the status {name!r} has neither one value nor one for each seat: {values}",
                        name=name,
                        values=values,
                    )
                )


@law(share=0.05)
def twins(here: Here) -> None:
    """The compiled twin, if there is one, says the same as the rules."""
    pair = twins_of(here.game)
    try:
        if pair:
            pair.compare(here.state)
    except Differs as difference:
        raise here.broken(say("in the compiled twin, {difference}", difference=difference.sentence)) from difference


@law(share=0.01)
def drawing(here: Here) -> None:
    """Pictures show every cell and piece: as plain text, as text with signs, and as SVG."""
    from xml.etree import ElementTree as ET

    from tabuleiro.draw.svg import svg
    from tabuleiro.draw.text import text

    game = here.game
    for state in (here.state, game.view(here.state, None)):
        plain = text(game, state, ascii=True)
        if not plain.isascii():
            raise here.broken(say("the plain picture has signs that are not ASCII"))
        for picture, signs in ((plain, False), (text(game, state), True)):
            for piece, count in Counter(state.board).items():
                kind = game.pieces[piece]
                sign = (kind.sign or kind.symbol) if signs else kind.symbol
                if piece and picture.count(sign) < count:
                    raise here.broken(
                        say_many(
                            "the picture shows {sign} {count} time, not {wanted}",
                            "the picture shows {sign} {count} times, not {wanted}",
                            picture.count(sign),
                            sign=sign,
                            wanted=count,
                        )
                    )
        root = ET.fromstring(svg(game, state))  # noqa: S314 - our own picture
        shown = Counter(element.get("data-cell") for element in root.iter())
        for cell in game.board.names:
            if not shown[cell]:
                raise here.broken(say("the picture has no cell {cell}", cell=cell))

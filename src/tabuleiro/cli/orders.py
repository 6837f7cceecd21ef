"""What a person can say at the prompt besides a turn: help, moves, undo and the like."""

from __future__ import annotations

import re
from itertools import accumulate, islice

from tabuleiro.cli.ask import Left
from tabuleiro.core import say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.notation import fold, plain_grammar, turns
from tabuleiro.core.words import later, one_line
from tabuleiro.draw.prose import examples, rules
from tabuleiro.draw.speech import spoken_turn
from tabuleiro.home import files
from tabuleiro.home.languages import why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tabuleiro.cli.table import Table
    from tabuleiro.core import Action

ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}
LISTED = 400  # turns; where there are more, the next steps are listed


def obey(table: Table, seat: int, line: str) -> bool:
    """Do what *line* orders; False when it is no order. A turn of the game that looks like one is a turn."""
    word, _, rest = line.partition(" ")
    known = {name: name for name in ORDERS} | {say(name): name for name in ORDERS} | ALIASES
    order = ORDERS.get(known.get(word.lower(), ""))
    if order is None or re.fullmatch(table.game.grammar or plain_grammar(table.game), fold(line)):
        return False
    order[1](table, seat, rest.strip())
    return True


def show_help(table: Table, seat: int, rest: str) -> None:  # noqa: ARG001
    game = table.game
    print(say("Type a turn, or how it begins, like {turns}.", turns=examples(game, table.session.view(seat).state)))
    width = max(len(say(name)) for name in ORDERS)
    for name, (words, _) in ORDERS.items():
        plain = table.screen.plain
        print(f"{say(name)}: {say(words)}" if plain else f"  {say(name):{width}}  {say(words)}")


def list_moves(table: Table, seat: int, rest: str) -> None:
    """All turns, or those that begin with *rest*; the next steps where there are too many turns to read."""
    game, state = table.game, table.session.view(seat).state
    found = [
        turn.text
        for turn in islice(turns(game, state, fold(rest), alone=True), LISTED + 1)
        if fold(turn.text).startswith(fold(rest))
    ]
    if not found and rest:
        print(say("No turn begins with {text}.", text=rest))
    elif len(found) > LISTED:
        steps = [_typed(table, state, action) for action in game.actions(state)]
        steps = [text for text in steps if fold(text).startswith(fold(rest))] or steps
        print(say("There are more than {count} turns; each begins with one of these:", count=LISTED))
        table.keys.page(table.screen.listed(steps))
    else:
        table.keys.page(table.screen.listed([text or say("stop") for text in found]))


def _typed(table: Table, state: Any, action: Action) -> str:
    """How to type a step, also one that leaves no text in the turn."""
    game = table.game
    return game.write(state, action) or next(iter(game.spellings(state, action)), game.label(state, action))


def hint(table: Table, seat: int, rest: str) -> None:  # noqa: ARG001
    """The best that *seat* can do, as it is typed; for those who listen also what it does."""
    from tabuleiro.arena.advice import HINT_SECONDS, best_line, hinted, steps_to_play
    from tabuleiro.play.agent import Limit

    view, limit = table.session.view(seat, table.now), Limit(seconds=HINT_SECONDS)
    if table.screen.live:
        print(say("Looking for a good turn..."), flush=True)
        line = table.counsel.best_line(view, limit)
        table.tell_once(table.counsel.trouble)
    else:  # nobody waits
        line = best_line(view, limit)
    words = hinted(view, line)
    if table.screen.plain:
        steps = steps_to_play(view, line)
        states = list(accumulate(steps, view.game.apply, initial=view.state))
        words = f"{words}: {spoken_turn(view.game, zip(states, steps, states[1:], strict=False))}."
    print(words)


def note(table: Table, seat: int, rest: str) -> None:  # noqa: ARG001
    """Write *rest* about the last turn, or about the game where there is none yet; alone, tell what was written."""
    comments, number = table.session.comments, len(table.session.turns)
    about = say("About turn {number}", number=number) if number else say("About this game")
    if rest:
        comments[number] = rest
        table.keep()
    if number in comments:
        print(f"{about}: {one_line(comments[number])}")
    else:
        print(say("{about}: nothing yet; note TEXT writes something", about=about))


def undo(table: Table, seat: int, rest: str) -> None:  # noqa: ARG001
    """Back to the last turn that a human began; against a computer that is the own one."""
    session, taken = table.session, 0
    while session.undo():
        taken += 1
        if session.player in table.humans:
            table.changed()
            return
    for _ in range(taken):
        session.redo()
    print(say("There is nothing to take back."))


def redo(table: Table, seat: int, rest: str) -> None:  # noqa: ARG001
    session = table.session
    if not session.undone:
        print(say("There is nothing to play again."))
        return
    while session.undone and session.redo() and session.player not in table.humans:
        pass
    table.changed()


def save(table: Table, seat: int, rest: str) -> None:  # noqa: ARG001
    if not rest:
        table.keeper.keep(table.now)
    else:
        try:
            if rest != table.keeper.own:
                files.refuse_to_replace(rest)
            table.keeper.keep_at(rest, table.now)
        except (TabuleiroError, OSError) as error:
            reason = why(error) if isinstance(error, OSError) else error
            print(say("{path} is not written: {reason}", path=rest, reason=reason))
            return
    if path := table.keeper.path:
        print(say("Saved in {path}, and again after every turn.", path=path))
    elif not table.keeper.failed:
        print(say("There is nothing to save yet."))


def show_rules(table: Table, seat: int, rest: str) -> None:  # noqa: ARG001
    table.keys.page(rules(table.game, table.screen.width).splitlines())


def resign(table: Table, seat: int, rest: str) -> None:  # noqa: ARG001
    if not table.screen.live or table.keys.yes(say("Do you give up?")):
        table.session.resign(seat)
        table.changed()


def draw(table: Table, seat: int, rest: str) -> None:  # noqa: ARG001
    """An offer: the game is drawn when all the others agree."""
    if table.agents:
        print(say("The computer does not take draws."))
        return
    for other in table.humans:
        question = say("{seat} offers a draw. Does {other} agree?", seat=table.people[seat], other=table.people[other])
        if other != seat and not table.keys.yes(question):
            print(say("{other} plays on.", other=table.people[other]))
            return
    table.session.agree_draw()
    table.changed()


def show_board(table: Table, seat: int, rest: str) -> None:  # noqa: ARG001
    table.draw()


def flip(table: Table, seat: int, rest: str) -> None:  # noqa: ARG001
    table.turn_board()
    table.draw()


def show_position(table: Table, seat: int, rest: str) -> None:  # noqa: ARG001
    print(table.game.write_position(table.session.view(seat).state))


def leave(table: Table, seat: int, rest: str) -> None:  # noqa: ARG001
    raise Left


ORDERS: dict[str, tuple[str, Callable[[Table, int, str], None]]] = {
    later("help"): (later("this list"), show_help),
    later("moves"): (later("all legal turns; moves b6: those that begin so"), list_moves),
    later("hint"): (later("a good turn"), hint),
    later("undo"): (later("take back your last turn"), undo),
    later("redo"): (later("play again what was taken back"), redo),
    later("board"): (later("draw the board again"), show_board),
    later("flip"): (later("look from the other side"), flip),
    later("note"): (later("note TEXT: write something about the last turn; note: read it"), note),
    later("position"): (later("the position in one line"), show_position),
    later("rules"): (later("how to play"), show_rules),
    later("save"): (later("save FILE: write the game there, from now on after every turn"), save),
    later("draw"): (later("offer a draw"), draw),
    later("resign"): (later("give up"), resign),
    later("quit"): (later("save and leave"), leave),
}

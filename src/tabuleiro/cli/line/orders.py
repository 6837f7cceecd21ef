"""What a person can say at the prompt besides a turn: the orders of every table, and those that only show something."""

from __future__ import annotations

from itertools import accumulate

from tabuleiro.cli.prompts import Left
from tabuleiro.core import say
from tabuleiro.draw.prose import examples
from tabuleiro.draw.speech import spoken_turn
from tabuleiro.table.commands import commands, read_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.cli.line.table import LineTable


def obey(line_table: LineTable, line: str) -> bool:
    """Do what *line* orders; False when it is no order."""
    found = read_command(line_table.table, line, OWN)
    if found is None:
        return False
    command, rest = found
    if command.do is None:
        OWN[command.name](line_table, rest)
        return True
    desk = line_table.desk
    before = desk.flip, desk.looking
    line_table.settle(command.do(desk, rest))
    if (desk.flip, desk.looking) != before:
        line_table.draw()
    return True


def show_help(line_table: LineTable, _: str) -> None:
    state = line_table.desk.acting.state
    print(say("Type a turn, or how it begins, like {turns}.", turns=examples(line_table.game, state)))
    found = commands(line_table.table, OWN)
    width = max(len(say(command.name)) for command in found)
    for command in found:
        name, words = say(command.name), say(command.help)
        print(f"{name}: {words}" if line_table.screen.plain else f"  {name:{width}}  {words}")


def list_moves(line_table: LineTable, rest: str) -> None:
    """All turns, or those that begin with *rest*."""
    words, found = line_table.desk.listed(rest)
    if words:
        print(words)
    if found:
        line_table.keys.page(line_table.screen.listed(found))


def hint(line_table: LineTable, _: str) -> None:
    """The best that can be done, as it is typed; for those who listen also what it does."""
    from tabuleiro.analysis.hint import HINT_SECONDS, best_line, hinted
    from tabuleiro.play.agent import Limit

    view, limit = line_table.table.view(line_table.session.player), Limit(seconds=HINT_SECONDS)
    if line_table.screen.live:
        print(say("Looking for a good turn..."), flush=True)
        line = line_table.counsel.best_line(view, limit)
        line_table.tell_once(line_table.counsel.status().trouble)
    else:  # a pipe: waiting for the compiler is fine
        line = best_line(view, limit)
    words = hinted(view, line)
    if line_table.screen.plain:
        steps = line.steps
        states = list(accumulate(steps, view.game.apply, initial=view.state))
        words = f"{words}: {spoken_turn(view.game, zip(states, steps, states[1:], strict=False))}."
    print(words)


def show_rules(line_table: LineTable, _: str) -> None:
    line_table.keys.page(line_table.screen.rules(line_table.game).splitlines())


def leave(_table: LineTable, _: str) -> None:
    raise Left


OWN: dict[str, Callable[[LineTable, str], None]] = {
    "help": show_help,
    "moves": list_moves,
    "hint": hint,
    "board": lambda line_table, _: line_table.draw(),
    "position": lambda line_table, _: print(line_table.desk.position),
    "rules": show_rules,
    "quit": leave,
}

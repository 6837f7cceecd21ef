"""``tabuleiro analyze``: the best lines of a position as they are found, or what was good and bad in a recorded game."""

from __future__ import annotations

import os
import sys
from random import Random

from tabuleiro.cli import flags, place
from tabuleiro.cli.place import complain
from tabuleiro.cli.progress import Progress
from tabuleiro.core import NOBODY, later, say, say_many
from tabuleiro.core.errors import BadOption, NotNow
from tabuleiro.draw.prose import pace_words
from tabuleiro.home import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence
    from typing import Any

    from tabuleiro.analysis.analyst import Analyst
    from tabuleiro.analysis.lines import Line
    from tabuleiro.core import Game
    from tabuleiro.play.agent import Limit

SECONDS = 5.0  # for a position
TURN_SECONDS = 0.5  # for a decision of a game
PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf")


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    words = say("name[:option=value,...] or a .py file; or a record, - for standard input")
    add("game", metavar=say("GAME|RECORD"), help=words)
    place.position_arguments(parser)
    place.turn_arguments(parser)
    words = say("how long to think: about a position (5), a decision of a game (0.5)")
    add("--seconds", type=flags.seconds, metavar="S", help=words)
    add("--nodes", type=flags.nodes, metavar="K", help=say("how many positions to look at instead"))
    add("--lines", type=flags.lines, metavar="N", help=say("how many lines of a position (1)"))
    add("--agent", metavar=say("AGENT"), help=say("who thinks (the search of the strongest level)"))
    add("--output", metavar=say("FILE"), help=say("where the annotated record goes (RECORD.analysis.txt)"))
    add("--svg", metavar=say("FILE"), help=say("where the chart goes (RECORD.analysis.svg)"))


def run(args: Namespace) -> int:
    from tabuleiro.play.agent import Limit

    of_record = args.position is None and names_a_record(args.game)
    refuse_misplaced(args, of_record=of_record)
    usual = TURN_SECONDS if of_record else SECONDS
    limit = Limit(usual if args.seconds is None and args.nodes is None else args.seconds, args.nodes)
    return annotate(args, limit) if of_record else study(args, limit)


def names_a_record(text: str) -> bool:
    """A file that is there, or what only a file is called: so that a record mistyped is not looked for among games."""
    name = text.partition(":")[0]
    if name.endswith(".py"):
        return False
    return text == "-" or os.path.isfile(text) or os.sep in name or "." in name


def refuse_misplaced(args: Namespace, *, of_record: bool) -> None:
    """Raise for flags that would be ignored."""
    for flag in ("moves", "lines", "lenient") if of_record else ("output", "svg"):
        if getattr(args, flag):
            raise BadOption(
                later("--{flag} goes with a position, and {path} is a record", flag=flag, path=args.game)
                if of_record
                else later("--{flag} goes with a record, and this is a position", flag=flag)
            )


def who_thinks(args: Namespace, game: Game[Any]) -> Analyst:
    from tabuleiro.ai.levels import searcher
    from tabuleiro.analysis.analyst import Analyst

    return Analyst(searcher(game) if args.agent is None else args.agent, game, args.seed)


def get_ready(analyst: Analyst, line: Progress) -> None:
    """Have compiled what is needed, which takes a while the first time."""
    from tabuleiro.kernels import COMPILING

    line.show(say(COMPILING))
    analyst.warm()


def tell_haste(analyst: Analyst) -> None:
    """Say for how many positions the time was too short."""
    if analyst.hurried:
        complain(
            say_many(
                "{count} position got a glimpse alone; with more --seconds it is judged better",
                "{count} positions got a glimpse alone; with more --seconds they are judged better",
                analyst.hurried,
            )
        )


# ── A position ───────────────────────────────────────────────────────────────────────────────────────────────────


def study(args: Namespace, limit: Limit) -> int:
    from tabuleiro.play.chance import settled
    from tabuleiro.play.view import View

    rng = Random(args.seed)
    game, state = place.find_place(args)
    state, _ = place.play_turns(game, state, args.moves, rng)
    state = settled(game, state, rng)
    if state.player == NOBODY:
        raise NotNow(later("the game is over: {reason}", reason=game.outcome(state).reason))
    view = View.of(game, game.view(state, state.player))
    analyst = who_thinks(args, game)
    with Progress() as line:

        def tell(lines: Sequence[Line]) -> None:
            if lines and not line.dumb:
                *above, last = written(lines, state.player, timed=True, width=line.width)
                line.show(last, above=above)

        get_ready(analyst, line)
        lines = analyst.lines(view, limit, args.lines or 1, tell)
    print("\n".join(written(lines, state.player, timed=sys.stdout.isatty())))
    tell_haste(analyst)
    return 0


def written(lines: Sequence[Line], seat: int, *, timed: bool, width: int | None = None) -> list[str]:
    """A line of text each: what the seat that decides may expect, the turns, and the work done.

    What is *timed* has nodes a second too, which are others every time: not for a pipe. Turns that would leave no room
    for all that in *width* columns are left out.
    """
    out = []
    for number, line in enumerate(lines, 1):
        more = pace_words(line.pace) if timed else ""
        more += say(", depth {depth}", depth=line.depth) if line.depth > 1 else ""
        work = say_many("({count} node{depth})", "({count} nodes{depth})", line.nodes, depth=more)
        head, turns = f"{number}. {100 * line.scores[seat]:5.1f} %  ", list(line.turns)
        while width is not None and len(turns) > 1 and len(f"{head}{' '.join(turns)}  {work}") > width:
            turns.pop()
        out.append(f"{head}{' '.join(turns)}  {work}")
    return out


# ── A game ───────────────────────────────────────────────────────────────────────────────────────────────────────


def annotate(args: Namespace, limit: Limit) -> int:
    from tabuleiro.analysis.analyst import review
    from tabuleiro.analysis.chart import chart
    from tabuleiro.analysis.report import about, annotated, refuse_others, table
    from tabuleiro.play.lineup import called

    output, picture = output_paths(args)
    record, session, problems = files.load(args.game, Random(args.seed))
    refuse_others(output, picture, session)
    complain(*(f"{args.game}: {problem}" for problem in problems))
    analyst = who_thinks(args, session.game)
    with Progress() as line:
        get_ready(analyst, line)
        verdicts = review(session, analyst, limit, lambda done, whole: line.bar(done, whole, say("decisions")))
    print("\n".join(table(session, verdicts)))
    tell_haste(analyst)
    files.save(output, annotated(record, session, verdicts, analyst.spec))
    files.write_text(picture, chart(session.game, verdicts, [*map(called, session.names)], about=about(session)) + "\n")
    print(
        say("The annotated record is in {record}, the chart in {chart}.", record=output, chart=picture), file=sys.stderr
    )
    return 1 if problems else 0


def output_paths(args: Namespace) -> tuple[str, str]:
    """The names for the annotated record and the chart; raises unless they are good ones."""
    if args.game == "-" and not (args.output and args.svg):
        raise BadOption(later("a record from standard input needs --output and --svg"))
    if args.game != "-":
        os.stat(args.game)  # that the record is missing is said before anything else
    stem = os.path.splitext(args.game)[0]
    record, chart = args.output or f"{stem}.analysis.txt", args.svg or f"{stem}.analysis.svg"
    if os.path.splitext(chart)[1].lower() not in (".svg", ""):
        raise BadOption(later("{path}: the chart is an SVG picture; give it a name that ends with .svg", path=chart))
    if os.path.splitext(record)[1].lower() in PICTURES:
        raise BadOption(later("{path}: the annotated record is a text; the name is that of a picture", path=record))
    for path in (record, chart):
        if args.game != "-" and files.same_file(path, args.game):
            raise BadOption(later("{path} is the record itself; choose another file", path=path))
        files.refuse_unwritable(path)
    if files.same_file(record, chart) and not (os.path.exists(record) and not os.path.isfile(record)):
        raise BadOption(later("{path} cannot be both the annotated record and the chart", path=record))
    return record, chart

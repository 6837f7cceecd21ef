"""Where the annotated record and the chart of a game go: what is wrong with that is said before the work begins.

No file of anybody's is replaced, but for an earlier analysis of the same game, which is known by what it says of itself.
"""

from __future__ import annotations

import json
import os
import re
from argparse import Namespace
from html import unescape
from random import Random

from tabuleiro.core import later
from tabuleiro.core.errors import BadOption, TabuleiroError
from tabuleiro.home import files
from tabuleiro.play.record import seal
from tabuleiro.play.session import Session

MARK = "analysis"  # what the table of an annotated record has, and who thought
PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf")


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
    if files.same_file(record, chart) and not is_device(record):
        raise BadOption(later("{path} cannot be both the annotated record and the chart", path=record))
    return record, chart


def is_device(path: str) -> bool:
    return os.path.exists(path) and not os.path.isfile(path)


# ── An earlier analysis ──────────────────────────────────────────────────────────────────────────────────────────


def course(session: Session) -> list[str]:
    """What tells a game from others: the rules, where it begins, and the turns."""
    record, hide = session.record(), session.game.has_secrets
    return [str(session.game), seal.hidden(record.start, hide), seal.hidden(record.deal, hide), *record.turns]


def refuse_others(record: str, chart: str, session: Session) -> None:
    """Raise when there is a file *record* or *chart* that is no analysis of this game, perhaps when it was shorter."""
    now = course(session)
    for path, known in ((record, of_record), (chart, of_chart)):
        if os.path.isfile(path) and os.path.getsize(path):
            before = known(path)
            if not before or now[: len(before)] != before:
                files.refuse_to_replace(path)


def of_record(path: str) -> list[str]:
    """The course of the game that the annotated record *path* is about; nothing if it is something else."""
    try:
        record, session, problems = files.load(path, Random(0))
    except (TabuleiroError, OSError):
        return []
    game_goes_on = "players" in record.table  # somebody has played on in it
    return [] if problems or game_goes_on or MARK not in record.table else course(session)


def of_chart(path: str) -> list[str]:
    """The course of the game that the chart *path* is about; nothing if it is something else."""
    try:
        found = re.search(r"<metadata>(.*?)</metadata>", files.read_text(path))
        told = json.loads(unescape(found[1])) if found else {}
    except (TabuleiroError, OSError, ValueError, RecursionError):
        return []
    words = told.get(MARK) if isinstance(told, dict) else None
    return words if isinstance(words, list) else []


def about(session: Session) -> str:
    """What a chart says of itself, for ``of_chart``."""
    return json.dumps({MARK: course(session)}, ensure_ascii=False)

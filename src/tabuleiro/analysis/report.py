"""What is written of a game that was judged: a table, an annotated record, and by what both files are known again.

No file of anybody's is replaced, but for an earlier analysis of the same game, which is known by what it says of itself.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from html import unescape
from random import Random

from tabuleiro.analysis.analyst import MARKS
from tabuleiro.core import say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.home import files
from tabuleiro.play.lineup import called
from tabuleiro.play.record import seal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tabuleiro.analysis.analyst import Verdict
    from tabuleiro.play.record import Record
    from tabuleiro.play.session import Session

MARK = "analysis"  # what the table of an annotated record has, and who thought


def table(session: Session, verdicts: Sequence[Verdict]) -> list[str]:
    """A line a decision: the turn, who, what, every seat's share of the win after it, and what was better."""
    seats = session.game.seats
    wide = max((len(verdict.text) for verdict in verdicts), default=0)
    lines = []
    for verdict in verdicts:
        shares = " ".join(f"{100 * share:4.0f}" for share in verdict.scores)
        better = say("better {line}", line=" ".join(verdict.better)) if verdict.mark else ""
        text = verdict.text or say("stop")
        line = f"{verdict.turn:4}. {seats[verdict.seat].symbol:2} {text:{wide}} {shares} % {verdict.mark:2} {better}"
        lines.append(line.rstrip())
    for seat, name in enumerate(map(called, session.names)):
        lines.append(say("{seat} ({name}): {marks}", seat=seats[seat].name, name=name, marks=marks(verdicts, seat)))
    return lines


def marks(verdicts: Iterable[Verdict], seat: int) -> str:
    """How many decisions of *seat* got each mark, the worst last."""
    own = [verdict.mark for verdict in verdicts if verdict.seat == seat]
    return ", ".join(f"{own.count(mark)} {mark}" for _, mark in reversed(MARKS))


def annotated(record: Record, session: Session, verdicts: Sequence[Verdict], spec: str) -> Record:
    """The record with a comment more for every turn; its table says that *spec* thought."""
    said: dict[int, list[str]] = {number: [comment] for number, comment in session.comments.items()}
    for verdict in verdicts:
        said.setdefault(verdict.turn, []).append(verdict.sentence())
    comments = {number: "; ".join(parts) for number, parts in said.items()}
    return replace(session.record(), game=record.game, comments=comments, table={MARK: spec})


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

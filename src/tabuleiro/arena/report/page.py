"""The report of a tournament: one page that stands alone. It asks nobody for anything, and says so to the browser."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files
from time import strftime

from tabuleiro.arena.pairings import SWISS
from tabuleiro.arena.report import plots
from tabuleiro.arena.report.frames import packed
from tabuleiro.arena.standings import CALLED, chance
from tabuleiro.core import say, say_many
from tabuleiro.core.words import LANGUAGE, shown
from tabuleiro.draw.prose import minutes
from tabuleiro.draw.svg import live

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tabuleiro.arena.ratings import Rating
    from tabuleiro.arena.standings import Row, Standings

SHADES = 9  # of a cell of the cross table, from all lost to all won
MANY = 14  # kinds of end that are told one by one


def page(standings: Standings) -> str:
    """The page, in the language of who asked for it."""
    style, script = _asset("report.css"), _asset("report.js")
    policy = f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; base-uri 'none'; form-action 'none'"
    title = say("{game}: tournament", game=standings.game.title)
    parts = [_head(standings), _table(standings), _ratings(standings), _cross(standings)]
    parts += [_ends(standings), _efforts(standings), _games(standings), _foot()]
    return (
        f'<!DOCTYPE html>\n<html lang="{LANGUAGE.get().code}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body><main>\n"
        + "\n".join(parts)
        + f"\n</main><script>{script}</script></body></html>\n"
    )


def _asset(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _section(name: str, title: str, *parts: str) -> str:
    return f'<section id="{name}"><h2>{escape(title)}</h2>{"".join(parts)}</section>'


def _rows(heads: Sequence[str], lines: Iterable[Sequence[str]], kind: str) -> str:
    """A table; cells are HTML already."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(f"<tr>{''.join(line)}</tr>" for line in lines)
    return f'<div class="wide"><table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(text: str, kind: str = "") -> str:
    return f'<td class="{kind}">{escape(text)}</td>' if kind else f"<td>{escape(text)}</td>"


def _figure(rating: Rating) -> str:
    """A rating and its interval, which goes below it where there is little room."""
    reach = f' <span class="range">({escape(shown(rating.interval))})</span>' if rating.interval else ""
    return f'<td class="figure">{escape(rating.value)}{reach}</td>'


def _name(row: Row) -> str:
    return f'<th scope="row" title="{escape(row.agent)}">{escape(row.label)}</th>'


# ── Parts ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _head(standings: Standings) -> str:
    told = standings.tournament
    options = told.game.rpartition(".py")[2].partition(":")[2]
    facts = [
        *([options] if options else []),
        say_many("{count} agent", "{count} agents", len(told.agents)),
        say(CALLED[told.system]),
        say_many("{count} game", "{count} games", standings.done),
    ]
    if standings.done < told.count:
        facts[-1] = say("{done} of {count} games", done=standings.done, count=told.count)
    if told.seconds:
        facts.append(say("{seconds:g} s a step", seconds=told.seconds))
    if told.cpu_seconds:
        facts.append(say("{seconds:g} CPU seconds a step", seconds=told.cpu_seconds))
    if told.clock:
        facts.append(say("clock {time}", time=told.clock))
    if told.nodes:
        facts.append(say_many("{count} node a step", "{count} nodes a step", told.nodes))
    facts.append(strftime("%Y-%m-%d"))
    links = (
        ("ratings", say("Ratings")),
        ("against", say("Against each other")),
        ("ends", say("How games ended")),
        ("games", say("Games")),
    )
    nav = "".join(f'<a href="#{name}">{escape(text)}</a>' for name, text in links)
    return (
        f'<header><p class="kicker">{escape(say("Tournament"))}</p><h1>{escape(standings.game.title)}</h1>'
        f'<p class="lead">{escape(" · ".join(facts))}</p><nav>{nav}'
        f'<button id="theme" type="button" hidden>{escape(say("Light or dark"))}</button></nav></header>'
    )


def _table(standings: Standings) -> str:
    swiss = standings.tournament.system == SWISS
    heads = ["", say("agent"), *([say("points")] if swiss else []), say("score"), say("games"), "%"]
    heads += [say("wins"), say("draws"), say("losses"), say("rating"), say("ahead of the next")]
    lines = []
    for place, row in enumerate(standings.rows, 1):
        line = [_cell(str(place), "place"), _name(row), *([_cell(f"{row.points:g}")] if swiss else [])]
        line += [_cell(text) for text in (f"{round(row.score, 2):g}", str(row.games), f"{100 * row.share:.1f}")]
        line += [_cell(str(count)) for count in (row.won, row.drawn, row.lost)]
        line += [_cell(row.rating.value, "strong"), _cell(chance(row.ahead))]
        lines.append(line)
    note = say("How likely an agent is stronger than the next one is what these games alone say.")
    return _section("table", say("Table"), _rows(heads, lines, "table"), f'<p class="note">{escape(note)}</p>')


def _ratings(standings: Standings) -> str:
    rows = sorted(standings.rows, key=lambda row: -row.rating.rating)
    scale = plots.intervals([row.rating for row in rows])
    lines = [
        [_name(row), f'<td class="plot">{plots.interval(row.rating, scale)}</td>', _figure(row.rating)] for row in rows
    ]
    lines.append(["<td></td>", f'<td class="plot">{plots.axis(scale)}</td>', "<td></td>"])
    told = standings.tournament
    words = [
        say("Points on Elo's scale: 400 more are odds of ten to one. {agent} is 0.", agent=standings.labels[told.zero]),
        say(
            "A line is the interval that holds the true rating 95 times of 100; an arrow says that nothing bounds it there, or only far away."
        ),
    ]
    words += standings.notes()
    if standings.ratings.seat_error:
        reach = 1.96 * standings.ratings.seat_error
        words.append(
            say(
                "To play first is worth {points:+.0f} ± {reach:.0f} points.", points=standings.ratings.seat, reach=reach
            )
        )
    heads = (say("agent"), "", say("rating (95 %)"))
    return _section(
        "ratings", say("Ratings"), _rows(heads, lines, "ratings"), f'<p class="note">{escape(" ".join(words))}</p>'
    )


def _cross(standings: Standings) -> str:
    rows = standings.rows
    number = {agent: place for place, agent in enumerate(standings.tournament.agents)}
    lines = []
    for place, row in enumerate(rows, 1):
        line = [_cell(str(place), "place"), _name(row)]
        for other in rows:
            mine, theirs, count = standings.between(row.agent, other.agent) if other is not row else (0.0, 0.0, 0)
            if not count:
                line.append(_cell("" if other is row else "–", "self" if other is row else ""))
                continue
            shade = round((SHADES - 1) * mine / max(mine + theirs, 1e-9)) if mine + theirs else SHADES // 2
            label = say(
                "{one} against {other}: {score}", one=row.label, other=other.label, score=f"{mine:g}-{theirs:g}"
            )
            line.append(
                f'<td class="shade{shade}"><button type="button" data-one="{number[row.agent]}" data-other="{number[other.agent]}" '
                f'aria-label="{escape(label)}">{round(mine, 2):g}–{round(theirs, 2):g}</button></td>'
            )
        lines.append(line)
    heads = ["", say("agent"), *map(str, range(1, len(rows) + 1))]
    note = say("What each scored against the others; choose a score to see those games.")
    return _section(
        "against", say("Against each other"), _rows(heads, lines, "cross"), f'<p class="note">{escape(note)}</p>'
    )


def _ends(standings: Standings) -> str:
    told = standings.endings[:MANY]
    rest = sum(count for _, count in standings.endings[MANY:])
    told = [*told, (say("for other reasons"), rest)] if rest else told
    most = max((count for _, count in told), default=1)
    lines = [
        [
            f'<th scope="row" class="reason">{escape(reason)}</th>',
            f'<td class="plot">{plots.bar(count / most)}</td>',
            _cell(str(count)),
        ]
        for reason, count in told
    ]
    seats = [
        [
            f'<th scope="row">{escape(seat.name)}</th>',
            f'<td class="plot">{plots.bar(share)}</td>',
            _cell(f"{100 * share:.1f} %"),
        ]
        for seat, share in zip(standings.game.seats, standings.seats, strict=True)
    ]
    return _section(
        "ends",
        say("How games ended"),
        _rows((say("why"), "", say("games")), lines, "bars"),
        _rows((say("seat"), "", say("share of the wins")), seats, "bars"),
    )


def _efforts(standings: Standings) -> str:
    most = max((row.pace for row in standings.rows), default=0.0) or 1.0
    lines = []
    for row in standings.rows:
        effort = row.effort
        nodes = f"{effort.nodes / max(effort.decisions, 1):,.0f}".replace(",", "\u202f") if effort.nodes else "–"
        deep = f"{effort.depths / effort.deep:.1f}" if effort.deep else "–"
        lines.append(
            [
                _name(row),
                f'<td class="plot">{plots.bar(row.pace / most)}</td>',
                *map(_cell, (f"{row.pace:.4f}", _time(effort.seconds), nodes, deep, str(row.forfeits))),
            ]
        )
    heads = (say("agent"), "", say("s a step"), say("time in all"), say("nodes a step"), say("depth"), say("forfeits"))
    return _section("time", say("Time used"), _rows(heads, lines, "bars"))


def _time(seconds: float) -> str:
    return minutes(seconds) if seconds >= 60 else f"{seconds:.1f} s"


def _games(standings: Standings) -> str:
    words = {
        "all": say("all agents"),
        "game": say("game {number}, turns: {turns}"),
        "start": say("start"),
        "of": say("turn {turn} of {turns}"),
        "none": say("No game of these two."),
        "draw": say("A draw"),
        "wins": say("{name} wins"),
        "share": say("{names} share the win"),
    }
    data = {
        "agents": [standings.labels[agent] for agent in standings.tournament.agents],
        "seats": [seat.name for seat in standings.game.seats],
        "sorted": standings.game.board.outline == "point",
        "opening": standings.tournament.opening,
        "words": words,
    }
    spelled = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    steps = (
        ("first", "«", say("First")),
        ("back", "‹", say("Back")),
        ("next", "›", say("Next")),
        ("last", "»", say("Last")),
    )
    buttons = "".join(
        f'<button type="button" id="{name}"><span aria-hidden="true">{sign}</span> {escape(word)}</button>'
        for name, sign, word in steps
    )
    return _section(
        "games",
        say("Games"),
        f"<noscript><p>{escape(say('To step through the games, scripts must be allowed for this page.'))}</p></noscript>",
        '<div class="viewer"><div class="choose">'
        f'<label>{escape(say("agent"))} <select id="one"></select></label> '
        f'<label>{escape(say("against"))} <select id="other"></select></label>'
        f'<ol id="list" tabindex="-1"></ol></div><div class="board-side"><p id="who"></p><div id="board">{live(standings.game)}</div>'
        f'<div class="steps">{buttons}</div></div><div class="turn-side"><p id="why" class="result"></p>'
        f'<p id="where" class="soft" aria-live="polite"></p><ol id="turns"></ol>'
        f'<p class="note">{escape(say("Turns in italics are the random opening. Arrow keys step, up and down change the game."))}</p></div></div>',
        f'<script type="application/json" id="data">{spelled}</script>',
        f'<script type="application/octet-stream" id="packed">{packed(standings)}</script>',
    )


def _foot() -> str:
    return (
        f"<footer>{escape(say('This page stands alone: it can be kept, sent and opened without a network.'))}</footer>"
    )

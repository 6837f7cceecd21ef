"""Wins in a row against one level of the computer, and the level that is offered then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tabuleiro.ai.agents import known
from tabuleiro.core import Game, say
from tabuleiro.home.settings import change_settings, load_settings
from tabuleiro.play.agent import Spec
from tabuleiro.play.lineup import HUMAN, Party, called
from tabuleiro.table.draft import recalled, remember
from tabuleiro.table.table import Table

ROW = 3  # wins after which the next level is offered


def level_at(table: Table) -> str:
    """The level that all the opponents of a single person are; "" at any other table."""
    others = {player for player in table.party.players if player != HUMAN}
    level = next(iter(others), "")
    return level if len(table.humans) == len(others) == 1 and Spec.read(level).level else ""


def level_after(game: Game[Any], level: str) -> str:
    """The next stronger level, "" after the strongest."""
    levels = [spec for spec in known(game) if Spec.read(spec).level]
    return next(iter(levels[levels.index(level) + 1 :]), "") if level in levels else ""


def count_end(table: Table) -> str:
    """Remember how a game against a level ended, once; after so many wins in a row, the level to be offered."""
    level, ended = level_at(table), table.session.outcome
    if not level or ended is None:
        return ""
    won = tuple(ended.winners) == tuple(table.humans)
    wins = wins_in_a_row(table.game.name, level) + 1 if won else 0
    change_settings(lambda now: replace(now, streaks={**now.streaks, table.game.name: [level, wins]}))
    return level_after(table.game, level) if wins >= ROW else ""


def wins_in_a_row(game: str, level: str) -> int:
    match load_settings()[0].streaks.get(game):
        case [str(before), int(wins)] if before == level:
            return wins
    return 0


def raised(party: Party, level: str) -> Party:
    """*party* against another *level*, which is also how its game is set up next time."""
    draft = recalled(party.game.name)
    remember(replace(draft, players=_with(draft.party().players, level)))
    return replace(party, players=_with(party.players, level))


def _with(players: tuple[str, ...], level: str) -> tuple[str, ...]:
    return tuple(level if Spec.read(player).level else player for player in players)


def offer_words(level: str) -> str:
    return say("{count} wins in a row. Try {level}?", count=ROW, level=called(level))

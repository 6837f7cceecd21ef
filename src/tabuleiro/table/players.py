"""The computer players of a party, found by their spelling."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from tabuleiro.core import Game, say
from tabuleiro.core.errors import UnknownAgent
from tabuleiro.home.folders import notice
from tabuleiro.home.saves import Resumed, resume
from tabuleiro.play.agent import PATIENCE, Agent, Spec
from tabuleiro.play.lineup import HUMAN, Party, called

STAND_IN = "level:2"  # the computer that is offered instead of a program


def check_players(party: Party) -> None:
    """Raise unless all who are named can play; engines are not started for that, nor those made that are known to."""
    from tabuleiro.ai.agents import known, look_for, make

    for player in party.players:
        spec = Spec.read(player)
        if spec.program:
            look_for(spec)
        elif player not in (HUMAN, *known(party.game)):
            make(player, party.game, Random(0))


def find_agents(party: Party, rng: Random, *, waiting: bool, patient: bool = True) -> dict[int, Agent]:
    """The computer players by seat; each has its own luck, so that one more does not change another's.

    All cores are theirs. Where a person is *waiting*, those that need a compiler play by the plain rules until it is
    done. One who is not even *patient* with programs of others has them greeted in the background.
    """
    from tabuleiro.ai.agents import cores, make, searches
    from tabuleiro.ai.background import Warming
    from tabuleiro.engines.client import Invited

    found: dict[int, Agent] = {}
    for seat, player in enumerate(party.players):
        if player != HUMAN:
            luck, spec = Random(rng.random()), Spec.read(player)
            slow, foreign = waiting and searches(spec), not patient and spec.program
            maker = partial(Warming if slow else make, spec, party.game, luck, threads=cores())
            found[seat] = Invited(player, maker) if foreign else maker()
    return found


def go_on(path: str, rng: Random) -> Resumed:
    """The game in *path* (see ``home.saves.resume``); where the file does not say who is a computer, its names do.

    No computer gets more than PATIENCE because a file says so, which is told.
    """
    again = _seated(resume(path, rng))
    seconds = again.setup.seconds or 0.0
    if max(seconds, *(_own_seconds(player, again.party.game) for player in again.party.players)) > PATIENCE:
        notice(
            say(
                "{path} lets a computer think for longer than {most:g} s about a step. It gets no more than that.",
                path=path,
                most=PATIENCE,
            )
        )
    return replace(again, setup=replace(again.setup, seconds=PATIENCE)) if seconds > PATIENCE else again


def _own_seconds(player: str, game: Game[Any]) -> float:
    """For how long *player* thinks about a step by its own spelling, as far as that is known."""
    from tabuleiro.ai.agents import known, make

    if Spec.read(player).foreign or player in (HUMAN, *known(game)):
        return 0.0
    try:
        return make(player, game, Random(0)).limit.seconds or 0.0
    except UnknownAgent:
        return 0.0  # which is said where the table is set


def _seated(again: Resumed) -> Resumed:
    """With computers where only names tell them."""
    if "players" in again.record.table:
        return again
    game, party = again.session.game, again.party
    players = tuple(name if is_agent(name, game) else HUMAN for name in again.session.names)
    names = tuple("" if name == player else name for name, player in zip(party.names, players, strict=True))
    return replace(again, setup=replace(again.setup, party=replace(party, players=players, names=names))).tamed()


def instead(program: str) -> dict[str, str]:
    """Who may sit where a file names a *program*, with words about each; the first is who does without an answer."""
    return {
        HUMAN: say("play that seat yourself"),
        STAND_IN: say("let the computer play: {player}", player=called(STAND_IN)),
        program: say("start the program"),
    }


def program_words(again: Resumed, seat: int) -> str:
    """What a person should know who decides about the program at *seat*."""
    return say(
        "The file names a program for {seat}, which anybody may have written there: {command}",
        seat=again.session.game.seats[seat].name,
        command=Spec.read(again.programs[seat]).argument,
    )


def is_agent(name: str, game: Game[Any]) -> bool:
    """Is *name*, which stood in a record, a computer player's? Programs are not started to find out.

    Raises UnknownAgent for one of a kind that we have, but that cannot play: nobody is called ``level:99``.
    """
    from tabuleiro.ai.agents import KINDS, make

    spec = Spec.read(name)
    if spec.foreign:
        return True
    try:
        make(name, game, Random(0))
    except UnknownAgent:
        if spec.kind in KINDS and spec.argument:
            raise
        return False
    return True

"""``tabuleiro sit URL AGENT``: a program of yours takes a seat at a table of a web site, from anywhere."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from random import Random
from typing import Any

from tabuleiro.cli import flags
from tabuleiro.core import Game, say
from tabuleiro.core.notation import typed
from tabuleiro.core.words import brief, shown
from tabuleiro.draw.prose import standing
from tabuleiro.play.agent import Agent, Limit
from tabuleiro.play.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:  # the command line does not load the network before somebody sits down
    from tabuleiro.web.client import Seat


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("url", metavar=say("ADDRESS"), help=say("of a game with a free seat, of an invitation, or of a seat"))
    add("agent", metavar=say("AGENT"), help=say("random, greedy, level:3, mcts:seconds=1, engine:COMMAND, ..."))
    add("--name", default="", metavar=say("NAME"), help=say("what others call it; without it, how it is spelled"))
    add("--seconds", type=flags.seconds, metavar="S", help=say("how long they may think about a step"))


def run(args: Namespace) -> int:
    from tabuleiro.ai.agents import cores, make
    from tabuleiro.web.client import Seat, site_of, take

    site, kind, which = site_of(args.url, _tell)
    if kind == "game":  # better known before a seat is taken than after
        make(args.agent, Seat(site, which, 0, "").view().game, Random()).close()
    seat = take(args.url, args.name or args.agent, _tell)
    game = seat.view().game
    agent = make(args.agent, game, Random(), threads=cores())
    try:
        agent.prepare()
        place = f"{seat.site.url}/game/{seat.id}"
        _tell(say("{agent} sits at {url}", agent=args.agent, url=place))
        print(play(seat, agent, game, args.seconds))
    finally:
        agent.close()
    return 0


def _tell(text: str) -> None:
    print(brief(text), file=sys.stderr, flush=True)


def play(seat: Seat, agent: Agent, game: Game[Any], seconds: float | None) -> str:
    """Let *agent*, who plays *game*, play at *seat* until it is over; how it ended. The site may be anybody's."""
    from tabuleiro.web.client import SiteError

    seen = -1
    for message in seat.messages():
        if message.get("type") != "state":
            continue
        view = View.from_json(message.get("view"))
        if view.version <= seen:  # older than what we have looked at meanwhile
            continue
        while view.actions:
            if view.game != game:
                raise seat.site.strange()
            choice = agent.choose(view, agent.bounded(Limit(seconds=seconds)))
            try:
                seat.play(typed(view.game, view.state, choice.action))
            except SiteError as error:
                if error.status != 409:  # it has gone on meanwhile: look again
                    raise
            view = seat.view()
        seen = view.version
        if view.outcome:
            return brief(standing(view.game, view.state, view.outcome, list(map(shown, view.names))))
    return ""

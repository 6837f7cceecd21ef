"""``tabuleiro sit URL AGENT``: a program of yours takes a seat at a table of a web site, from anywhere."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from random import Random

from tabuleiro.cli import flags
from tabuleiro.core import say
from tabuleiro.core.registry import registered
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

    site, kind, which = site_of(args.url)
    if kind == "game":  # better known before a seat is taken than after
        spec = Seat(site, which, 0, "").data()["game"]
        make(args.agent, registered(spec), Random()).close()
    seat = take(args.url, args.name or args.agent)
    agent = make(args.agent, registered(seat.data()["game"]), Random(), threads=cores())
    try:
        agent.prepare()
        print(say("{agent} sits at {url}", agent=args.agent, url=f"{seat.site.url}/game/{seat.id}"), file=sys.stderr)
        print(play(seat, agent, args.seconds))
    finally:
        agent.close()
    return 0


def play(seat: Seat, agent: Agent, seconds: float | None) -> str:
    """Let *agent* play at *seat* until the game is over; how it ended."""
    from tabuleiro.web.client import SiteError

    seen = -1
    for message in seat.messages():
        if (
            message.get("type") != "state" or message["v"] <= seen
        ):  # what is older than what we have looked at meanwhile
            continue
        data = message["view"]
        while data["outcome"] is None and data["player"] == data["seat"]:
            view = View.from_json(data)
            choice = agent.choose(view, agent.bounded(Limit(seconds=seconds)))
            try:
                seat.play(text_of(data, view.game.space.index(choice.action)))
            except SiteError as error:
                if error.status != 409:  # it has gone on meanwhile: look again
                    raise
            data = seat.data()
        seen = data["version"]
        if data["outcome"] is not None:
            return str(data["standing"])
    return ""


def text_of(data: dict[str, list[list[list[object]]]], step: int) -> str:
    """The text of the step numbered *step* among those that are legal in the view *data*."""
    return next(str(text) for _, *steps in data["legal"] for number, text, *_ in steps if number == step)

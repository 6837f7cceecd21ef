"""What ``tabuleiro play`` does where nobody can play: the computer plays every game once, against itself."""

from __future__ import annotations

from random import Random

from tabuleiro.cli.terminal import Screen
from tabuleiro.core import say_many
from tabuleiro.core.registry import find, names
from tabuleiro.draw.prose import points_line, standing

NODES = 400  # that a computer looks at for a step: this is to be quick on any machine


def demonstrate(screen: Screen, seed: int) -> int:
    """One game of each kind: its last board, its points and who won."""
    from tabuleiro.ai.agents import make
    from tabuleiro.play.agent import Limit
    from tabuleiro.play.run import run
    from tabuleiro.play.session import Session

    for name in names():
        game = find(name)
        rng = Random(f"{seed} {name}")
        agents = [make("greedy", game, rng) for _ in game.seats]
        session = Session(game, rng, names=[agent.name for agent in agents])
        run(session, agents, Limit(nodes=NODES))
        people = [f"{seat.name} ({agent.name})" for seat, agent in zip(game.seats, agents, strict=True)]
        outcome = session.outcome
        assert outcome is not None
        print(say_many("{title}, {count} turn", "{title}, {count} turns", len(session.turns), title=game.title))
        print(screen.board(game, session.state, last=session.view(None).last))
        print(points_line(outcome, people))
        print(standing(game, session.state, outcome, people))
        print(flush=True)
    return 0

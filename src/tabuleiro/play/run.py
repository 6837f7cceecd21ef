"""Let agents play a session to its end."""

from __future__ import annotations

from tabuleiro.core import later
from tabuleiro.core.errors import AgentFailed
from tabuleiro.play.agent import Choice, Limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tabuleiro.play.agent import Agent
    from tabuleiro.play.session import Session


def step(session: Session, agent: Agent, limit: Limit, now: float | None = None) -> Choice:
    """Let *agent* decide once; a step that is not legal is the agent's fault and is said so."""
    seat = session.player
    choice = agent.choose(session.view(seat), limit)
    try:
        session.play(seat, choice.action, now)
    except ValueError as error:
        raise AgentFailed(
            later("{agent} wanted to play {action}: {error}", agent=agent.name, action=choice.action, error=error)
        ) from error
    return choice


def run(
    session: Session,
    agents: Sequence[Agent],
    limit: Limit | None = None,
    after_step: Callable[[Session], None] | None = None,
) -> Session:
    """Play until the game is over, one agent a seat."""
    while session.player >= 0:
        step(session, agents[session.player], limit or Limit())
        if after_step:
            after_step(session)
    return session

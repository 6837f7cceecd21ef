"""What a strong program thinks of a position, and of every decision in a finished game.

Scores are shares of the win that seats may expect, between 0 and 1. A game is judged with open cards: what was hidden
from the players is known to who looks back.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import ceil, log2
from random import Random
from threading import local
from time import monotonic

from tabuleiro.ai.agents import make
from tabuleiro.ai.background import plain_player, prepared
from tabuleiro.ai.mcts import Mcts
from tabuleiro.analysis.lines import Line, decided, decisions, goes_on, play_out, told, turns_of
from tabuleiro.core import CHANCE, NOBODY, Action, Game, later, say
from tabuleiro.core.errors import UnknownAgent
from tabuleiro.core.notation import legal_part, write_steps
from tabuleiro.play.agent import Choice, Limit, Spec
from tabuleiro.play.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from tabuleiro.analysis.lines import Decision
    from tabuleiro.play.history import Turn
    from tabuleiro.play.session import Session

MARKS = ((0.35, "??"), (0.20, "?"), (0.10, "?!"))  # by the share of the win that a decision lost
LEAST_NODES = 8
MANY = 256  # decisions for all of which there may be no time
CERTAIN = 1e9  # by which the end of a game counts more than any evaluation
OVERTIME = 1.5  # times the limit of seconds, after which no further step is looked at
CONTENDERS, SHORT = 24, 8000  # first steps that are judged where something is hidden, and the nodes that choose them
DRAWN, WORLDS = 120, 12  # worlds that are imagined where something is hidden, and how many of them are looked at
GLIMPSE = Limit(nodes=2000, depth=1)  # for a position that there was no time for: about a millisecond
REST = 4  # part of the time for every further step of a turn


class Own(local):
    """What each thread has for itself: agents, by seat where something is hidden."""

    def __init__(self) -> None:
        self.agents: dict[int | None, Any] = {}


class Analyst:
    """Judges positions of one game with one kind of agent; deterministic for its *seed* under a limit of nodes.

    *hurried* counts the positions for which the time was too short, so that they got a glimpse alone. One that is
    *plain* uses nothing that is compiled, whatever the agent.
    """

    def __init__(self, spec: str, game: Game[Any], seed: int = 0, *, plain: bool = False) -> None:
        self.spec = spec
        self.plain = plain
        self.game = game
        self.seed = seed
        self.hurried = 0
        self._secret = game.has_secrets
        self._program = Spec.read(spec).program
        self._told = False  # has it said yet what it thinks?
        self._made = 0
        self._own = Own()

    def _agent(self, seat: int) -> Any:
        """Who thinks: in each thread one, which remembers what it found in the last position.

        Where something is hidden, every position has one of its own, for what it finds out at one seat is not known at
        another; but a program of others, which may take long to start, is one for each seat.
        """
        kept, place = self._own.agents, seat if self._secret else None
        agent = kept.get(place)
        if agent is None or (self._secret and not self._program):
            self._made += 1
            luck = Random(f"{self.seed} {self._made}")
            maker = plain_player if self.plain else make if kept else prepared
            agent = kept[place] = maker(self.spec, self.game, luck)
        return agent

    def warm(self) -> None:
        """Have everything compiled before the clock runs."""
        self._agent(0)

    def judge(self, view: View, limit: Limit) -> Choice:
        """The best step of the seat that decides, with scores; where there is no alternative, what comes of it."""
        actions = view.actions
        if len(actions) > 1:
            choice = self._choose(view, limit)
            if choice.scores:
                return choice
            if not (self._told or cancelled(limit)):
                raise UnknownAgent(later("{agent} does not say what it thinks; try mcts", agent=self.spec))
            return replace(choice, scores=(1 / self.game.players,) * self.game.players)
        after = self.after(self.game.apply(view.state, actions[0]), limit)
        return replace(after, action=actions[0], line=(actions[0], *after.line))

    def _choose(self, view: View, limit: Limit) -> Choice:
        if len(view.actions) == 1:
            return Choice(view.actions[0])
        agent = self._agent(view.state.player)
        choice: Choice = agent.choose(view, limit)
        if not choice.scores and not cancelled(limit):
            self.hurried += 1
            choice = agent.choose(view, GLIMPSE)
        self._told = self._told or bool(choice.scores)
        return choice

    def after(self, state: Any, limit: Limit) -> Choice:
        """What *state* is worth; chance counts by its odds, and nothing is known of the past."""
        if state.player == NOBODY:
            return Choice(self.game.space[0], self.game.outcome(state).scores)
        if state.player == CHANCE:
            return self._mean(state, limit)
        return self.judge(View.of(self.game, state), limit)

    def _mean(self, state: Any, limit: Limit) -> Choice:
        odds = self.game.odds(state)
        whole, share = sum(weight for _, weight in odds), _part(limit, len(odds))
        scores, nodes, seconds = [0.0] * self.game.players, 0, 0.0
        for action, weight in odds:
            found = self.after(self.game.apply(state, action), share)
            scores = [total + weight / whole * score for total, score in zip(scores, found.scores, strict=True)]
            nodes, seconds = nodes + found.nodes, seconds + found.seconds
        return Choice(odds[0][0], tuple(scores), (), nodes, seconds=seconds)

    # ── A position ───────────────────────────────────────────────────────────────────────────────────────────────

    def lines(
        self, view: View, limit: Limit, count: int = 1, report: Callable[[list[Line]], None] = lambda _: None
    ) -> list[Line]:
        """The *count* best decisions, best first, each with its line; *report* is told whenever more is known.

        All decisions are looked at a little, then the better half of them longer, and so on. Where the limit is too
        tight for that, those that look best at once are looked at.
        """
        if count == 1 or len(view.actions) == 1:
            return [self._best(view, limit, report)]
        began = monotonic()
        worlds = self._worlds(view)
        contenders = self._contenders(view, limit, count, secret=len(worlds) > 1)
        rounds = max(ceil(log2(len(contenders) / count)), 0) + 1
        known: dict[Decision, Line] = {}
        nodes = 0

        def ranked() -> list[Decision]:
            found = [decision for decision in contenders if decision in known]
            return sorted(found, key=lambda decision: -known[decision].scores[view.state.player])

        def best() -> list[Line]:
            return [known[decision] for decision in ranked()[:count]]

        for turn in range(rounds):
            left = limit
            if limit.seconds is not None:  # to begin a search takes time: a round may have had more than its part
                seconds = limit.seconds - (monotonic() - began)
                if turn and seconds <= 0:
                    break
                left = replace(limit, seconds=max(seconds, 0.0) * rounds / (rounds - turn))
            share = _part(left, rounds * len(contenders))
            for decision in contenders:
                found = self._line(view, decision, worlds, share)
                if cancelled(limit):
                    return best()
                nodes += found.nodes
                known[decision] = found.after(known.get(decision))
                report(best())
                if len(known) >= count and exceeded(limit, nodes, monotonic() - began):
                    return best()
            contenders = ranked()[: max(count, ceil(len(contenders) / 2))]
        return best()

    def _best(self, view: View, limit: Limit, report: Callable[[list[Line]], None]) -> Line:
        def heard(choice: Choice) -> None:
            if choice.scores:
                report([self._written(view, choice, told(view, choice))])

        choice = self.judge(view, replace(limit, report=heard))
        return self._written(view, choice, self.whole(view, choice, limit))

    def _written(self, view: View, choice: Choice, steps: tuple[Action, ...]) -> Line:
        game, state = self.game, view.state
        own, after = decided(game, state, steps)
        turns, text, more = turns_of(game, state, steps), write_steps(game, state, own), goes_on(state, after)
        return Line(choice.action, choice.scores, turns, choice.nodes, choice.depth, own, text, more, choice.seconds)

    def whole(self, view: View, choice: Choice, limit: Limit) -> tuple[Action, ...]:
        """The steps that *choice* expects, and more if need be: a line may end inside what its first seat decides."""
        steps = told(view, choice)
        _, after = decided(self.game, view.state, steps)
        if not goes_on(view.state, after) or cancelled(limit):
            return steps
        inside = View.of(self.game, after)
        return (*steps, *self.whole(inside, self._choose(inside, _part(limit, REST)), limit))

    def _contenders(self, view: View, limit: Limit, count: int, *, secret: bool) -> list[Decision]:
        """All that the seat can decide; those that look best come first where there may be no time for the others."""
        first = self._promising(view, limit, count) if secret else list(view.actions)
        found = decisions(self.game, view.state, first, MANY)
        if secret or (len(found) <= MANY and (limit.nodes is None or limit.nodes >= 2 * LEAST_NODES * len(found))):
            return found
        game, seat = self.game, view.state.player

        def lead(decision: Decision) -> float:
            after = play_out(game, view.state, decision)
            over = after.player == NOBODY
            values = game.outcome(after).scores if over else game.evaluate(after)
            best = max(value for other, value in enumerate(values) if other != seat)
            return float(values[seat] - best) * (CERTAIN if over else 1.0)

        return sorted(found, key=lead, reverse=True)

    def _promising(self, view: View, limit: Limit, count: int) -> list[Action]:
        """The steps to look at where each is to be judged in several worlds: those that a short search prefers, if any."""
        most, agent = max(CONTENDERS, 4 * count), self._agent(view.state.player)
        if len(view.actions) <= most or not isinstance(agent, Mcts):
            return list(view.actions)
        part = _part(limit, REST)
        agent.choose(view, replace(part, nodes=min(part.nodes or SHORT, SHORT)))
        best = [action for action, _ in agent.visits().most_common(most)]
        return best if len(best) >= count else list(view.actions)  # it may have been cancelled

    def _worlds(self, view: View) -> list[tuple[Any, int]]:
        """The states that *view* may be of, and how often each was imagined: all steps are judged in the same ones."""
        rng = Random(f"{self.seed} worlds")
        drawn: Counter[Any] = Counter()
        for _ in range(DRAWN if self._secret else 1):
            drawn[self.game.imagine(view.state, view.seat, rng)] += 1
        return drawn.most_common(WORLDS)

    def _line(self, view: View, decision: Decision, worlds: list[tuple[Any, int]], limit: Limit) -> Line:
        """*decision* and the best that follows it, in the likeliest of *worlds*; its score is the mean of all."""
        game, whole, share = self.game, sum(weight for _, weight in worlds), _part(limit, len(worlds))
        found = [(self.after(play_out(game, world, decision), share), weight / whole) for world, weight in worlds]
        scores = tuple(sum(choice.scores[seat] * weight for choice, weight in found) for seat in range(game.players))
        first, nodes = found[0][0], sum(choice.nodes for choice, _ in found)
        seconds = sum(choice.seconds for choice, _ in found)
        steps = (*decision, *legal_part(game, play_out(game, view.state, decision), first.line))
        choice = Choice(decision[0], scores, (), nodes, first.depth + len(decision), seconds)
        return self._written(view, choice, steps)


def _part(limit: Limit, parts: int) -> Limit:
    """One of so many equal parts of *limit*."""
    nodes = limit.nodes
    return Limit(
        None if limit.seconds is None else limit.seconds / parts,
        None if nodes is None else max(nodes // parts, LEAST_NODES),
        limit.depth,
        limit.cancelled,
    )


def exceeded(limit: Limit, nodes: int, seconds: float) -> bool:
    """Is more spent than *limit* allows? Every search takes a moment to begin, so time is not taken too literally."""
    return (limit.nodes is not None and nodes >= limit.nodes) or (
        limit.seconds is not None and seconds > OVERTIME * limit.seconds
    )


def cancelled(limit: Limit) -> bool:
    """Does nobody want to know any more?"""
    return limit.cancelled is not None and limit.cancelled()


# ── A game ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Verdict:
    """A decision of a game: in which turn (from 1), by whom, its text, the scores before and after it.

    *better* is what should have been played, and what it was worth, if the decision was a mistake.
    """

    turn: int
    seat: int
    text: str
    before: tuple[float, ...]
    scores: tuple[float, ...]
    better: tuple[str, ...] = ()

    @property
    def lost(self) -> float:
        """The share of the win that was given away."""
        return max(self.before[self.seat] - self.scores[self.seat], 0.0) if self.better else 0.0

    @property
    def mark(self) -> str:
        return next((mark for least, mark in MARKS if self.lost >= least), "")

    def sentence(self) -> str:
        """A comment for the record."""
        words = f"{100 * self.scores[self.seat]:.0f} %"
        if self.mark:
            words += say(
                " {mark} better {line} ({share:.0f} %)",
                mark=self.mark,
                line=" ".join(self.better),
                share=100 * self.before[self.seat],
            )
        return words


def review(
    session: Session, analyst: Analyst, limit: Limit, report: Callable[[int, int], None] = lambda *_: None
) -> list[Verdict]:
    """A verdict on every decision; *report* is told how many of how many positions are judged."""
    return list(verdicts(session, analyst, limit, report))


def verdicts(
    session: Session, analyst: Analyst, limit: Limit, report: Callable[[int, int], None] = lambda *_: None
) -> Iterator[Verdict]:
    """The verdicts one by one, each as soon as the position after the decision is judged; none after a cancellation."""
    game, ended = session.game, session.outcome
    found, turns = list(session.history.decisions()), session.history.turns()
    start = next((steps[0].before for _, steps in found), session.state)
    before: tuple[int, Turn, tuple[float, ...], tuple[Action, ...]] | None = None
    for done, (number, steps) in enumerate(found):
        report(done, len(found))
        state = steps[0].before
        view = View(game, state.player, state, start, turns[: number - 1], names=session.names)
        if not state.whole:  # inside a turn, by another seat: nothing is told of the past
            view = View.of(game, state)
        choice = analyst.judge(view, limit)
        expected = analyst.whole(view, choice, limit)
        if cancelled(limit):
            return
        if before:
            yield _verdict(game, *before, choice.scores)
        before = number, steps, choice.scores, expected
    report(len(found), len(found))
    if before:
        yield _verdict(game, *before, ended.scores if ended else analyst.after(session.state, limit).scores)


def _verdict(
    game: Game[Any],
    number: int,
    steps: Turn,
    before: tuple[float, ...],
    expected: tuple[Action, ...],
    scores: tuple[float, ...],
) -> Verdict:
    """What *steps* were worth, by what was thought and *expected* before them and by the *scores* after them."""
    state, text = steps[0].before, "".join(step.text for step in steps)
    same = all(step.action == action for step, action in zip(steps, expected, strict=False))
    return Verdict(number, state.player, text, before, scores, () if same else turns_of(game, state, expected)[:3])

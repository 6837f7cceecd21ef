"""The side of UGI that thinks: reads commands and answers in lines; a search runs in a thread so that it can be stopped.

It is handed the function that makes agents, so that it depends on none of them.
"""

from __future__ import annotations

import re
from contextvars import copy_context
from dataclasses import replace
from itertools import pairwise
from random import Random
from threading import Event, Lock, Thread
from time import monotonic
from typing import Protocol

from tabuleiro import __version__
from tabuleiro.core import NOBODY, Game, later
from tabuleiro.core.errors import BadPosition, NotNow, TabuleiroError, UnknownAgent
from tabuleiro.core.registry import find, registered
from tabuleiro.engines.info import write_info
from tabuleiro.engines.protocol import NO_STEP, Reader, whole_number, write_step
from tabuleiro.play.agent import Choice, Limit, Spec
from tabuleiro.play.clock import TURNS_LEFT, share

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tabuleiro.play.agent import Agent
    from tabuleiro.play.session import Session
    from tabuleiro.play.view import View

SHOWN = 40  # characters of a word that is not understood
CLOCK = re.compile(r"p\d+(time|inc)")


class Maker(Protocol):
    """A function that makes the agent of a spelling, like ``ai.make``."""

    def __call__(self, spec: str, game: Game[Any], rng: Random, *, threads: int = 1) -> Agent: ...


class Server:
    """One engine. *write* sends a line; it may raise BrokenPipeError when nobody listens any more.

    *make* makes agents, which may use up to so many *cores*. Where no *agent* is named, *usual* says who thinks, in
    whatever game is chosen.
    """

    def __init__(
        self,
        spec: str,
        agent: str | None,
        write: Callable[[str], None],
        seed: int = 0,
        *,
        make: Maker,
        usual: Callable[[Game[Any]], str],
        cores: int = 1,
    ) -> None:
        self.game: Game[Any] = find(spec)
        self.named = agent
        self.seed = seed
        self.threads = 1
        self._make = make
        self._usual = usual
        self._cores = cores
        self._write = write
        self._lock = Lock()
        self._stop = Event()
        self._thread: Thread | None = None
        self._bounded = True
        self._alone = False
        self._agent: Agent | None = None
        self._reader = Reader(self.game, Random(seed))
        self._place = "startpos"
        self._session: Session | None = None
        make(self.agent_spec, self.game, Random(0))  # raises for a wrong name before anything is asked

    @property
    def agent_spec(self) -> str:
        """Who thinks."""
        return self._thinker(self.game)

    def _thinker(self, game: Game[Any]) -> str:
        return self._usual(game) if self.named is None else self.named

    # ── Talking ──────────────────────────────────────────────────────────────────────────────────────────────────

    def say(self, line: str) -> None:
        with self._lock:
            try:
                self._write(line)
            except (BrokenPipeError, ValueError):  # nobody listens, or the stream is closed
                self._alone = True
                self._stop.set()

    def hear(self, line: str) -> bool:
        """Obey one line; False when it was ``quit``, or nobody hears the answers any more."""
        command, _, rest = line.strip().partition(" ")
        if command == "quit" or self._alone:
            self.finish()
            return False
        deed = self._deeds().get(command)
        if deed is None:
            if command:
                self.say(f"info string unknown command {command[:SHOWN]}")
            return True
        try:
            deed(rest.strip())
        except Exception as error:  # noqa: BLE001 - an engine goes on whatever it is told
            self.say("info string error: " + " ".join(str(error).split()))
        return True

    def _deeds(self) -> dict[str, Callable[[str], None]]:
        return {
            "ugi": self._introduce,
            "isready": self._get_ready,
            "setoption": self._set_option,
            "uginewgame": self._forget,
            "position": self._set_place,
            "go": self._go,
            "stop": lambda _: self._stop.set(),
            "query": self._answer,
        }

    def finish(self, wait: bool = False) -> None:
        """Stop thinking; *wait* lets a search that ends by itself end by itself."""
        if not (wait and self._bounded):
            self._stop.set()
        if self._thread:
            self._thread.join()
            self._thread = None

    def _introduce(self, _: str) -> None:
        for line in (
            f"id name Tabuleiro {__version__}",
            "id author the Tabuleiro authors",
            f"option name Game type string default {self.game}",
            f"option name Agent type string default {self.agent_spec}",
            f"option name Seed type spin default {self.seed} min 0 max 2147483647",
            f"option name Threads type spin default {self.threads} min 1 max {self._cores}",
            "option name CpuTime type check default true",  # ``go cputime`` is known
            "ugiok",
        ):
            self.say(line)

    def _get_ready(self, _: str) -> None:
        """Answer when the agent is there; before the first search its code is compiled now, not on the clock."""
        if self._agent is None and self._thread is None:
            self._agent = self._made()
        self.say("readyok")

    def _set_option(self, text: str) -> None:
        name, _, value = text.removeprefix("name ").partition(" value ")
        match name.strip().lower():
            case "game":
                game = registered(value.strip())  # the other side names no file,
                self._make(self._thinker(game), game, Random(0))
                self.game, self._place, self._session = game, "startpos", None
            case "agent":
                if Spec.read(value).foreign:  # and no program to be started
                    raise UnknownAgent(
                        later("{agent} is a program, which is not started for others", agent=value[:SHOWN])
                    )
                self._make(value.strip(), self.game, Random(0))
                self.named = value.strip()
            case "seed":
                self.seed = int(value)
            case "threads":
                self.threads = max(1, min(int(value), self._cores))
            case "cputime":  # there is nothing to choose: who says ``cputime`` means it
                return
            case _:
                self.say(f"info string there is no option {name.strip()[:SHOWN]}")
        self._forget()

    def _forget(self, _: str = "") -> None:
        self.finish()
        self._agent = None
        self._reader = Reader(self.game, Random(self.seed))

    def _made(self) -> Agent:
        agent = self._make(self.agent_spec, self.game, Random(self.seed), threads=self.threads)
        agent.prepare()
        return agent

    def _set_place(self, text: str) -> None:
        self.finish()
        self._session, self._place = None, ""  # no place rather than the old one, if this one cannot be read
        self._session = self._reader.read(text)
        self._place = text

    def _here(self) -> Session:
        if not self._place:
            raise BadPosition(later("the last position could not be read"))
        if self._session is None:
            self._session = self._reader.read(self._place)
        return self._session

    def _answer(self, what: str) -> None:
        session = self._here()
        state, ended = session.state, session.outcome
        turns = [f"p{seat + 1}turn" for seat in range(self.game.players)]
        match what:
            case "gameover":
                answer = str(ended is not None).lower()
            case "result":
                answer = "none" if not ended else "draw" if ended.drawn else f"p{ended.winners[0] + 1}win"
            case "fen":
                answer = self.game.write_position(state)
            case "moves":
                answer = " ".join(write_step(self.game, state, action) for action in self._seen(session).actions)
            case _ if what in turns:
                answer = str(session.player == turns.index(what)).lower()
            case _:
                self.say(f"info string query one of gameover result fen moves {' '.join(turns)}")
                return
        self.say(f"response {answer}".rstrip())

    # ── Thinking ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _seen(self, session: Session) -> View:
        return session.view(session.player if session.player >= 0 else None)

    def _go(self, text: str) -> None:
        self.finish()
        self._stop.clear()
        try:
            task = self._task(text)
        except Exception:
            self.say(f"bestmove {NO_STEP}")
            raise
        self._bounded = "infinite" not in text.split()
        self._thread = Thread(target=copy_context().run, args=(self._think, *task), daemon=True)
        self._thread.start()

    def _task(self, text: str) -> tuple[Agent, View, Limit]:
        """Who shall think about what, and how long."""
        session = self._here()
        if session.player == NOBODY:
            raise NotNow(later("the game is over"))
        limit = read_limit(text, session.player, lambda words: self.say(f"info string {words}"))
        self._agent = self._agent or self._made()
        return self._agent, self._seen(session), limit

    def _think(self, agent: Agent, view: View, limit: Limit) -> None:
        began = monotonic()
        last: Choice | None = None

        def report(choice: Choice) -> None:
            nonlocal last
            last = choice if choice.seconds else replace(choice, seconds=monotonic() - began)
            self.say(write_info(view, last))

        try:
            if self._bounded:
                limit = agent.bounded(limit)
            choice = agent.choose(view, replace(limit, cancelled=self._stop.is_set, report=report))
            if choice != last:
                report(choice)
            if not self._bounded:
                self._stop.wait()  # after ``go infinite`` the answer comes when it is asked for
            self.say(f"bestmove {write_step(view.game, view.state, choice.action)}")
        except Exception as error:  # noqa: BLE001 - the other side must hear that there is no answer
            words = str(error) if isinstance(error, TabuleiroError) else f"{type(error).__name__}: {error}"
            self.say("info string error: " + " ".join(words.split()))
            self.say(f"bestmove {NO_STEP}")


def read_limit(text: str, seat: int, tell: Callable[[str], None] = lambda _: None) -> Limit:
    """The limit that follows ``go``; with clocks, a part of what this *seat* has left. What is no number is told."""
    values: dict[str, int] = {}
    for word, after in pairwise(text.split()):
        if (number := whole_number(after)) is not None:
            values[word] = number
        elif word in ("movetime", "cputime", "nodes", "depth", "movestogo") or CLOCK.fullmatch(word):
            tell(f"{word} takes a number, not {after[:SHOWN]}")
    nodes, depth, work, time = (values.get(word) for word in ("nodes", "depth", "cputime", "movetime"))
    seconds = None if time is None else max(time, 1) / 1000
    left = values.get(f"p{seat + 1}time")
    if left is not None and seconds is None:
        increment = max(values.get(f"p{seat + 1}inc", 0), 0)
        seconds = share(left / 1000, increment / 1000, max(values.get("movestogo", TURNS_LEFT), 1))
    return Limit(
        seconds,
        None if nodes is None else max(nodes, 1),
        None if depth is None else max(depth, 1),
        cpu_seconds=None if work is None else max(work, 1) / 1000,
        clock=None if left is None else left / 1000,
    )

"""Programs of others as agents: ``engine:COMMAND`` runs COMMAND and talks UGI with it over pipes.

Whatever goes wrong there, a crash, silence, an illegal step, is reported with the command, what it last said, and what
happened; a note on the error has more of what it said. A program that has not answered a greeting in ten seconds is no
engine.
"""

from __future__ import annotations

import queue
import re
import shlex
import shutil
import subprocess
import weakref
from collections import deque
from concurrent.futures import Future, wait
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from math import inf
from threading import Thread
from time import monotonic

from tabuleiro.core import Action, Game, later, say
from tabuleiro.core.errors import AgentFailed, BadTurn, TabuleiroError, UnknownAgent
from tabuleiro.core.words import shortened
from tabuleiro.engines.info import Thought
from tabuleiro.engines.process import FAREWELL, POLL, end, start, worked
from tabuleiro.engines.protocol import MOST, NO_STEP, read_steps, write_place
from tabuleiro.home.files import lines_of
from tabuleiro.home.languages import why
from tabuleiro.play.agent import PROGRAM, Agent, Choice, Limit, Spec, least

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random
    from typing import IO, Any

    from tabuleiro.play.view import View

GREETING = 10.0  # seconds until ``ugiok``
READY = 180.0  # seconds until ``readyok``: an engine may have to compile first
MARGIN = 5.0  # seconds by which an engine may overrun its time
PATIENCE = 120.0  # seconds for a search whose limit is not one of time
SLOWEST = 20.0  # times slower than it works may time pass for an engine whose CPU time is counted
CPU_TIME = "CpuTime"  # the option by which an engine says that it knows ``go cputime``
LAST_WORDS, KEPT = 3, 50  # lines of output in a report, and in the note on it
LONGEST = 1 << 14  # signs of a line that are read
WAITING = 1000  # lines that are kept until somebody reads them
WORD, SAID, LONG = 60, 120, 300  # characters of a word, of a line it said and of a sentence in a report
ERROR = re.compile(r"(\w+\.)*\w*(Error|Exception|Panic)\b|panic:|thread '.*' panicked", re.ASCII)  # begins such a line
WRONG = "info string error:"  # begins the line in which an engine of ours says why it has no step


class Engine(Agent):
    """The process of a command, given in *words*, that plays *game*; it is started at once, and ended by ``close`` or when
    the agent is garbage collected.
    """

    answers_are_told = True  # among what it said last

    def __init__(self, name: str, words: list[str], game: Game[Any], seed: int) -> None:
        self.name = name
        self.game = game
        self.options: set[str] = set()
        self._rest: tuple[Any, list[Action]] = (None, [])  # what it said beyond its step, and where that goes on
        self._said: deque[str] = deque(maxlen=KEPT)
        self._lines: queue.Queue[str | None] = queue.Queue(WAITING)
        self._process = self._start(words)
        self._end = weakref.finalize(self, end, self._process)
        told = self._said if self.answers_are_told else None
        heard = (self._process.stdout, self._lines, told), (self._process.stderr, None, self._said)
        self._ears = [Thread(target=hear, args=what, daemon=True) for what in heard]
        for ear in self._ears:
            ear.start()
        try:
            self._introduce(seed)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._end()

    def _start(self, words: list[str]) -> subprocess.Popen[str]:
        try:
            return start(words)
        except OSError as error:
            raise UnknownAgent(later("{name} cannot be run: {error}", name=self.name, error=why(error))) from error

    def _introduce(self, seed: int) -> None:
        self._send("ugi", UnknownAgent)
        self._await(lambda line: line == "ugiok", GREETING, say("did not answer ugi with ugiok"), UnknownAgent)
        for name, value in (("Game", str(self.game)), ("Seed", str(seed))):
            if name in self.options:
                self._send(f"setoption name {name} value {value}", UnknownAgent)
        self._send("uginewgame", UnknownAgent)
        self._send("isready", UnknownAgent)
        self._await(lambda line: line == "readyok", READY, say("did not answer isready with readyok"), UnknownAgent)

    # ── Choosing ─────────────────────────────────────────────────────────────────────────────────────────────────

    def choose(self, view: View, limit: Limit) -> Choice:
        expected, rest = self._rest
        if rest and view.state == expected and rest[0] in view.actions:
            self._rest = (view.game.apply(view.state, rest[0]), rest[1:])
            return Choice(rest[0])
        self._send(write_place(view))
        self._send(go(limit, counting=self.counting, seat=view.seat))
        thought, wrong = Thought(view), ""

        def hear_info(line: str) -> bool:
            nonlocal wrong
            if line.startswith(WRONG):
                wrong = line.removeprefix(WRONG).strip()
            elif line.startswith("info "):
                thought.hear(line)
                if limit.report:
                    limit.report(thought.choice)
            return line.partition(" ")[0] == "bestmove"

        work = inf if limit.cpu_seconds is None else self.worked() + self._most(limit.cpu_seconds)
        answer = self._await(hear_info, *self._patience(limit), AgentFailed, limit.cancelled, work)
        word = answer.removeprefix("bestmove").strip().partition(" ")[0]
        if wrong and word == NO_STEP:
            raise self._trouble(AgentFailed, self._no_step(shortened(wrong, LONG)))
        actions = self._read(view, word)
        self._rest = (view.game.apply(view.state, actions[0]), actions[1:])
        return replace(thought.choice, action=actions[0])

    def _patience(self, limit: Limit) -> tuple[float | None, str]:
        """For how many seconds to await an answer, None for ever, and what is wrong with a later one."""
        told, work = go(limit, counting=self.counting), limit.cpu_seconds
        if work is not None:
            most = self._most(work)
            late = say("has not answered {go} after {seconds:.1f} s of CPU time", go=told, seconds=most)
            return max(PATIENCE, SLOWEST * most), late
        seconds = PATIENCE if limit.seconds is None else limit.seconds + MARGIN
        seconds = seconds if limit.clock is None else limit.clock
        late = say("has not answered {go} after {seconds:.1f} s", go=told, seconds=seconds)
        return None if unbounded(limit) else seconds, late

    def _most(self, seconds: float) -> float:
        """Seconds after which an answer to a question of so many is too late."""
        return seconds + MARGIN

    @property
    def counting(self) -> bool:
        """Does it know ``go cputime``? Else it gets as many seconds by the clock."""
        return CPU_TIME in self.options

    def worked(self) -> float:
        return worked(self._process.pid)

    def _read(self, view: View, word: str) -> list[Action]:
        """The steps of *word*, the first of which is legal."""
        try:
            actions = read_steps(view.game, view.state, "" if word == NO_STEP else word)
        except BadTurn as error:
            here, shown = view.game.write_position(view.state), shortened(word, WORD)
            reason = shortened(str(error), LONG)
            words = say("played {word} in {position}: {error}", word=shown or "''", position=here, error=reason)
            raise self._trouble(AgentFailed, words) from error
        return actions

    # ── Talking ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _send(self, line: str, kind: type[TabuleiroError] = AgentFailed) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._ended(kind) from error

    def _await(
        self,
        wanted: Callable[[str], bool],
        seconds: float | None,
        late: str,
        kind: type[TabuleiroError],
        cancelled: Callable[[], bool] | None = None,
        work: float = inf,
    ) -> str:
        """The first line that is *wanted*; raises *kind* when it does not come in time, or before it has worked so long."""
        deadline = None if seconds is None else monotonic() + seconds
        stopped, gone = False, inf
        while deadline is None or monotonic() < deadline:
            if cancelled and not stopped and cancelled():
                self._send("stop")
                stopped, deadline = True, monotonic() + MARGIN
            if work < inf and self.worked() > work:
                break
            try:
                line = self._lines.get(timeout=POLL)
            except queue.Empty:
                if self._process.poll() is not None:
                    gone = min(gone, monotonic())
                if monotonic() - gone > FAREWELL:  # what it left behind may keep its output open
                    raise self._ended(kind) from None
                continue
            if line is None:
                raise self._ended(kind)
            if line.startswith("option name "):
                self.options.add(line.removeprefix("option name ").partition(" type ")[0].strip())
            if wanted(line):
                return line
        if self._process.poll() is not None:
            raise self._ended(kind)
        heard = len(self._said)
        self.close()
        self._hear_out()
        if self.answers_are_told and any(map(wanted, list(self._said)[heard:])):
            late += say(" until it was ended: it must flush every line")
        raise self._trouble(kind, late)

    def _hear_out(self) -> None:
        """Wait for all that it has said; a line without an end has one now that it has ended."""
        for ear in self._ears:
            ear.join(FAREWELL)

    def _ended(self, kind: type[TabuleiroError]) -> TabuleiroError:
        """It has gone: wait for what it said last, and how it ended; then end what it left behind."""
        self._ears[1].join(FAREWELL)
        try:
            code = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return self._trouble(kind, say("closed its output"))
        finally:
            self.close()
        return self._trouble(kind, self._farewell(code))

    def _no_step(self, wrong: str) -> str:
        """It says itself what is wrong."""
        return say("has no step: {error}", error=wrong)

    def _farewell(self, code: int) -> str:
        """How it ended."""
        if code < 0:
            return say("was ended by signal {number}", number=-code)
        return say("ended by itself with exit code {code}", code=code)

    def _trouble(self, kind: type[TabuleiroError], what: str) -> TabuleiroError:
        error = kind(self._report(what))
        error.add_note("\n".join(self._words()))
        return error

    def _words(self) -> tuple[str, ...]:
        """What it said last."""
        return tuple(shortened(line, LONG) for line in list(self._said))  # it may be talking still

    def _report(self, what: str) -> str:
        """With the last lines, or from the one on in which a language tells its error, which stack frames may follow."""
        lines = list(self._said)
        told = next((at for at in reversed(range(len(lines))) if ERROR.match(lines[at])), len(lines))
        told = min(told, max(len(lines) - LAST_WORDS, 0))
        said = " | ".join(shortened(line, SAID) for line in lines[told:][:LAST_WORDS]) or say("nothing")
        return say("{name} {what}; it last said: {said}", name=self.name, what=what, said=said)


def words_of(command: str) -> list[str]:
    """The program of *command* and its arguments; raises UnknownAgent when there is no such program."""
    name = f"engine:{command}"
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UnknownAgent(later("{name} cannot be read: {error}", name=name, error=error)) from error
    if not words or shutil.which(words[0]) is None:
        if words and words[0].endswith(".py"):
            raise UnknownAgent(say("{name} is no command; a bot is written {word}", name=name, word=words[0]))
        raise UnknownAgent(
            later("{name}: there is no program {word}; write engine:COMMAND", name=name, word=(words or ["''"])[0])
        )
    return words


class Invited(Agent):
    """An engine that *start* starts in the background, so that nobody waits for it before its turn.

    One that has failed is started anew when it is asked again.
    """

    def __init__(self, name: str, start: Callable[[], Agent]) -> None:
        self.name = name
        self._start = start
        self._engine: Future[Agent] | None = None
        self._invite()

    def _invite(self) -> Future[Agent]:
        engine: Future[Agent] = Future()

        def greet() -> None:
            try:
                engine.set_result(self._start())
            except Exception as error:  # noqa: BLE001 - told by choose()
                engine.set_exception(error)

        Thread(target=copy_context().run, args=(greet,), name=self.name, daemon=True).start()
        self._engine = engine
        return engine

    def choose(self, view: View, limit: Limit) -> Choice:
        engine = self._engine or self._invite()
        try:
            while not wait([engine], POLL).done:
                if limit.cancelled and limit.cancelled():
                    raise AgentFailed(later("{name} has not introduced itself yet", name=self.name))
            return engine.result().choose(view, limit)
        except TabuleiroError:
            if engine.done():
                self.close()
            raise

    def close(self) -> None:
        engine, self._engine = self._engine, None

        def end_started(started: Future[Agent]) -> None:
            if started.exception() is None:
                started.result().close()

        if engine:
            engine.add_done_callback(end_started)


def hear(stream: IO[str], lines: queue.Queue[str | None] | None, said: deque[str] | None) -> None:
    """Listen until the stream ends; it does not know the engine, which may be collected meanwhile."""
    with suppress(OSError, ValueError):
        for line in lines_of(stream, LONGEST):
            plain = "".join(sign if sign.isprintable() else " " for sign in line).rstrip()
            if plain:
                if said is not None:
                    said.append(plain)
                put(lines, plain.lstrip())
    put(lines, None)


def put(lines: queue.Queue[str | None] | None, line: str | None) -> None:
    """Add *line* to those that wait to be read; of too many the oldest is forgotten."""
    if lines is not None:
        while lines.full():
            with suppress(queue.Empty):
                lines.get_nowait()
        lines.put(line)


def unbounded(limit: Limit) -> bool:
    return limit.free and limit.cancelled is not None


def go(limit: Limit, *, counting: bool = False, seat: int | None = None) -> str:
    """The command; without a limit, the engine's own applies. Who is not *counting* CPU time has the clock's instead.
    A player with a clock learns its time for this step, and what is left for the game of its *seat*.
    """
    words = ["go"]
    seconds = limit.seconds if counting else least(limit.seconds, limit.cpu_seconds)
    for word, time in (("movetime", seconds), ("cputime", limit.cpu_seconds if counting else None)):
        if time is not None:
            words.append(f"{word} {max(round(min(time * 1000, MOST)), 1)}")
    if limit.clock is not None and seat is not None:
        words.append(f"p{seat + 1}time {max(1, round(1000 * limit.clock))}")
    if limit.nodes is not None:
        words.append(f"nodes {limit.nodes}")
    if limit.depth is not None:
        words.append(f"depth {limit.depth}")
    return " ".join([*words, "infinite"] if unbounded(limit) else words)


def arguments(_game: Game[Any]) -> tuple[str, ...]:
    """None to propose: people know their programs."""
    return ()


def look_for(argument: str) -> None:
    """Raise UnknownAgent unless the program is there; it is not started for that."""
    words_of(argument)


def make(argument: str, game: Game[Any], rng: Random) -> Engine:
    return Engine(str(Spec(PROGRAM, argument)), words_of(argument), game, rng.getrandbits(31))

"""The hub: the tables that are in memory, by id. It carries out orders, has them written, and then tells all who look.

The store is the truth. A change is made at the table in memory, written, and only then acknowledged and shown; if it
cannot be written, the table is thrown away and set again from what the store has.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random, SystemRandom
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tabuleiro.core import say
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.home.languages import speaking
from tabuleiro.store.again import rows, set_again
from tabuleiro.store.rows import HUMAN, OPEN
from tabuleiro.store.store import Store
from tabuleiro.web.attendant import Attendant
from tabuleiro.web.live import Answer, Eyes, Live, write
from tabuleiro.web.making import Making, rematch
from tabuleiro.web.orders import NOT_NOW, TROUBLE, UNKNOWN, Order, Refused, carry_out
from tabuleiro.web.seats import Source, hashed
from tabuleiro.web.settings import Settings
from tabuleiro.web.thinkers import Thinkers

log = structlog.get_logger()

ROUND = 30.0  # seconds between two rounds of tidying
SOON = 0.1  # seconds in which several arrivals are told together
PRIVATE = ("step", "back")  # what can be within a turn, and is then told to its player alone


class Hub:
    """All tables. *time* and *clock* tell the time, *rng* is chance, *source* draws ids and tokens: tests bring their own."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        settings: Settings,
        *,
        time: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
        rng: Random | None = None,
        source: Source | None = None,
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.settings = settings
        self.time = time
        self.clock = clock
        self.rng = rng or SystemRandom()
        self.source = source or Source()
        self.tables: dict[str, Live] = {}
        self.attendant = Attendant(self)
        self.closing = False
        self._opening: dict[str, asyncio.Future[Live]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # ── Opening and closing ──────────────────────────────────────────────────────────────────────────────────────

    async def start(self) -> None:
        """Go on with the games in which a program was about to play, and tidy up from time to time."""
        self.thinkers.start()
        self.spawn(self._tidy())
        self.spawn(self._wake(await asyncio.to_thread(self.store.thinking)))

    async def farewell(self) -> None:
        """Finish what is being written, and tell all who are connected that we go."""
        self.closing = True
        for live in list(self.tables.values()):
            async with live.lock:
                for eyes in list(live.eyes):
                    with speaking(eyes.language):
                        eyes.send(write({"type": "bye", "why": say("The server stops; it will be back in a moment.")}))
        going = [eyes.sent() for live in self.tables.values() for eyes in live.eyes if eyes.sent]
        await asyncio.gather(*going, return_exceptions=True)

    async def close(self) -> None:
        """End everything that happens by itself."""
        self.closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()

    def spawn(self, work: Any) -> asyncio.Task[None]:
        """Do *work* beside everything else; what goes wrong is logged."""

        def done(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if not task.cancelled() and (error := task.exception()):
                log.error("task failed", error=f"{type(error).__name__}: {error}", exc_info=error)

        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(done)
        return task

    def holds(self, live: Live) -> bool:
        """Is *live* the table of its id, and not one that was thrown away?"""
        return self.tables.get(live.id) is live

    async def open(self, id: str) -> Live:
        """The table *id*, from the store if need be; raises Refused where there is none."""
        live = self.tables.get(id)
        if live is None:
            live = await self._load(id)
        live.touched = self.time()
        return live

    async def _load(self, id: str) -> Live:
        waiting = self._opening.get(id)
        if waiting is not None:
            return await asyncio.shield(waiting)
        waiting = self._opening[id] = asyncio.get_running_loop().create_future()
        try:
            live = await asyncio.to_thread(self._read, id)
            self.tables[id] = live
            waiting.set_result(live)
        except BaseException as error:
            waiting.set_exception(
                error if isinstance(error, Refused) else Refused(TROUBLE, say("try again in a moment"))
            )
            waiting.exception()  # perhaps nobody else waits for it
            raise
        finally:
            del self._opening[id]
        self.attendant.attend(live)
        return live

    def _read(self, id: str) -> Live:
        kept = self.store.load(id)
        if kept is None:
            raise Refused(UNKNOWN, say("there is no such game"))
        try:
            table = set_again(kept, self.rng, self.clock)
        except TabuleiroError as error:
            raise Refused(NOT_NOW, say("this game cannot be opened: {why}", why=error)) from error
        live = Live(kept.game, kept.seats, table, self.settings, self.time)
        for row in kept.events:
            if row.client_id:
                live.answers[row.client_id] = Answer(200, row.n)
        return live

    async def _wake(self, games: list[str]) -> None:
        """Let programs think that were about to; one table after the other, for there may be thousands."""
        for game in games:
            with suppress(Refused):
                live = await self.open(game)
                if not live.thinking:
                    live.touched = 0.0  # it waits for a person: unless one comes, it leaves the memory soon

    def forget(self, live: Live) -> None:
        """Throw the table away: the store knows better, or nobody wants it."""
        if self.holds(live):
            del self.tables[live.id]
        for waiting in (live.flag, live.notice, live.thinking):
            if waiting:
                waiting.cancel()
        live.flag = live.notice = live.thinking = None

    # ── New games ────────────────────────────────────────────────────────────────────────────────────────────────

    async def create(self, making: Making) -> Live:
        """A new game on the disk; *making* then has the tokens and codes, which are nowhere else."""
        live = making.lay(self.settings, self.source, self.rng, self.time, self.clock)
        live.table.deal()
        now = self.time()
        job = self.store.adding(live.row, live.seats, making.invites)
        if live.v:
            job += self.store.happening(live.row, rows(live.table, 0, now))
        await self._write(job)
        self.tables[live.id] = live
        self.attendant.attend(live)
        return live

    async def sit(self, live: Live, name: str, seat: int | None = None, kind: str = HUMAN) -> tuple[int, str]:
        """Somebody takes a free seat, the first one unless it is named; the seat and its token."""
        async with live.lock:
            self._check_current(live)
            free = [row.seat for row in live.seats if row.kind == OPEN]
            if live.table.session.outcome or not free or (seat is not None and seat not in free):
                raise Refused(NOT_NOW, say("there is no free seat"))
            taken, token, before = free[0] if seat is None else seat, self.source.token(), live.v
            row = replace(live.seats[taken], kind=kind, name=name, token_hash=hashed(token), joined=self.time())
            live.seats[taken] = row
            live.table.sit(taken, name, HUMAN if kind == HUMAN else kind)
            await self.keep(live, before, more=self.store.sitting(live.id, row))
        self.publish(live)
        return taken, token

    # ── Orders ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def order(self, live: Live, order: Order, eyes: Eyes | None = None) -> Answer:
        """Carry out *order*; the answer comes when it is on the disk. The same order twice gets the same answer."""
        async with live.lock:
            if order.seats and (known := live.answers.get(order.key)):
                return known
            self._check_current(live)
            for seat in order.seats:
                live.seen[seat] = self.time()
            before, settled = live.v, live.settled
            try:
                agreed = carry_out(live, order)
            except Refused as refused:
                if live.v > before:  # the time was over
                    await self.keep(live, before)
                    self.publish(live)
                return Answer(refused.status, live.v, str(refused))
            except BaseException:  # perhaps half of it is done: what is on the disk counts
                await self._restore(live)
                raise
            await self.keep(live, before, order.key)
            answer = live.answers[order.key] = Answer(200, live.v)
        private = order.type in ("turn", *PRIVATE) and live.settled == settled and not live.table.session.outcome
        self.publish(live, only=live.acting(order.seats) if private else None)
        if agreed:
            self.spawn(self._rematch(live))
        if order.type == "hint" and eyes:
            live.advising = True
            self.spawn(self.attendant.advise(live, order, eyes))
        return answer

    def _check_current(self, live: Live) -> None:
        """Nothing is done at a table that was thrown away while somebody waited for it."""
        if not self.holds(live):
            raise Refused(TROUBLE, say("try again in a moment"))

    async def keep(self, live: Live, since: int, key: str | None = None, more: Any = ()) -> None:
        """Write what happened after event *since*; if that cannot be, the table is as it was before."""
        self._check_current(live)
        now = self.time()
        ended = now if live.table.session.outcome and live.row.ended is None else live.row.ended
        row = replace(live.row, changed=now, ended=ended, waiting=bool(live.table.absent))
        try:
            await self._write([*more, *self.store.happening(row, rows(live.table, since, now, key))])
        except BaseException:
            await self._restore(live)
            raise
        live.row = row

    async def _restore(self, live: Live) -> None:
        """What is on the disk counts: those who look at a table thrown away are told to come again."""
        self.forget(live)
        for eyes in list(live.eyes):
            with speaking(eyes.language):
                eyes.send(write({"type": "bye", "why": say("The game could not be kept; nothing was played.")}))

    async def _write(self, job: Any) -> None:
        try:
            await self.store.write(job)
        except Exception as error:
            log.warning("not kept", error=type(error).__name__)
            raise Refused(TROUBLE, say("The game could not be kept; nothing was played.")) from error

    # ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────

    def join(self, live: Live, eyes: Eyes, v: int | None = None) -> None:
        """*eyes* look from now on; they have seen everything up to version *v*."""
        live.resume(eyes, v)
        live.eyes.add(eyes)
        with speaking(eyes.language):
            eyes.send(live.state(eyes, first=v is None))
        self._notice(live)

    def leave(self, live: Live, eyes: Eyes) -> None:
        live.eyes.discard(eyes)
        for seat in eyes.seats:
            live.seen[seat] = self.time()
        self._notice(live)
        if eyes.seats and live.table.session.clock and not self.closing:
            asyncio.get_running_loop().call_later(self.settings.away + 1, self._notice, live)

    def publish(self, live: Live, only: int | None = None) -> None:
        """Tell all who look how it stands now, or those *only* who hold a seat."""
        for eyes in list(live.eyes):
            if only is None or only in eyes.seats:
                with speaking(eyes.language):
                    eyes.send(live.state(eyes))
        self.attendant.attend(live)

    def _notice(self, live: Live) -> None:
        """Tell all in a moment who is there."""
        if live.notice is None and not self.closing and self.holds(live):
            live.notice = asyncio.get_running_loop().call_later(SOON, self._tell_presence, live)

    def _tell_presence(self, live: Live) -> None:
        live.notice = None
        if live.lock.locked():
            self._notice(live)  # nothing is told that is not on the disk
            return
        for eyes in list(live.eyes):
            with speaking(eyes.language):
                eyes.send(live.presence(eyes))

    # ── What happens by itself ───────────────────────────────────────────────────────────────────────────────────

    async def _rematch(self, live: Live) -> None:
        """The same people, everybody one seat further, with the tokens that they have."""
        with suppress(Refused):
            following = await self.create(rematch(live))
            async with live.lock:
                before = live.v
                live.table.follow(following.id)
                await self.keep(live, before)
            self.publish(live)

    async def _tidy(self) -> None:
        """From time to time: end what nobody joined, and forget what nobody looks at."""
        while True:
            await asyncio.sleep(ROUND)
            try:
                await self.tidy()
            except (SQLAlchemyError, OSError) as error:
                log.warning("tidying failed", error=type(error).__name__)

    async def tidy(self) -> None:
        """End the games that nobody joined in time, and forget the tables at which nothing happens."""
        now = self.time()
        for game in await asyncio.to_thread(self.store.unjoined, now - self.settings.unjoined):
            with suppress(Refused):
                live = await self.open(game)
                async with live.lock:
                    before = live.v
                    if live.table.absent and live.table.session.outcome is None:
                        live.table.call_off()
                        await self.keep(live, before)
                self.publish(live)
        crowded = len(self.tables) > self.settings.limits.tables
        for live in list(self.tables.values()):
            idle = now - live.touched > (0 if crowded else self.settings.idle)
            if idle and not live.eyes and not live.thinking and not live.flag and not live.lock.locked():
                self.forget(live)

"""What happens at a table of the hub without an order: programs think, clocks run out, a hint is worked out."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import structlog

from tabuleiro.core import say
from tabuleiro.core.errors import NetFailed, TabuleiroError
from tabuleiro.home.languages import speaking
from tabuleiro.play.agent import least
from tabuleiro.store.rows import AGENT
from tabuleiro.web.live import Eyes, Live, write
from tabuleiro.web.making import playing_here
from tabuleiro.web.orders import Order, Refused
from tabuleiro.web.thinkers import advise, choose

if TYPE_CHECKING:
    from tabuleiro.web.hub import Hub

log = structlog.get_logger()

HINT_SECONDS = 1.5


class Attendant:
    """Attends to the tables of *hub*."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def attend(self, live: Live) -> None:
        """Let a program think that decides next, and watch the clock."""
        session = live.table.session
        if live.flag:
            live.flag.cancel()
            live.flag = None
        player = session.player
        if player < 0 or self.hub.closing:
            return
        loop = asyncio.get_running_loop()
        if session.clock and live.table.ticking:
            left = live.table.view(None).clocks[player] or 0.0
            live.flag = loop.call_later(max(left, 0.0) + 0.01, lambda: self.hub.spawn(self.see_time(live)))
        if live.seats[player].kind == AGENT and live.thinking is None:
            live.thinking = self.hub.spawn(self._think(live))

    async def see_time(self, live: Live) -> None:
        """The time of who decides may be over."""
        hub, live.flag = self.hub, None
        async with live.lock:
            before = live.v
            if not live.table.check_clock():
                self.attend(live)
                return
            with suppress(Refused):
                await hub.keep(live, before)
                hub.publish(live)

    async def _think(self, live: Live) -> None:
        """Play for the programs until a person decides."""
        try:
            while True:
                session = live.table.session
                player, v = session.player, live.v
                if player < 0 or live.seats[player].kind != AGENT:
                    break
                began = self.hub.clock()
                if not session.pending and session.steps:
                    await asyncio.sleep(self.hub.settings.pace)
                await self._think_once(live, player, v, began)
        finally:
            live.thinking = None
        if self.hub.holds(live):
            self.attend(live)

    async def _think_once(self, live: Live, player: int, v: int, began: float) -> None:
        hub, spec = self.hub, live.seats[player].agent
        seconds = live.table.seconds
        if clock := live.table.session.clock:
            share = clock.share((live.table.view(None).clocks[player] or 0.0) - (self.hub.clock() - began))
            seconds = least(share, seconds)
        view = live.table.view(player).essence()
        step: int | None
        trouble, program = "", spec
        try:
            program = playing_here(live.table.game, hub.settings, spec)
            step = await hub.thinkers.ask(live.row.owner, choose, program, view, seconds)
        except Exception as error:  # noqa: BLE001 - whatever a program does wrong loses its game, not the server
            log.warning("program failed", agent=spec, game=live.id, error=f"{type(error).__name__}: {error}")
            step, trouble = None, told(error, spec, program)
        async with live.lock:
            if live.v != v or live.table.session.player != player or not hub.holds(live):
                return
            settled = live.settled
            try:
                if step is None:
                    live.table.fail(player, trouble)
                else:
                    live.table.play(player, live.table.game.space[step])
            except TabuleiroError as error:
                if live.v == v:
                    live.table.fail(player, told(error, spec, program))
            try:
                await hub.keep(live, v)
            except Refused:
                return
        if live.settled != settled or live.table.session.outcome:
            hub.publish(live)

    async def advise(self, live: Live, order: Order, eyes: Eyes) -> None:
        """Tell *eyes* what to play."""
        seat, v = live.table.session.player, live.v
        with speaking(eyes.language):
            view = live.table.view(seat).essence()
            try:
                step, text = await self.hub.thinkers.ask(live.row.owner, advise, view, HINT_SECONDS)
            except Exception as error:  # noqa: BLE001
                log.warning("no hint", game=live.id, error=f"{type(error).__name__}: {error}")
                eyes.send(write({"type": "no", "id": order.id, "why": say("There is no hint now.")}))
                return
            finally:
                live.advising = False
            if live.v == v:
                eyes.send(write({"type": "hint", "id": order.id, "text": text, "step": step}))


def told(error: Exception, spec: str, program: str) -> str:
    """What everybody may know of why a program failed: of a net what we found wrong with it, by the name that it has here, and
    in the first language, for it is kept. What an engine or a bot says at its end may tell of the machine: the log has it.
    """
    if not isinstance(error, NetFailed):
        return ""
    with speaking("en"):
        return str(error).replace(program, spec).replace(program.partition(":")[2], spec)

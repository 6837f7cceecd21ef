"""Keys, clicks and pastes, one at a time: each is delivered when all that the one before it brings about has happened.

Textual hands a key to the widget that has the focus when the key is read, and a widget works through its keys whatever
happens to the focus meanwhile. Of keys that arrive together, all would go to the first widget: a chooser or a question
that the first key opens would get none of the others, and they would end up in a line that nobody sees.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from textual.app import App, ScreenStackError
from textual.events import Event, InputEvent, MouseMove, Paste
from textual.message import Message
from textual.message_pump import MessagePump

from tabuleiro.table.desk import GUARD

PATIENCE = 1.0  # seconds after which a key no longer waits for what the one before it does


class InOrder(App[int]):
    """An app in which a burst of keys does what the same keys do one by one."""

    def __init__(self) -> None:
        super().__init__()
        self._inputs: deque[Event] = deque()
        self.delivering = False  # something was typed and is not done yet
        self.passing: list[Callable[[], None]] = []  # ends what is shown for a moment only
        self.heeded_from = 0.0  # what was typed before is not meant for what is on the screen now

    async def on_event(self, event: Event) -> None:
        if not isinstance(event, (InputEvent, Paste)):
            await super().on_event(event)
        elif event.time < self.heeded_from:
            event.stop()
        elif event.is_forwarded or (
            isinstance(event, MouseMove) and not self.delivering
        ):  # a widget did not want it, and it has come back for the bindings
            await super().on_event(event)
        else:
            self._inputs.append(event)
            if not self.delivering:
                self.delivering = True
                self.run_worker(self._deliver(), name="inputs")

    async def _deliver(self) -> None:
        try:
            while self._inputs:
                event = self._inputs.popleft()
                if event.time < self.heeded_from:
                    continue
                if self.passing and not isinstance(event, MouseMove):
                    await self._end_passing()
                await super().on_event(event)
                if not isinstance(event, MouseMove):
                    await self._patiently_settled()
        finally:
            self.delivering = False

    async def _end_passing(self) -> None:
        """A key finds what it would have found without what is shown for a moment."""
        while self.passing:
            self.passing.pop()()
        await self._patiently_settled()

    async def _patiently_settled(self) -> None:
        with suppress(TimeoutError, ScreenStackError):
            async with asyncio.timeout(PATIENCE):
                await self._settled()

    def leave(self) -> None:
        """Exit once nothing is half done: a page that is being composed would look for widgets that never come."""
        self.run_worker(self._leave(), name="leave")

    async def _leave(self) -> None:
        await self._patiently_settled()
        self.exit()

    @property
    def hurried(self) -> bool:
        """Is more typed already?"""
        return bool(self._inputs)

    async def _settled(self) -> None:
        """Return when nobody on the screen has anything left to do."""
        busy = True
        while busy:
            on_path: list[MessagePump] = list((self.focused or self.screen).ancestors_with_self)  # up to the app
            elsewhere = [pump for pump in self._busy() if pump not in on_path]
            busy = bool(elsewhere) or any(pump.message_queue_size for pump in on_path)
            for pump in (*elsewhere, *on_path):
                passed = asyncio.Event()
                if pump.call_later(passed.set):  # False for one that is being closed
                    await passed.wait()
            busy = busy or bool(self._busy())

    def _busy(self) -> list[MessagePump]:
        """Those with messages that wait."""
        everybody = (*self.screen.walk_children(with_self=True), self)
        return [pump for pump in everybody if pump.message_queue_size]

    def ignore_typed(self) -> None:
        """Drop what was typed so far, and what is typed before the person can have seen the screen that is opened now."""
        self._hear_later()
        self.call_after_refresh(self._hear_later)

    def _hear_later(self) -> None:
        self.heeded_from = Message().time + GUARD  # by the clock that events have

"""Where turns are typed. While it is empty its keys steer the board instead, so that nobody has to change places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input

from tabuleiro.draw.steering import WAYS

LOOKING, CLICKING = ("home", "end", "pageup", "pagedown"), ("space", "enter", "backspace", "tab", "shift+tab")
STEERING = frozenset((*WAYS, *LOOKING, *CLICKING))

MOST = 200  # letters, several times the longest turn


class Completing(Suggester):
    """Completes what is typed by a function that knows what is legal."""

    def __init__(self, complete: Callable[[str], str | None]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        return self.complete(value)


class TurnLine(Input):
    """Type a turn or a command; Tab or Right completes it, Enter plays it."""

    @dataclass
    class Steered(Message):
        """A key that is for the board."""

        key: str

    def __init__(self, complete: Callable[[str], str | None], placeholder: str) -> None:
        super().__init__(
            placeholder=placeholder,
            suggester=Completing(complete),
            compact=True,
            select_on_focus=False,
            max_length=MOST,
        )

    def restricted(self) -> None:
        """Without a sound for every letter of something that was pasted and is too long."""

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "tab" and self.value:
            self.cursor_position = len(self.value)
            self.action_cursor_right()  # takes what is suggested
        elif event.key == "escape" and self.value:
            self.clear()
            self.post_message(self.Steered(event.key))
        elif not self.value and event.key in STEERING:
            self.post_message(self.Steered(event.key))
        else:
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()

"""The keys of the table, and the words that can be typed instead of them."""

from __future__ import annotations

from tabuleiro.core import say
from tabuleiro.table.commands import COMMANDS, commands
from tabuleiro.table.table import Table
from tabuleiro.tui.widgets.page import Key

OWN = frozenset(("help", "hint", "engine", "now", "position", "rules", "quit"))  # orders that only show something


def keys_of(table: Table) -> list[Key]:
    """The keys for those who sit at this table."""
    keys = (
        ("f1", "help", say("Keys")),
        ("f2", "hint", say("Hint")),
        ("f6", "pause", say("Pause")),
        ("f7", "step", say("Step")),
        ("f3", "engine", say("Engine")),
        ("f4", "flip", say("Flip")),
        ("f5", "now", say("Move now")),
        ("ctrl+z", "undo", say("Undo")),
        ("ctrl+y", "redo", say("Redo")),
        ("f8", "slower", ""),
        ("f9", "faster", ""),
        ("ctrl+s", "save", ""),
        ("ctrl+t", "note", ""),
        ("ctrl+o", "position", ""),
        ("ctrl+r", "resign", ""),
        ("ctrl+g", "draw", ""),
    )
    return [(key, f"order('{name}')", words) for key, name, words in keys if COMMANDS[name].fits(table)]


def guide(table: Table) -> list[tuple[str, str]]:
    """Everything that keys and words do, a line each."""
    pressed = {action: keys for keys, action, _ in keys_of(table)}
    lines = [(pressed.get(f"order('{item.name}')", ""), item) for item in commands(table, OWN)]
    return [
        (say("arrows"), say("move the cursor on the board")),
        (say("Enter, Space"), say("click the cell under the cursor")),
        (say("Esc, Backspace"), say("take back what is half entered")),
        (say("Tab"), say("complete what is typed, or go to the choices")),
        (say("PgUp PgDn Home End"), say("look at earlier turns, and back")),
        (say("Esc"), say("leave the table; the game is kept")),
        ("", ""),
        *((f"{_cap(key):<4}  {say(item.name)}", say(item.help)) for key, item in lines),
    ]


def _cap(key: str) -> str:
    """``ctrl+z`` as keyboards have it."""
    return key.replace("ctrl+", "^").upper()

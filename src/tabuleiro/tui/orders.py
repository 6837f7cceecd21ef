"""The keys of the table, and the words that can be typed instead of them."""

from __future__ import annotations

from tabuleiro.core import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.tui.page import Key
    from tabuleiro.tui.room import Room

ALONE = ("pause", "step", "slower", "faster")  # orders for computers that play each other


def keys_of(table: Room) -> list[Key]:
    """The keys for those who sit at this table."""
    keys = [
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
        ("ctrl+o", "copy", ""),
        ("ctrl+r", "resign", ""),
        ("ctrl+g", "draw", ""),
    ]
    return [key for key in keys if _fits(table, key[1])]


def orders_of(table: Room) -> dict[str, tuple[str, str]]:
    """What can be ordered at this table: by action, the word for it, and what it does."""
    found = {
        "help": (say("help"), say("the keys, and this list")),
        "hint": (say("hint"), say("a good turn, shown on the board")),
        "engine": (say("engine"), say("what the engine thinks, on or off")),
        "now": (say("now"), say("the computer moves now")),
        "undo": (say("undo"), say("take back your last turn")),
        "redo": (say("redo"), say("play again what was taken back")),
        "flip": (say("flip"), say("look from the other side")),
        "note": (say("note"), say("write something about the turn on the board")),
        "copy": (say("copy"), say("copy the position")),
        "save": (say("save"), say("write the game to a file, after every turn")),
        "rules": (say("rules"), say("how to play")),
        "draw": (say("draw"), say("offer a draw")),
        "resign": (say("resign"), say("give up")),
        "pause": (say("pause"), say("computers wait, or go on")),
        "step": (say("step"), say("computers play one turn")),
        "slower": (say("slower"), say("computers wait longer between turns")),
        "faster": (say("faster"), say("computers wait less between turns")),
        "menu": (say("menu"), say("leave the table; the game is kept")),
    }
    return {action: words for action, words in found.items() if _fits(table, action)}


def _fits(table: Room, action: str) -> bool:
    """Has *action* a meaning at this table?"""
    if action in ALONE:
        return not table.humans
    return bool(table.agents if action == "now" else table.humans if action in ("hint", "resign", "draw") else True)


def guide(table: Room) -> list[tuple[str, str]]:
    """Everything that keys and words do, a line each."""
    pressed = {action: keys for keys, action, _ in keys_of(table)}
    return [
        (say("arrows"), say("move the cursor on the board")),
        (say("Enter, Space"), say("click the cell under the cursor")),
        (say("Esc, Backspace"), say("take back what is half entered")),
        (say("Tab"), say("complete what is typed, or go to the choices")),
        (say("PgUp PgDn Home End"), say("look at earlier turns, and back")),
        (say("Esc"), say("leave the table; the game is kept")),
        ("", ""),
        *((f"{_cap(pressed.get(action, '')):<4}  {word}", words) for action, (word, words) in orders_of(table).items()),
    ]


def _cap(key: str) -> str:
    """``ctrl+z`` as keyboards have it."""
    return key.replace("ctrl+", "^").upper()

"""What can be ordered at the table besides a turn: the keys, and the orders that only show something or ask for a text."""

from __future__ import annotations

from tabuleiro.core import say
from tabuleiro.table.commands import COMMANDS, Question, Reply, about, commands, save
from tabuleiro.table.table import Table
from tabuleiro.tui.widgets.dialogs import Ask, AskText, Keys, Listed
from tabuleiro.tui.widgets.page import Key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.tui.screens.table import TableScreen


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
        (say("Tab"), say("complete what is typed, go to the choices, or to a cell that can be played")),
        (say("PgUp PgDn Home End"), say("look at earlier turns, and back")),
        (say("Esc"), say("leave the table; the game is kept")),
        ("", ""),
        *((f"{_cap(key):<4}  {say(item.name)}", say(item.help)) for key, item in lines),
    ]


def _cap(key: str) -> str:
    """``ctrl+z`` as keyboards have it."""
    return key.replace("ctrl+", "^").upper()


# ── Obeying ──────────────────────────────────────────────────────────────────────────────────────────────────────


def obey(screen: TableScreen, name: str, rest: str = "") -> None:
    """Obey the order *name*: the table's own, or one that only shows something."""
    do = COMMANDS[name].do
    if name in OWN and not (do and rest):
        OWN[name](screen, rest)
        return
    assert do is not None
    if name in ("back", "undo", "redo"):
        screen.computers.drop()
    settle(screen, do(screen.desk, rest))


def settle(screen: TableScreen, answer: Reply | Question) -> None:
    """Ask what an order still needs to know, and say what it is answered with."""
    if isinstance(answer, Question):
        then, hides = answer.then, answer.to is not None
        window = Ask(answer.words, answer.yes, answer.no, hides=hides)

        def answered(yes: bool | None) -> None:
            settle(screen, then(bool(yes)))

        if hides:
            screen.turn_away(window, answered)
        else:
            screen.app.push_screen(window, answered)
        return
    if screen.changes:
        screen.changed(answer.words)
    else:
        screen.redraw()
        screen.computers.go_on()
    if answer.words:
        screen.tell(answer.words, answer.wrong)


def show_help(screen: TableScreen, _: str) -> None:
    screen.app.push_screen(Keys(say("Keys, and words that can be typed"), guide(screen.table)))


def list_turns(screen: TableScreen, begun: str) -> None:
    """Show the turns that can be typed now and begin so."""
    if screen.desk.seat is None:
        screen.tell(say("Nobody here can play now; type help"), wrong=True)
        return
    words, found = screen.desk.listed(begun)
    if found:
        screen.app.push_screen(Listed(words or say("Legal turns"), found))
    else:
        screen.tell(words, wrong=True)


def copy_position(screen: TableScreen, _: str) -> None:
    """Copy the position, as everybody may know it who can paste it."""
    screen.copied = screen.desk.position
    screen.app.copy_to_clipboard(screen.copied)
    screen.tell(say("Copied: {position}", position=screen.copied))


def write_note(screen: TableScreen, _: str) -> None:
    table, number = screen.table, screen.desk.at

    def written(text: str | None) -> None:
        if text is not None:
            screen.attempt(lambda: table.note(number, text))

    screen.app.push_screen(AskText(about(screen.desk), table.session.comments.get(number, "")), written)


def ask_file(screen: TableScreen, _: str) -> None:
    """Save the game where somebody wants it."""
    path = screen.keeper.own or screen.keeper.new_path(screen.table.game.name)

    def written(name: str | None) -> None:
        if name and name.strip():
            settle(screen, save(screen.desk, name.strip()))
        if screen.table.session.outcome:
            screen.show_end()

    screen.app.push_screen(AskText(say("Save the game in"), path), written)


def leave(screen: TableScreen, _: str) -> None:
    table, keeper = screen.table, screen.keeper
    if table.session.outcome or not table.begun:
        screen.app.go_menu()
        return
    keeper.keep(table.session, table.now)  # retry: the disk may have space again
    screen.show_files()
    question = say("Leave the table? The game is kept, and you can go on with it later.")
    if keeper.lost:
        question = say("The game is not kept: {trouble}", trouble=keeper.lost)
        question += "\n" + say("Leave the table all the same?")
    window = Ask(question, say("Leave"), say("Stay"))
    screen.app.push_screen(window, lambda yes: screen.app.go_menu() if yes else None)


OWN: dict[str, Callable[[TableScreen, str], None]] = {  # those of every table too, where their text is asked for
    "help": show_help,
    "moves": list_turns,
    "hint": lambda screen, _: screen.computers.hint(),
    "engine": lambda screen, _: screen.computers.follow(),
    "now": lambda screen, _: screen.computers.hurry(),
    "position": copy_position,
    "rules": lambda screen, _: screen.app.show_rules(str(screen.table.game)),
    "note": write_note,
    "save": ask_file,
    "quit": leave,
}

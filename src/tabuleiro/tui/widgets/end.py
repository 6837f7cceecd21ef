"""The end of a game: who won and why, everybody's points, and what to do next."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from tabuleiro.core import say
from tabuleiro.draw.lines import cut
from tabuleiro.draw.prose import standing
from tabuleiro.draw.text import width
from tabuleiro.table.streak import offer_words
from tabuleiro.table.table import Table
from tabuleiro.tui.widgets.dialogs import Window
from tabuleiro.tui.widgets.page import keyed
from tabuleiro.tui.widgets.panel import seat_badge

AROUND, LEAST = 20, 12  # columns of a line for all but names and shares, and for a name at least
KEYS = {"rematch": "r", "analyse": "a", "save": "s", "menu": "m", "board": "b", "level": "n"}


class End(Window):
    """Answers with what is to be done: ``rematch``, ``analyse``, ``save``, ``menu``, or None to look at the board.

    Where another *level* is offered, also ``level``.
    """

    DEFAULT_CSS = """
    End #result { text-style: bold; margin-bottom: 1; }
    End #offer { height: 1; margin-top: 1; }
    End #offer Button, End .buttons Button { min-width: 6; margin-right: 0; }
    End > .window { max-width: 100%; padding: 1; }
    """
    AUTO_FOCUS = "#rematch"
    BINDINGS: ClassVar[list[Any]] = [
        *((key, f"do('{what}')", "") for what, key in KEYS.items()),
        ("q", "do('menu')", ""),
    ]

    def __init__(self, table: Table, level: str = "") -> None:
        super().__init__()
        self.table = table
        self.level = level

    def compose(self) -> ComposeResult:
        table, ended = self.table, self.table.session.outcome
        words = {
            "rematch": say("Rematch"),
            "analyse": say("Analyse"),
            "save": say("Save"),
            "menu": say("Menu"),
            "board": say("Board"),
        }
        buttons = (
            Button(
                keyed(KEYS[what], text), id=what, variant="primary" if what == "rematch" else "default", compact=True
            )
            for what, text in words.items()
        )
        offer = [Button(keyed(KEYS["level"], offer_words(self.level)), id="level", compact=True)] if self.level else []
        window = Vertical(
            Static(standing(table.game, table.session.state, ended, table.people), id="result", markup=False),
            Static(self._scores()),
            *(Horizontal(button, id="offer") for button in offer),
            Horizontal(*buttons, classes="buttons"),
            classes="window",
        )
        window.border_title = say("The game is over")
        yield window

    def _scores(self) -> Text:
        """A line a seat: winner, name, points or share of the win, and what it had, secrets too."""
        table, ended = self.table, self.table.session.outcome
        assert ended is not None
        game = table.game
        names = table.people
        values = ended.points or ended.scores
        status = [(what, own) for what, own in game.status(table.session.state) if len(own) == game.players > 1]
        shares = [
            ", ".join(f"{what} {own[seat]}" for what, own in status if own != values) for seat in range(game.players)
        ]
        spare = self.app.size.width - AROUND - max(map(width, shares))
        room = min(max(map(width, names)), max(spare, LEAST))
        names = [cut(name, room, self.ascii) for name in names]
        text = Text()
        for seat, name in enumerate(names):
            crown = ("*" if self.ascii else "★") if seat in ended.winners else " "
            text.append(f"{crown} ", "bold")
            text.append(*seat_badge(game, seat, self.ascii))
            text.append(f" {name}{' ' * (room - width(name))}  {values[seat]:>4g}", "bold" if crown.strip() else "")
            text.append(f"   {shares[seat]}\n", "dim")
        text.rstrip()
        return text

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.action_do(event.button.id or "")

    def action_do(self, what: str) -> None:
        if what == "level" and not self.level:
            return
        self.dismiss(what if what != "board" else None)

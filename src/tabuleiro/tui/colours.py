"""The colours of the room itself: dark, with the warm light of a lamp over the table."""

from __future__ import annotations

from textual.theme import Theme

ROOM = Theme(
    name="tabuleiro",
    primary="#6b5138",
    secondary="#3f5f6b",
    accent="#e8b45c",
    foreground="#e9e4da",
    background="#14161a",
    surface="#1e2227",
    panel="#262b31",
    success="#5fae7f",
    warning="#e8b45c",
    error="#d9736a",
    dark=True,
)

"""The results of a tournament as files: tables, and a page that stands alone."""

from __future__ import annotations

import os

from tabuleiro.home.files import write_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.arena.standings import Standings

PAGE = "report.html"
NAMES = ("table.md", "table.csv", "table.json", PAGE)


def write(standings: Standings, folder: str) -> None:
    """Write all of them into *folder*, each as a whole."""
    from tabuleiro.arena.report.page import page

    texts = (standings.markdown(), standings.csv(), standings.to_json(), page(standings))
    for name, text in zip(NAMES, texts, strict=True):
        write_text(os.path.join(folder, name), text)

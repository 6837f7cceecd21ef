"""All tests read English, whatever the locale of the machine, unless they ask for another language."""

from __future__ import annotations

import os

os.environ["TABULEIRO_LANG"] = "en"

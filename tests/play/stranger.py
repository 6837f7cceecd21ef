"""A program that knows no rules, and nothing of Tabuleiro: it plays what JSON offers, by number, by text or by clicks.

Clicks are walked as a browser's script does: a selection is a prefix of the paths of the legal steps.
"""

import json
from random import Random


class Stranger:
    """Who sits at one seat: gets the description of the game once, and then a view whenever it is to decide."""

    def __init__(self, description: str, seed: object) -> None:
        self.game = json.loads(description)
        self.rng = Random(f"{seed}")
        self.view: dict = {}

    def answer(self, message: str, manner: str) -> int | str:
        """The number of a step, or its text; *manner* is how it is found: "numbers", "texts" or "clicks"."""
        self.view = json.loads(message)
        assert self.view["player"] == self.view["seat"] and self.view["outcome"] is None
        if manner == "clicks":
            return self.click()[0]
        number, text, *_ = self.rng.choice([step for _, *steps in self.view["legal"] for step in steps])
        return text if manner == "texts" else number

    def click(self) -> list:
        """Click marked cells and press buttons, as they come, until they mean a step."""
        cells: list[int] = []
        while True:
            targets, options, settled = self.select(cells)
            assert targets or options, f"clicks on {cells} lead nowhere"
            if settled:
                return settled
            offered = [*sorted(targets), *options]
            chosen = self.rng.choice(offered)
            if isinstance(chosen, list):
                return chosen
            assert 0 <= chosen < len(self.game["cells"])
            cells.append(chosen)

    def select(self, cells: list[int]) -> tuple[set[int], list[list], list | None]:
        """The cells that may be clicked next, the steps to choose from, and the step that is meant if only one is."""
        targets: set[int] = set()
        options: dict[int, list] = {}
        fitting: set[int] = set()
        for paths, *steps in self.view["legal"]:
            for path in paths:
                if path[: len(cells)] == cells:
                    fitting.update(step[0] for step in steps)
                    targets.update(path[len(cells) : len(cells) + 1])
                    if len(path) == len(cells):
                        options.update((step[0], step) for step in steps)
        buttons = {step[-1] for step in options.values()}
        assert len(buttons) == len(options), "two buttons read the same"
        only = list(options.values()) if cells and len(options) == len(fitting) == 1 else [None]
        return targets, list(options.values()), only[0]

    def picture(self) -> str:
        """What it would draw: the symbols of the pieces, row by row."""
        rows: dict[float, list[tuple[float, str]]] = {}
        for (x, y), piece in zip(self.game["centres"], self.view["cells"], strict=True):
            rows.setdefault(round(y, 3), []).append((x, self.game["pieces"][piece]["symbol"]))
        return "\n".join("".join(symbol for _, symbol in sorted(rows[y])) for y in sorted(rows))

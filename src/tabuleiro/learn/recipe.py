"""How a game's net is trained: all numbers that what is learnt depends on."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Recipe:
    """*batches* of *games* games are played in a round, with *nodes* positions for a step, of which *stray* in a thousand
    are random; *others* are more ways to play the game by its options, every *rare*-th batch being one of them in turn.

    What a state is worth is learnt from how its game ended, mixed going backwards with what the search thought: of a
    state's target, *trust* is the next state's. Adam goes through the games of the last *kept* rounds *epochs* times. A
    net that *counts* weighs features too. In the matches that decide there are *match_nodes* positions for a step.
    """

    batches: int = 160
    games: int = 64
    nodes: int = 300
    stray: int = 40
    others: tuple[str, ...] = ()
    rare: int = 6
    trust: float = 0.93
    kept: int = 2
    epochs: int = 12
    counts: bool = False
    match_nodes: int = 10_000
    agent: str = "alphabeta"
    seed: int = 0

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"others": list(self.others)}

    def but(self, **given: int | None) -> Recipe:
        """With other numbers where they are given."""
        numbers: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
        return replace(self, **numbers)


RECIPES = {
    "barragoon": Recipe(
        batches=240,
        nodes=150,
        others=("directional_capture=on", "open=on", "express=1", "express=2/1"),
        agent="mcts",
        match_nodes=1500,
    ),
    "campo-bello": Recipe(
        batches=640,
        nodes=1000,
        others=("home=nine", "chain=report", "blocked=pass", "removal=may", "home=nine,chain=report"),
        counts=True,
    ),
    "eximo": Recipe(others=("drops=reserve", "capture=optional", "drops=reserve,capture=optional")),
    "meerkats": Recipe(
        nodes=1000,
        others=("slide=max", "final_slide=on", "instant15=off", "tie=second", "liberty=on,instant15=off"),
        counts=True,
        agent="mcts",
        match_nodes=500,
    ),
    "momentum": Recipe(
        batches=240,
        others=("size=8", "forced=off", "marbles=6", "forced=report", "size=8,marbles=10"),
        counts=True,
        agent="mcts",
        match_nodes=1500,
    ),
}


def recipe_for(game: str) -> Recipe:
    return RECIPES.get(game, Recipe())

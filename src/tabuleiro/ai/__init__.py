"""The programs that play: ``make("greedy", game, rng)`` gives one, ``known(game)`` says which there are."""

from tabuleiro.ai.agents import known, make

__all__ = ["known", "make"]

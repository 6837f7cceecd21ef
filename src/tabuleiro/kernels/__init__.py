"""Compiled twins of the rules, proved equal to them; they decide nothing that the reference does not.

Imported only when speed is wanted: Numba takes half a second to load.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from tabuleiro.core.registry import named
from tabuleiro.core.words import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.core import Action, Game
    from tabuleiro.kernels.net import Inputs
    from tabuleiro.kernels.spelling import Speller

FEATURES_ALONE = "none"  # instead of the file of a net
COMPILING = later("getting ready; the first time the rules are compiled, which takes up to a minute")


class Kernel:
    """Packs the states of one game for the compiled rules; *width* is the most steps a state can have."""

    game: Any
    width: int
    batch = ""  # the module that declares how many games are stepped at once, unless this one does
    inputs: Inputs | None = None  # what a net of the game sees; None where it has no net
    weights: tuple[float, ...] = ()  # of the features alone, where no net has been learnt or none is wanted
    net = 0  # the address of the net that judges what is packed, 0 where the rules judge otherwise

    def pack(self, state: Any) -> Any:
        raise NotImplementedError

    def unpack(self, packed: Any) -> Any:
        raise NotImplementedError

    def judge_by(self, path: str) -> None:
        """Pack states to be judged by the net in the file *path*, or by features alone if that is ``none``; raises BadNet."""
        from tabuleiro.kernels.net import featured, load, placed

        if path == FEATURES_ALONE:
            self.net = featured(self.game.name, self.inputs, self.weights)
        else:
            self.net = placed(load(path, self.game.name, self.inputs))

    def batched(self) -> bool:
        """Can many games be stepped at once?"""
        from importlib import import_module

        from tabuleiro.kernels import rules
        from tabuleiro.kernels.jit import has_rule

        if self.batch:
            import_module(self.batch)
        packed = type(self.pack(self.game.start()))
        return all(has_rule(packed, rule) for rule in (rules.load, rules.store, rules.observe))

    def turns(self, state: Any) -> list[str] | None:
        """The texts of all turns that begin in *state*; None where only the plain rules can tell."""
        return self._speller.turns(state)

    def read(self, state: Any, text: str) -> list[Action] | None:
        """The steps of the turn written exactly *text*; None where there is none, or only the plain rules can tell."""
        return self._speller.read(state, text)

    @cached_property
    def _speller(self) -> Speller:
        from tabuleiro.kernels.spelling import Speller

        return Speller(self)


def find(game: Game[Any]) -> Kernel | None:
    """The kernel of *game*; None where it names no twin, or where its twin does not do these options."""
    made: Kernel | None = named(game, game.twin)(game) if game.twin else None
    return made

"""Rounds of learning: self-play, a fit, and matches that decide whether what was learnt is taken.

Everything is kept in a folder, so that an interrupted training goes on where it was: batches of games, nets and the
games of matches are there as a whole or not at all, and each depends on the recipe alone. In the folder is::

    recipe.json              what it was begun with
    round-1/games/00001.npz  the games, a batch each
    round-1/linear.net       features and a value for every piece and cell, fitted to the same games
    round-1/net.net          the net
    round-1/linear.jsonl     the net against it
    round-1/present.jsonl    the better one against what is judged by at present
    eximo.net                the last one that won
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from tabuleiro.arena.executor import Job, conduct
from tabuleiro.arena.executor import run as play_games
from tabuleiro.arena.log import Log, make_folder
from tabuleiro.arena.match import Match
from tabuleiro.arena.sprt import Test
from tabuleiro.arena.trial import Trial
from tabuleiro.core import later, say
from tabuleiro.core.errors import BadOption
from tabuleiro.core.registry import find
from tabuleiro.home.files import write_bytes
from tabuleiro.kernels import FEATURES_ALONE
from tabuleiro.learn.recipe import Recipe, recipe_for
from tabuleiro.learn.selfplay import SelfPlay, Shelf, kernel_for

if TYPE_CHECKING:
    from typing import Protocol

    from tabuleiro.arena.executor import Executor

    class Teller(Protocol):
        """Who shows how it goes."""

        def progress(self, share: float, *words: str) -> None:
            """So much of a piece of work is done."""

        def line(self, words: str) -> None:
            """Something is finished."""


ROUNDS = 4  # at most
GAMES = 400  # of a match at most: what has not won by then is not taken
TEST = Test(0.0, 30.0)
OPENING = 6  # random turns that games of a match begin with


@dataclass(frozen=True)
class Training:
    """*start* is the net that is judged by at first: a file, or ``none`` for features alone."""

    game: str
    recipe: Recipe
    start: str
    folder: str

    @classmethod
    def of(cls, game: str, folder: str, start: str = "", **given: int | None) -> Training:
        """With the game's own recipe, but for what is *given*; without a *start*, from the net that comes with the game."""
        from tabuleiro.kernels.net import NETS

        kernel, name = kernel_for(game), find(game).name
        if name != game:
            raise BadOption(
                later("{game} cannot be trained by itself: a net is for all options; try {name}", game=game, name=name)
            )
        for path in (folder, start):
            if "," in path:
                raise BadOption(later("{path} has a comma, which no agent can be spelled with", path=path))
        own = os.fspath(NETS / f"{name}.net")
        start = start or (own if os.path.isfile(own) else FEATURES_ALONE)
        kernel.judge_by(start)  # raises for what is no net
        if start != FEATURES_ALONE:
            start = os.path.abspath(start)
        return cls(name, recipe_for(name).but(**given), start, os.path.abspath(folder))

    # ── The folder ───────────────────────────────────────────────────────────────────────────────────────────────

    def open(self) -> None:
        """Make the folder, or go on in it; raises BadOption where something else was begun."""
        make_folder(self.folder)
        path = os.path.join(self.folder, "recipe.json")
        mine = {"game": self.game, "from": self.start, "recipe": self.recipe.to_json()}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                if json.load(file) != mine:
                    raise BadOption(
                        later("{path} has a training with another recipe; --out names another folder", path=self.folder)
                    )
        write_bytes(path, json.dumps(mine, indent=2).encode())

    @property
    def result(self) -> str:
        """The file of the last net that won, if one did."""
        return os.path.join(self.folder, f"{self.game}.net")

    def path(self, number: int, name: str) -> str:
        return os.path.join(self.folder, f"round-{number}", name)

    def called(self, net: str) -> str:
        """*net* as it is told: by its place in the folder, if it is there."""
        inside = net.startswith(os.path.join(self.folder, ""))
        return os.path.relpath(net, self.folder) if inside else os.path.basename(net)

    def shelf(self, number: int) -> Shelf:
        return Shelf(self.path(number, "games"), self.recipe.batches)

    # ── A round ──────────────────────────────────────────────────────────────────────────────────────────────────

    def run(self, executor: Executor, teller: Teller, rounds: int = ROUNDS) -> bool:
        """All rounds, until one does not win; was a net taken?"""
        self.open()
        present = self.start
        for number in range(1, rounds + 1):
            teller.line(say("round {number}", number=number))
            self.gather(number, present, executor, teller)
            self.fit(number, teller)
            best, linear = self.path(number, "net.net"), self.path(number, "linear.net")
            if not self.wins(number, "linear", best, linear, executor, teller):
                best = linear
            if not self.wins(number, "present", best, present, executor, teller):
                break
            present = best
            with open(best, "rb") as file:
                write_bytes(self.result, file.read())
            teller.line(say("taken: {path}", path=self.result))
        return present != self.start

    def gather(self, number: int, net: str, executor: Executor, teller: Teller) -> None:
        """Play what is missing of a round's games."""
        shelf, work = self.shelf(number), SelfPlay(self.game, net, self.recipe, number)
        due = shelf.missing()

        def tell() -> None:
            left = len(shelf.missing())
            games = self.recipe.games * (shelf.count - left)
            teller.progress(1 - left / shelf.count, say("self-play: {games} games", games=games))

        if due:
            conduct(executor, (Job(work, batch) for batch in due), len(due), shelf, tell)

    def fit(self, number: int, teller: Teller) -> None:
        """Both models, from the games of the last rounds."""
        from tabuleiro.kernels.net import load

        due = [name for name in ("linear", "net") if not os.path.exists(self.path(number, f"{name}.net"))]
        if due:
            from tabuleiro.learn.fit import fit, states_of

            first = max(1, number - self.recipe.kept + 1)
            shelves = [self.shelf(earlier) for earlier in range(first, number + 1)]
            batches = (shelf.read(batch) for shelf in shelves for batch in range(1, shelf.count + 1))
            states = states_of(batches, self.recipe.trust)
            for name in due:
                words = say("fit: {name}", name=name)
                about = f"round {number}, {states.games[-1] + 1} games, {len(states.games)} states"
                tell = partial(_tell, teller, words)
                fitted = fit(self.game, states, self.recipe, about, hidden=name == "net", tell=tell)
                net = replace(fitted.net, about=f"{about}, loss {fitted.loss:.4f}")
                write_bytes(self.path(number, f"{name}.net"), net.write())
        inputs = kernel_for(self.game).inputs
        for name in ("linear", "net"):
            net = load(self.path(number, f"{name}.net"), self.game, inputs)
            teller.line(f"{name}: {net.about}")

    def wins(self, number: int, name: str, new: str, old: str, executor: Executor, teller: Teller) -> bool:
        """Does *new* beat *old* by the test?"""
        agents = [f"{self.recipe.agent}:net={net}" for net in (new, old)]
        match = Match(
            self.game, (agents[0], agents[1]), nodes=self.recipe.match_nodes, seed=self.recipe.seed, opening=OPENING
        )
        with Log(match, self.path(number, f"{name}.jsonl")) as log:
            trial = Trial(TEST, log, GAMES)
            trial.look()

            def tell() -> None:
                trial.look()
                teller.progress(len(trial.games) / GAMES, *trial.status())

            if not trial.decided and len(trial.games) < GAMES:
                play_games(log, GAMES, executor, tell, lambda: trial.decided)
        won = trial.course.accepted == 1
        summary, words = trial.summary(), say("it wins") if won else say("it does not win")
        count = len(summary.games)
        result = say(
            "{new} against {old}: {score:g} of {count} games, log-likelihood ratio {ratio:+.2f}: {words}",
            new=self.called(new),
            old=self.called(old),
            score=summary.score,
            count=count,
            ratio=trial.course.ratio,
            words=words,
        )
        teller.line(result)
        return won


def _tell(teller: Teller, words: str, share: float) -> None:
    teller.progress(share, words)

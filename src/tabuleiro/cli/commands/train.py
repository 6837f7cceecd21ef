"""``tabuleiro train GAME``: a net that judges positions learns from self-play, and is taken if it wins."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace

from tabuleiro.cli import flags
from tabuleiro.cli.commands.match import executor_arguments, executor_of
from tabuleiro.cli.place import complain
from tabuleiro.cli.progress import Progress
from tabuleiro.core import say

DONE, NO = 0, 1


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar=say("GAME"), help=say("the name of a game"))
    words = say("the folder that everything is kept in, and where it goes on (one of the user's data directory)")
    add("--out", metavar=say("FOLDER"), help=words)
    add("--from", dest="start", metavar=say("FILE"), help=say("the net to begin with, or none (that of the game)"))
    add("--rounds", type=flags.whole(1, 4), default=4, metavar="N", help=say("rounds at most (4)"))
    add("--batches", type=flags.games, metavar="N", help=say("batches of self-play in a round (by the game's recipe)"))
    words = say("positions for a step of self-play (by the game's recipe)")
    add("--nodes", type=flags.nodes, metavar="K", help=words)
    words = say("positions for a step of the matches that decide (by the game's recipe)")
    add("--match-nodes", type=flags.nodes, metavar="K", help=words)
    add("--seed", type=flags.whole(0, 10**6), metavar="N", help=say("what games and fits draw from (0)"))
    executor_arguments(parser)


def run(args: Namespace) -> int:
    from tabuleiro.home.folders import folder
    from tabuleiro.learn.train import Training

    place = args.out or os.path.join(folder("data"), "training", args.game)
    given = {"batches": args.batches, "nodes": args.nodes, "match_nodes": args.match_nodes, "seed": args.seed}
    training = Training.of(args.game, place, args.start or "", **given)
    try:
        with executor_of(args.workers, args.ray) as executor, Told() as told:
            taken = training.run(executor, told, args.rounds)
    except KeyboardInterrupt:
        complain(say("interrupted; the same command goes on where it was: {path}", path=training.folder))
        raise
    if not taken:
        print(say("nothing that was learnt won; the present evaluation stays"))
        return NO
    words = say(
        "try it: tabuleiro match {game} {agent}:net={path} {agent}",
        game=training.game,
        agent=training.recipe.agent,
        path=training.result,
    )
    print(words, file=sys.stderr)
    return DONE


class Told(Progress):
    """Lines on standard output, and how far it is below them on a terminal."""

    def progress(self, share: float, *words: str) -> None:
        self.show(f"{100 * share:3.0f} %", *words)

    def line(self, words: str) -> None:
        self.clear()
        print(words, flush=True)

"""``python -m benchmarks.tune GAME``: weights for the evaluation of a compiled game, fitted to the results of self-play.

A little tree search plays itself; games begin with random steps and stray now and then. All their states count, noisy
ones too, for tree search judges states as they come. WEIGHTS are then what predicts best how the games end: a logistic
regression on ``features``, drawn a little to zero. A fifth of the games, which the fit does not see, says what it is
worth. With more rounds, the next games are played by the new weights. What predicts best need not play best: matches
against the present weights decide, also for those that go only a part of the way. The script changes no file: what
it prints last is for pasting. It is for games that have no net yet: see docs/training.md.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.__main__ import tell
from benchmarks.selfplay import Samples, gather, home, wear
from tabuleiro.ai.agents import cores

HELD_OUT = 5  # of so many games, one is only for judging the fit
PULL = 1.0  # towards weights of 0, for features of size 1
AGENTS = {"campo-bello": "alphabeta"}  # who plays the match; tree search elsewhere


# ── The fit ──────────────────────────────────────────────────────────────────────────────────────────────────────


def chances(features: Any, weights: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))


def loss(features: Any, results: Any, weights: Any) -> float:
    """The mean logarithmic loss of the predictions: 0.693 for knowing nothing."""
    told = np.clip(chances(features, weights), 1e-9, 1 - 1e-9)
    return float(-np.mean(results * np.log(told) + (1 - results) * np.log(1 - told)))


def fit(features: Any, results: Any, pull: float = PULL) -> Any:
    """The weights with the least loss plus half of *pull* times the square of each, the features scaled to size 1."""
    sizes = np.sqrt(np.mean(features**2, axis=0))
    scaled = features / np.where(sizes > 0, sizes, 1)
    weights = np.zeros(features.shape[1])
    for _ in range(50):  # Newton's method
        told = chances(scaled, weights)
        slope = scaled.T @ (told - results) + pull * weights
        curve = (scaled.T * (told * (1 - told))) @ scaled + pull * np.eye(len(weights))
        change = np.clip(np.linalg.solve(curve, slope), -1, 1)
        weights -= change
        if np.abs(change).max() < 1e-9:
            break
    return weights / np.where(sizes > 0, sizes, 1)


def weigh(samples: Samples, old: Any) -> tuple[Any, float, float]:
    """The fitted weights, and the losses of *old* and of them on the games that the fit did not see."""
    features, targets, results, games = samples
    held = games % HELD_OUT == 0
    if held.all() or not held.any():
        sys.exit(f"too few games to fit anything: play at least {HELD_OUT + 1}")
    new = fit(features[~held], targets[~held])
    return new, loss(features[held], results[held], old), loss(features[held], results[held], new)


# ── The match ────────────────────────────────────────────────────────────────────────────────────────────────────


def serve(path: str) -> int:
    """Speak UGI as the engine that the file describes."""
    from tabuleiro.cli.main import main as command

    told = json.loads(Path(path).read_text())
    wear(told["game"], told["weights"], told["folder"])
    return command(["engine", told["game"], "--agent", told["agent"]])


def match(spec: str, new: Any, games: int, nodes: int, seed: int, workers: int, folder: str) -> list[str]:
    """*games* games of the new weights against the present ones, with as many positions for both."""
    from tabuleiro.arena.executor import run
    from tabuleiro.arena.log import Log
    from tabuleiro.arena.match import Match
    from tabuleiro.arena.summary import Summary

    agents = []
    for name, weights in (("new", new.tolist()), ("old", None)):
        path = Path(folder) / f"{name}.json"
        agent = AGENTS.get(spec.partition(":")[0], "mcts")
        told = {"game": spec, "agent": agent, "weights": weights, "folder": str(Path(folder) / name)}
        path.write_text(json.dumps(told))
        agents.append(f"engine:{shlex.join([sys.executable, '-m', 'benchmarks.tune', '--serve', str(path)])}")
    played = Match(spec, (agents[0], agents[1]), nodes=nodes, seed=seed, opening=6)
    tell("match: engines start")
    with Log(played, str(Path(folder) / "match.jsonl")) as log:
        with suppress(KeyboardInterrupt):
            run(log, games, workers, lambda: tell(f"match: {len(log.games)} of {games} games"))
        tell("")
        return [*Summary.of(played, log.games.values()).lines()[1:3]]


# ── The command ──────────────────────────────────────────────────────────────────────────────────────────────────


def table(spec: str, old: Any, new: Any) -> str:
    """The weights side by side, then as they stand in the source."""
    lines = [f"{'feature':40} {'old':>8} {'new':>8}"]
    lines += [f"{name:40} {a:8.3f} {b:8.3f}" for name, a, b in zip(home(spec).FEATURES, old, new, strict=True)]
    return "\n".join([*lines, "", pasted(spec, new)])


def pasted(spec: str, weights: Any) -> str:
    return str(np.round(weights, 3).reshape(home(spec).WEIGHTS.shape).tolist())


def part(text: str) -> float:
    """How far to go from the old weights to the new ones."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no part of the way, such as 0.5 or 1")
    return value


def main(argv: list[str] | None = None) -> int:
    from tabuleiro.cli.flags import games, nodes, workers
    from tabuleiro.core.registry import names
    from tabuleiro.kernels.net import NETS

    parser = argparse.ArgumentParser(prog="python -m benchmarks.tune", description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("game", metavar="GAME", nargs="?", choices=names(), help=", ".join(names()))
    add("--games", type=games, default=2000, metavar="N", help="games of self-play in a round (2000)")
    add("--nodes", type=nodes, default=100, metavar="K", help="positions looked at for a step (100)")
    add("--rounds", type=games, default=1, metavar="R", help="how often to play and fit (1)")
    add("--seed", type=int, default=0, metavar="S", help="what the games draw from (0)")
    add("--workers", type=workers, default=cores(), metavar="N", help="processes that play (one a core)")
    add("--match", type=int, default=0, metavar="N", help="then games of the new weights against the old (0)")
    add(
        "--part",
        type=part,
        action="append",
        metavar="P",
        help="go this part of the way to them in a match; several times for several (1)",
    )
    add("--match-nodes", type=nodes, default=2000, metavar="K", help="positions for a step in those (2000)")
    add("--keep", metavar="FILE", help="write the samples of the last round to this .npz file")
    add("--serve", metavar="FILE", help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.serve:
        return serve(args.serve)
    if not args.game:
        parser.error("which GAME?")
    if (NETS / f"{args.game}.net").exists():
        parser.error(f"{args.game} is judged by a net, which learns by: tabuleiro train {args.game}")
    old = np.array(home(args.game).WEIGHTS, float).ravel()
    weights = None
    with tempfile.TemporaryDirectory() as folder:
        for number in range(args.rounds):
            where = str(Path(folder) / f"round-{number}")
            samples = gather(args.game, args.games, args.seed + 1000 * number, args.nodes, args.workers, weights, where)
            if args.keep:
                np.savez_compressed(args.keep, **samples._asdict())
            new, before, after = weigh(samples, old if weights is None else np.array(weights))
            weights = new.tolist()
            print(f"round {number + 1}: {len(set(samples.games))} games, {len(samples.results)} states")
            print(f"loss on games held out: {before:.4f} before, {after:.4f} after")
        print(table(args.game, old, new))
        for way in sorted({*(args.part or [1.0])}) if args.match else ():
            worn = old + way * (new - old)
            where = os.path.join(folder, f"part-{way:g}")
            os.mkdir(where)
            lines = match(args.game, worn, args.match, args.match_nodes, args.seed, args.workers, where)
            print(f"{way:g} of the way: {pasted(args.game, worn)}", *lines, sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

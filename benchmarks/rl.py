"""Steps a second of many games at once, on one core, with all that a learning program is shown.

A step is: choose a legal step at random for each of 1,024 games, take it, begin anew what has ended, write masks, lists and
planes, all in one call (``step_at_random``). ``python -m benchmarks.rl`` measures the same of Pgx and OpenSpiel in the same run,
where they are installed (``pip install -e '.[bench]'``): other games, for ours are not there, but of the same kind and size.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

from benchmarks.pace import MOMENT
from benchmarks.task import Task

BATCH = 1024
AIMS = {"momentum": 10e6, "eximo": 6e6, "campo-bello": 5e6, "meerkats": 3e6, "barragoon": 1.5e6}
READY = 2.0  # seconds within which a process whose code is compiled already has taken its first step
SHARE = 0.9  # of what two processes do is what two threads should
OTHERS = {"pgx": ("connect_four", "othello"), "pyspiel": ("connect_four", "othello")}
FIRST_STEP = "from tabuleiro.rl.vector import VectorGame as V; v = V({name!r}, {batch}); v.step(v.codes[:, 0])"


def stepper(spec: str, n: int = BATCH, threads: int = 1) -> Callable[[], int]:
    """A step in all games; how many that were."""
    from tabuleiro.rl.vector import VectorGame, luck

    games, rng = VectorGame(spec, n, seeds=1, threads=threads), luck(range(n))

    def step() -> int:
        games.step_at_random(rng)
        return n

    return step


def runner(step: Callable[[], int], clock: Callable[[], float] = time.process_time) -> Callable[[], float]:
    """Steps a second, from the middle of games on."""
    for _ in range(200):
        step()

    def run() -> float:
        count, began = 0, clock()
        while (spent := clock() - began) < MOMENT:
            for _ in range(16):
                count += step()
        return count / spent

    return run


def rate(spec: str, seconds: float) -> float:
    """Steps a second of processor time; the best of several moments, for other programs disturb."""
    return best(runner(stepper(spec)), seconds)


def best(run: Callable[[], float], seconds: float) -> float:
    found, ends = 0.0, time.perf_counter() + seconds
    while not found or time.perf_counter() < ends:
        found = max(found, run())
    return found


def ready(spec: str, _seconds: float) -> float:
    """Seconds until a second process has taken its first step: what the first has compiled is kept on disk."""
    command = [sys.executable, "-c", FIRST_STEP.format(name=spec, batch=BATCH)]
    subprocess.run(command, check=True)
    began = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - began


def shared(spec: str, seconds: float) -> float:
    """What two threads of one process do, as a part of what two processes do: 1,024 games for each, by the clock on the wall."""
    threads, processes = 0.0, 0.0
    for _ in range(3):  # in turn, for the machine may have other things to do
        threads = max(threads, _apart(spec, 1, 2, seconds))
        processes = max(processes, _apart(spec, 2, 1, seconds))
    return threads / processes


def _apart(spec: str, processes: int, threads: int, seconds: float) -> float:
    """Steps a second of so many processes together, each with so many threads."""
    words = [
        sys.executable,
        "-m",
        "benchmarks.rl",
        "--spec",
        spec,
        "--threads",
        str(threads),
        "--seconds",
        str(seconds),
    ]
    started = [
        subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(processes)
    ]
    for process in started:
        assert process.stdout and process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    return sum(float(process.communicate()[0]) for process in started)


def one(spec: str, threads: int, seconds: float) -> float:
    """For ``_apart``: say that all is ready, wait for the word, and step for so many seconds; the best of several moments."""
    run = runner(stepper(spec, BATCH * threads, threads), time.perf_counter)
    print("ready", flush=True)
    sys.stdin.readline()
    return best(run, seconds)


# ── Others ───────────────────────────────────────────────────────────────────────────────────────────────────────


def pgx(name: str) -> Callable[[], int]:
    """The same with Pgx: its steps write state, mask and observation, and begin anew what has ended."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    begin = jax.jit(jax.vmap(env.init))

    @jax.jit
    def forward(state, key):
        key, choice, reset = jax.random.split(key, 3)
        chances = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choice, chances, axis=-1)
        return jax.vmap(auto_reset(env.step, env.init))(state, actions, jax.random.split(reset, BATCH)), key

    held = [begin(jax.random.split(jax.random.PRNGKey(1), BATCH)), jax.random.PRNGKey(2)]

    def step() -> int:
        held[0], held[1] = forward(held[0], held[1])
        held[0].observation.block_until_ready()
        return BATCH

    return step


def pyspiel(name: str) -> Callable[[], int]:
    """The same with OpenSpiel's C++ games, called from Python game by game."""
    from random import Random

    import pyspiel

    game, rng = pyspiel.load_game(name), Random(1)
    states = [game.new_initial_state() for _ in range(BATCH)]

    def step() -> int:
        for number, state in enumerate(states):
            state.apply_action(rng.choice(state.legal_actions()))
            if state.is_terminal():
                state.returns()
                states[number] = game.new_initial_state()
            now = states[number]
            now.legal_actions_mask()
            now.observation_tensor(now.current_player())
        return BATCH

    return step


def other(library: str, name: str, seconds: float) -> float:
    """By processor time of a process that has one core only."""
    made = {"pgx": pgx, "pyspiel": pyspiel}[library](name)
    return best(runner(made), seconds)


def measured_apart(library: str, name: str, seconds: float) -> str:
    if importlib.util.find_spec(library) is None:
        return "not installed"
    words = [sys.executable, "-m", "benchmarks.rl", "--library", library, "--spec", name, "--seconds", str(seconds)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return f"{float(done.stdout) / 1e6:.3f} M" if done.returncode == 0 else done.stderr.strip().splitlines()[-1]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rl", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="for each figure, about (3)")
    for inner in ("--spec", "--library"):
        parser.add_argument(inner, help=argparse.SUPPRESS)
    parser.add_argument("--threads", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.threads:
        print(one(args.spec, args.threads, args.seconds))
        return 0
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[-1:])
    if args.library:
        print(other(args.library, args.spec, args.seconds))
        return 0
    print(f"steps a second, {BATCH} games, one core, load {os.getloadavg()[0]:.2f}")
    for spec, aim in AIMS.items():
        print(f"{spec:24} {rate(spec, args.seconds) / 1e6:7.2f} M   (at least {aim / 1e6:g} M)", flush=True)
    for library, names in OTHERS.items():
        for name in names:
            print(f"{library + ' ' + name:24} {measured_apart(library, name, args.seconds):>9}", flush=True)
    os.sched_setaffinity(0, cores)
    for spec in AIMS:
        print(
            f"{spec:24} {shared(spec, args.seconds):7.2f}     two threads / two processes (at least {SHARE})",
            flush=True,
        )
        print(f"{spec:24} {ready(spec, 0):7.2f} s   until a second process has stepped (at most {READY:g})", flush=True)
    print(f"load {os.getloadavg()[0]:.2f}")
    return 0


TASKS = (
    *(Task(f"{spec}, steps", "steps/s", partial(rate, spec), aim) for spec, aim in AIMS.items()),
    Task("second process", "s", partial(ready, "momentum"), READY, most=True),
)

if __name__ == "__main__":
    raise SystemExit(main())

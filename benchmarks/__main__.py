"""``python -m benchmarks [--only NAME] [--seconds S]``: measures topic by topic and prints a table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from benchmarks.task import Task

TOPICS = ("playouts", "startup", "positions", "kernels", "api", "search", "cancel", "latency", "rl", "arena")
HEADS = ("topic", "what", "measured", "should be", "times better")


def main(argv: Sequence[str] | None = None) -> int:
    modules = {topic: import_module(f"benchmarks.{topic}") for topic in TOPICS}
    tasks = [(topic, task) for topic, module in modules.items() for task in module.TASKS]
    known = [*TOPICS, *dict.fromkeys(task.name for _, task in tasks)]
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="How fast Tabuleiro is.")
    parser.add_argument(
        "--only", action="append", choices=known, metavar="NAME", help=f"a topic or a figure: {', '.join(known)}"
    )
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="for each figure, about (3)")
    args = parser.parse_args(argv)
    chosen = [(topic, task) for topic, task in tasks if not args.only or {topic, task.name} & {*args.only}]
    for topic in dict.fromkeys(topic for topic, _ in chosen):
        print(f"{topic}: {(modules[topic].__doc__ or '').splitlines()[0]}")
    rows: list[tuple[str, ...]] = [HEADS]
    for number, (topic, task) in enumerate(chosen, 1):
        tell(f"{number} of {len(chosen)}: {topic} {task.name}")
        rows.append(row(topic, task, task.measure(args.seconds)))
    tell("")
    print()
    print(table(rows))
    return 0


def row(topic: str, task: Task, value: float) -> tuple[str, ...]:
    sense = "at most" if task.most else "at least"
    margin = task.margin(value)
    verdict = f"{margin:.2f}" if margin >= 1 else f"{margin:.2f} (not met)"
    return topic, task.name, f"{value:,.{digits(value)}f} {task.unit}", f"{sense} {task.bound:,g}", verdict


def digits(value: float) -> int:
    """Decimals that say something."""
    return 0 if value >= 100 else 1 if value >= 10 else 2


def table(rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as their widest entry; figures end below each other."""
    widths = [max(len(line[column]) for line in rows) for column in range(len(HEADS))]
    return "\n".join(
        "  ".join(
            f"{cell:>{width}}" if column == HEADS.index("measured") else f"{cell:{width}}"
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in rows
    )


def tell(text: str) -> None:
    """Progress, where somebody looks."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())

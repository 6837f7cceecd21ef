"""The tree of errors that core/errors.py draws at its top is the tree of its classes."""

from __future__ import annotations

import re

from tabuleiro.core import errors


def drawn() -> dict[str, str]:
    """Every class named in the drawing, with the one under which it hangs."""
    parents: dict[str, str] = {}
    above: list[tuple[int, str]] = []
    for line in (errors.__doc__ or "").splitlines():
        if not (found := re.match(r"([ │├└─]*)([A-Z]\w+)(  |$)", line)) or not line.startswith("    "):
            continue
        depth, name = len(found[1]), found[2]
        above = [(deep, other) for deep, other in above if deep < depth]
        parents[name] = above[-1][1] if above else "ValueError"
        above.append((depth, name))
    return parents


def test_the_drawn_tree_is_that_of_the_classes() -> None:
    classes = {
        name: item.__base__.__name__
        for name, item in vars(errors).items()
        if isinstance(item, type) and issubclass(item, errors.TabuleiroError) and item.__base__
    }
    assert drawn() == classes

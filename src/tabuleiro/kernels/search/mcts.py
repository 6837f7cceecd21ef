"""Monte-Carlo tree search, compiled, for any number of seats, with chance and hidden worlds.

The tree grows in chunks of iterations from Python, each from a given root state: with hidden information every chunk
starts from another imagined world, and since the public steps are the same in all of them, one tree serves them all.
With two seats, proven wins and losses are carried up the tree and never searched again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabuleiro.kernels.bits import Seed, below
from tabuleiro.kernels.jit import compiled
from tabuleiro.kernels.rules import Codes, consider, draw, evaluate, key, pick, score, step, whole

DEEPEST = 1000  # steps from the root to a leaf; longer lines are cut and judged
SEATS = 4
UNPROVEN = 0


class Tree(NamedTuple):
    """Nodes in parallel arrays; node 0 is the root. *total* is the score of the seat whose step led to the node."""

    first: NDArray[np.int32]  # the first child, 0 while there are none
    size: NDArray[np.int32]  # how many children
    code: NDArray[np.int32]  # the step that led here
    visits: NDArray[np.int32]
    total: NDArray[np.float64]
    prior: NDArray[np.float32]
    proof: NDArray[np.int8]  # one more than the seat that wins for certain, 0 while that is open
    used: NDArray[np.int64]  # nodes in use
    sums: NDArray[np.float64]  # of every seat's scores at the root


class Manner(NamedTuple):
    """How to search. *horizon* is the length of random play before a state is judged: -1 to the end of the game.

    With *prior* > 0 new children are ordered and weighted by a glance at the states they lead to (the higher, the
    sharper), and only the first ``wide + widen * sqrt(visits)`` are looked at.
    """

    explore: float
    horizon: int
    prior: float
    wide: int
    widen: float
    patience: int  # visits before a node gets children
    solve: int  # 1: carry proofs; only for two seats and full information
    players: int


def sapling(capacity: int) -> Tree:
    """A tree with room for *capacity* nodes, only the root in it; a node's memory is written when it is born."""
    used = np.ones(1, np.int64)
    numbers = [np.empty(capacity, np.int32) for _ in range(4)]
    weights = np.empty(capacity, np.float64), np.empty(capacity, np.float32)
    tree = Tree(*numbers, *weights, np.empty(capacity, np.int8), used, np.zeros(SEATS, np.float64))
    for field in tree[:7]:
        field[0] = 0
    return tree


@compiled
def grow(root: Any, tree: Tree, manner: Manner, rng: Seed, codes: Codes, past: NDArray[np.uint64], count: int) -> int:
    """Add *count* iterations from *root*; how many were done: fewer when the root is proven."""
    path = np.empty(DEEPEST + 1, np.int32)
    movers = np.empty(DEEPEST + 1, np.int64)
    scores = np.empty(SEATS, np.float64)
    for done in range(count):
        if tree.proof[0] != UNPROVEN:
            return done
        s, node, depth = root, np.int64(0), 0
        path[0], movers[0] = 0, -1
        repeated = False
        while s.player != -2 and depth < DEEPEST and tree.proof[node] == UNPROVEN:
            if depth and past.size and whole(s) and _among(past, key(s)):
                repeated = True
                break
            if tree.first[node] == 0:
                if node and tree.visits[node] < manner.patience:
                    break
                if not _expand(s, tree, node, manner, codes):
                    break
            if s.player == -1:
                number = draw(s, tree.code[tree.first[node] :], np.int64(tree.size[node]), rng)
                child = np.int64(tree.first[node] + number)
            else:
                child = _select(tree, node, s.player, manner, rng)
            depth += 1
            path[depth], movers[depth] = child, s.player
            s = step(s, np.int64(tree.code[child]))
            node = child
            if tree.visits[child] == 0:
                break
        _judge(s, tree, node, repeated, manner, rng, codes, scores)
        for level in range(depth + 1):
            tree.visits[path[level]] += 1
            if movers[level] >= 0:
                tree.total[path[level]] += scores[movers[level]]
        for seat in range(manner.players):
            tree.sums[seat] += scores[seat]
        if manner.solve and not repeated:
            if s.player == -2 and tree.proof[node] == UNPROVEN:
                for seat in range(2):
                    if scores[seat] == 1.0:
                        tree.proof[node] = seat + 1
            _prove(tree, path, movers, depth)
    return count


@compiled
def _among(past: NDArray[np.uint64], here: np.uint64) -> bool:
    """Is *here* among the sorted keys?"""
    at = np.searchsorted(past, here)
    return at < past.size and past[at] == here


@compiled
def _expand(s: Any, tree: Tree, node: int, manner: Manner, codes: Codes) -> bool:
    """Give *node* its children; False when the tree is full."""
    count = consider(s, codes)
    first = tree.used[0]
    if first + count > tree.first.size:
        return False
    tree.used[0] += count
    for number in range(count):
        child = first + number
        tree.code[child] = codes[number]
        tree.prior[child] = 1.0 / count
        tree.first[child] = tree.size[child] = tree.visits[child] = 0
        tree.total[child] = 0.0
        tree.proof[child] = UNPROVEN
    if manner.prior > 0.0 and s.player >= 0 and count > 1:
        _weigh(s, tree, first, count, manner)
    tree.size[node] = count
    tree.first[node] = first
    return True


@compiled
def _weigh(s: Any, tree: Tree, first: int, count: int, manner: Manner) -> None:
    """Order the children by a glance at where they lead, the best first, and weight them accordingly."""
    worth = np.empty(count, np.float64)
    for number in range(count):
        after = step(s, np.int64(tree.code[first + number]))
        worth[number] = score(after, s.player) if after.player == -2 else evaluate(after, s.player)
    order = np.argsort(-worth, kind="mergesort")
    listed = tree.code[first : first + count].copy()
    best = worth[order[0]]
    whole_weight = 0.0
    for place in range(count):
        tree.code[first + place] = listed[order[place]]
        weight = np.exp(manner.prior * (worth[order[place]] - best))
        tree.prior[first + place] = weight
        whole_weight += weight
    for place in range(count):
        tree.prior[first + place] /= whole_weight


@compiled
def _select(tree: Tree, node: int, player: int, manner: Manner, rng: Seed) -> int:
    """The child to look at next: the best by value and curiosity; a proven win at once, a proven loss last."""
    first, count = np.int64(tree.first[node]), np.int64(tree.size[node])
    visits = tree.visits[node] + 1
    if manner.prior > 0.0:
        count = min(count, manner.wide + np.int64(manner.widen * np.sqrt(visits)))
        curiosity = manner.explore * np.sqrt(visits)
        hope = 0.5 if node == 0 or not tree.visits[node] else _parent_view(tree, first, count)
    else:
        curiosity = np.log(visits)
        hope = 0.0
    best, chosen, ties = -1e9, first, 0
    for child in range(first, first + count):
        proof = tree.proof[child]
        if proof == player + 1:
            return child
        seen = tree.visits[child]
        if proof != UNPROVEN:
            value = -1e6
        elif manner.prior > 0.0:
            mean = tree.total[child] / seen if seen else hope
            value = mean + curiosity * tree.prior[child] / (1 + seen)
        elif seen == 0:
            value = 1e6
        else:
            value = tree.total[child] / seen + manner.explore * np.sqrt(curiosity / seen)
        if value > best:
            best, chosen, ties = value, child, 1
        elif value == best:
            ties += 1
            if below(rng, ties) == 0:
                chosen = child
    return chosen


@compiled
def _parent_view(tree: Tree, first: int, count: int) -> float:
    """What a step not yet tried may be worth: a little less than those tried on average."""
    total, seen = 0.0, 0
    for child in range(first, first + count):
        total += tree.total[child]
        seen += tree.visits[child]
    return total / seen - 0.1 if seen else 0.5


@compiled
def _judge(
    s: Any, tree: Tree, node: int, repeated: bool, manner: Manner, rng: Seed, codes: Codes, scores: NDArray[np.float64]
) -> None:
    """Every seat's score of a leaf: by proof, by the rules, by random play, or by looking."""
    if repeated:
        for seat in range(manner.players):
            scores[seat] = 1.0 / manner.players
        return
    if tree.proof[node] != UNPROVEN:
        for seat in range(manner.players):
            scores[seat] = 1.0 if seat + 1 == tree.proof[node] else 0.0
        return
    left = manner.horizon
    while s.player != -2 and left != 0:
        s = step(s, pick(s, rng, codes))
        left -= 1
    for seat in range(manner.players):
        scores[seat] = score(s, seat) if s.player == -2 else evaluate(s, seat)


@compiled
def _prove(tree: Tree, path: NDArray[np.int32], movers: NDArray[np.int64], depth: int) -> None:
    """Carry the leaf's proof up as far as it goes: one winning step proves a win, only all losing ones a loss."""
    for level in range(depth, 0, -1):
        winner = tree.proof[path[level]]
        if winner == UNPROVEN or movers[level] < 0:
            return
        parent = path[level - 1]
        if winner != movers[level] + 1:
            first = tree.first[parent]
            for child in range(first, first + tree.size[parent]):
                if tree.proof[child] != winner:
                    return
        tree.proof[parent] = winner


@compiled
def replant(old: Tree, root: int, new: Tree) -> None:
    """Copy the part of *old* below *root* to *new*, which must have room."""
    origin = np.empty(new.first.size, np.int32)
    origin[0] = root
    used = 1
    node = 0
    while node < used:
        before = origin[node]
        new.code[node] = old.code[before]
        new.visits[node] = old.visits[before]
        new.total[node] = old.total[before]
        new.prior[node] = old.prior[before]
        new.proof[node] = old.proof[before]
        new.first[node] = 0
        new.size[node] = 0
        first, count = old.first[before], old.size[before]
        if first > 0 and used + count <= new.first.size:
            new.first[node], new.size[node] = used, count
            for number in range(count):
                origin[used + number] = first + number
            used += count
        node += 1
    new.used[0] = used
    for seat in range(SEATS):
        new.sums[seat] = 0.0
    new.visits[0] = 0
    for child in range(new.first[0], new.first[0] + new.size[0]):
        new.visits[0] += new.visits[child]

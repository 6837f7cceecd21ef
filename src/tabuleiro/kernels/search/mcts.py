"""Monte-Carlo tree search, compiled, for any number of seats, with chance and hidden worlds.

The tree grows in chunks of iterations from Python, each from a given root state: with hidden information every chunk
starts from another imagined world, and since the public steps are the same in all of them, one tree serves them all.
With two seats, proven wins and losses are carried up the tree and never searched again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabuleiro.kernels.bits import U1, Seed, below
from tabuleiro.kernels.jit import allocating, compiled, inlined
from tabuleiro.kernels.rules import Codes, consider, draw, evaluate, key, pick, score, step, whole
from tabuleiro.kernels.search.playout import playout

DEEPEST = 1000  # steps from the root to a leaf; longer lines are cut and judged
SEATS = 4
UNPROVEN = 0
ROOTS = 1.0 / np.sqrt(np.maximum(np.arange(1024), 1))  # of visits, inverted: most nodes have few
# All of a node side by side, and so its children: the memory of a big tree is slow.
NODE = np.dtype(
    {
        "names": ("first", "size", "tried", "code", "visits", "total", "prior", "proof"),
        "formats": ("i4", "i2", "i2", "i4", "i4", "f8", "f4", "i1"),
        "offsets": (0, 4, 6, 8, 12, 16, 24, 28),
        "itemsize": 32,
    }
)


class Tree(NamedTuple):
    """Nodes by field; node 0 is the root. *total* is the score of the seat whose step led to the node."""

    first: NDArray[np.int32]  # the first child, 0 while there are none
    size: NDArray[np.int16]  # how many children
    tried: NDArray[np.int16]  # how many of them, the first ones, plain search has looked at
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
    nodes = np.empty(capacity, NODE)
    nodes[:1] = 0
    return Tree(*(nodes[name] for name in NODE.names or ()), np.ones(1, np.int64), np.zeros(SEATS, np.float64))


@compiled
def grow(root: Any, tree: Tree, manner: Manner, rng: Seed, codes: Codes, past: NDArray[np.uint64], count: int) -> int:
    """Add *count* iterations from *root*; how many were done: fewer when the root is proven."""
    path = np.empty(DEEPEST + 1, np.int64)
    movers = np.empty(DEEPEST + 1, np.int64)
    scores = np.empty(SEATS, np.float64)
    for done in range(count):
        if tree.proof[0] != UNPROVEN:
            return done
        _iterate(root, tree, manner, rng, codes, past, path, movers, scores)
    return count


@inlined
def _iterate(
    s: Any,
    tree: Tree,
    manner: Manner,
    rng: Seed,
    codes: Codes,
    past: NDArray[np.uint64],
    path: NDArray[np.int64],
    movers: NDArray[np.int64],
    scores: NDArray[np.float64],
) -> None:
    """Go down to a leaf, judge it, and tell everybody on the way back."""
    node, depth = np.uint64(0), np.uint64(0)
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
            node = np.uint64(tree.first[node] + number)
        else:
            node = np.uint64(_select(tree, node, s.player, manner, rng))
        depth += U1
        path[depth], movers[depth] = node, s.player
        s = step(s, np.int64(tree.code[node]))
        if tree.visits[node] == 0:
            break
    _judge(s, tree, node, repeated, manner, rng, codes, scores)
    for level in range(depth + U1):
        visited = np.uint64(path[level])
        tree.visits[visited] += 1
        if movers[level] >= 0:
            tree.total[visited] += scores[np.uint64(movers[level])]
    for seat in range(manner.players):
        tree.sums[seat] += scores[seat]
    if manner.solve and not repeated:
        if s.player == -2 and tree.proof[node] == UNPROVEN:
            for seat in range(2):
                if scores[seat] == 1.0:
                    tree.proof[node] = seat + 1
        _prove(tree, path, movers, np.int64(depth))


@allocating
def _among(past: NDArray[np.uint64], here: np.uint64) -> bool:
    """Is *here* among the sorted keys?"""
    at = np.searchsorted(past, here)
    return at < past.size and past[at] == here


@inlined
def _expand(s: Any, tree: Tree, node: int, manner: Manner, codes: Codes) -> bool:
    """Give *node* its children; False when the tree is full."""
    count = consider(s, codes)
    first = tree.used[0]
    if first + count > tree.first.size:
        return False
    tree.used[0] += count
    for number in range(count):
        child = np.uint64(first + number)
        tree.code[child] = codes[np.uint64(number)]
        tree.prior[child] = 1.0 / count
        tree.first[child] = tree.size[child] = tree.tried[child] = tree.visits[child] = 0
        tree.total[child] = 0.0
        tree.proof[child] = UNPROVEN
    if manner.prior > 0.0 and s.player >= 0 and count > 1:
        _weigh(s, tree, first, count, manner)
    tree.size[node] = count
    tree.first[node] = first
    return True


@allocating
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


@inlined
def _select(tree: Tree, node: int, player: int, manner: Manner, rng: Seed) -> int:
    """The child to look at next: the best by value and curiosity; a proven win at once, a proven loss last."""
    if manner.prior > 0.0:
        return _select_weighed(tree, node, player, manner, rng)
    if tree.tried[node] < tree.size[node]:
        return _select_untried(tree, node, rng)
    first, count = np.uint64(tree.first[node]), np.uint64(tree.size[node])
    curiosity = manner.explore * np.sqrt(np.log(tree.visits[node] + 1))
    best, chosen = -1e9, first
    for child in range(first, first + count):
        seen = np.uint64(tree.visits[child])
        root = ROOTS[seen] if seen < len(ROOTS) else 1.0 / np.sqrt(seen)
        value = root * (root * tree.total[child] + curiosity)
        if tree.proof[child] != UNPROVEN:
            value = 1e6 if tree.proof[child] == player + 1 else -1e6
        if value > best:  # of equals the first: they stand in random order
            best, chosen = value, child
    return np.int64(chosen)


@inlined
def _select_untried(tree: Tree, node: int, rng: Seed) -> int:
    """Any child not looked at before; it changes places with the first of them."""
    tried = np.int64(tree.tried[node])
    tree.tried[node] = tried + 1
    child = np.uint64(tree.first[node] + tried)
    other = child + np.uint64(below(rng, tree.size[node] - tried))
    tree.code[child], tree.code[other] = tree.code[other], tree.code[child]
    return np.int64(child)


@inlined
def _select_weighed(tree: Tree, node: int, player: int, manner: Manner, rng: Seed) -> int:
    """The same where children have priors: those not looked at before are judged by theirs."""
    first, count = np.int64(tree.first[node]), np.int64(tree.size[node])
    visits = tree.visits[node] + 1
    count = min(count, manner.wide + np.int64(manner.widen * np.sqrt(visits)))
    curiosity = manner.explore * np.sqrt(visits)
    hope = 0.5 if node == 0 or not tree.visits[node] else _parent_view(tree, first, count)
    best, chosen, ties = -1e9, first, 0
    for child in range(first, first + count):
        proof = tree.proof[child]
        if proof == player + 1:
            return child
        seen = tree.visits[child]
        if proof != UNPROVEN:
            value = -1e6
        else:
            mean = tree.total[child] / seen if seen else hope
            value = mean + curiosity * tree.prior[child] / (1 + seen)
        if value > best:
            best, chosen, ties = value, child, 1
        elif value == best:
            ties += 1
            if below(rng, ties) == 0:
                chosen = child
    return chosen


@inlined
def _parent_view(tree: Tree, first: int, count: int) -> float:
    """What a step not yet tried may be worth: a little less than those tried on average."""
    total, seen = 0.0, 0
    for child in range(first, first + count):
        total += tree.total[child]
        seen += tree.visits[child]
    return total / seen - 0.1 if seen else 0.5


@inlined
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
    if left < 0:
        s = playout(s, rng, codes)
    while s.player != -2 and left > 0:
        s = step(s, pick(s, rng, codes))
        left -= 1
    for seat in range(manner.players):
        scores[seat] = score(s, seat) if s.player == -2 else evaluate(s, seat)


@inlined
def _prove(tree: Tree, path: NDArray[np.int64], movers: NDArray[np.int64], depth: int) -> None:
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
        new.first[node] = new.size[node] = new.tried[node] = 0
        first, count = old.first[before], old.size[before]
        if first > 0 and used + count <= new.first.size:
            new.first[node], new.size[node], new.tried[node] = used, count, old.tried[before]
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

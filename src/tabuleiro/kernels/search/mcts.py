"""Monte-Carlo tree search, compiled, for any number of seats, with chance and hidden worlds.

The tree grows in chunks of iterations from Python, each from a given root state: with hidden information every chunk
starts from another imagined world, and since the public steps are the same in all of them, one tree serves them all.
Several threads may let it grow at the same time. With two seats, proven wins and losses are carried up the tree and
never searched again.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabuleiro.kernels.atomic import gain, look, turn
from tabuleiro.kernels.bits import U0, U1, Seed, below
from tabuleiro.kernels.jit import allocating, compiled, inlined
from tabuleiro.kernels.rules import Codes, consider, draw, evaluate, key, pick, score, step, whole
from tabuleiro.kernels.search.playout import playout

DEEPEST = 1000  # steps from the root to a leaf; longer lines are cut and judged
SEATS = 4
UNPROVEN = 0
UNSEEN = -1.0  # of a child without siblings, or that chance leads to
DOUBT = 0.1  # how much less a step may be worth that nobody has looked at than what speaks for it
KNOWN = 8  # visits of a node whose children are worth copying
CURIOSITY = np.array([sqrt(log(visits + 1)) for visits in range(1024)])  # most nodes have few visits
# All of a node side by side, and so its children: the memory of a big tree is slow.
NODE = np.dtype(
    (
        np.record,
        {
            "names": ("total", "root", "prior", "glance", "visits", "first", "children", "tried", "code", "proof"),
            "formats": ("f8", "f8", "f4", "f4", "i4", "i4", "i2", "i2", "i2", "i1"),
            "offsets": (0, 8, 8, 12, 16, 20, 24, 26, 28, 30),
            "itemsize": 32,
        },
    )
)
TOTALS, WORDS, SHORTS = (NODE.itemsize // size for size in (8, 4, 2))  # in a node
VISITS, FIRST, TRIED = 4, 5, 13  # where these are among them
CLAIMED = -1  # stands where somebody is at work


class Tree(NamedTuple):
    """Its *nodes* are records, the root first; *totals*, *words* and *shorts* are their memory as numbers of 64, 32 and 16 bits,
    for what threads share. A node has

    *total*: the score of the seat whose step led here, summed over all *visits*;
    *root*: the square root of the visits, inverted, which plain search asks often, or, in the same place,
    *prior*, *glance*: its weight among its siblings and what it looked worth by a glance, where children have priors;
    *first*, *children*: where its children begin, 0 while there are none, and how many they are;
    *tried*: how many of them, the first ones, plain search has looked at;
    *code*: the step that led here;
    *proof*: one more than the seat that wins for certain, 0 while that is open.

    A visit is counted on the way down and its score added on the way back, so meanwhile it counts as a loss, and other threads
    rather go elsewhere. Who gives a node its children, or takes one that is untried, claims it: others do not wait for
    children but judge the node as a leaf.
    """

    nodes: Any
    totals: NDArray[np.float64]
    words: NDArray[np.int32]
    shorts: NDArray[np.int16]
    used: NDArray[np.int64]  # nodes in use
    sums: NDArray[np.float64]  # of every seat's scores at the root


class Manner(NamedTuple):
    """How to search. *horizon* is the length of random play before a state is judged: -1 to the end of the game.

    With *prior* > 0 new children are ordered and weighted by a glance at the states they lead to (the higher, the
    sharper), and only the first ``wide + widen * sqrt(visits)`` are looked at. One
    that nobody has looked at yet is worth a little less than by its *glance*, or than those that somebody has.
    """

    explore: float
    horizon: int
    prior: float
    wide: int
    widen: float
    patience: int  # visits before a node gets children
    solve: int  # 1: carry proofs; only for two seats and full information
    players: int
    glance: int  # 1: by its glance; only with *prior* > 0


def sapling(capacity: int) -> Tree:
    """A tree with room for *capacity* nodes, only the root in it; a node's memory is written when it is born."""
    nodes = np.empty(capacity, NODE)
    nodes[:1] = 0
    views = (nodes.view(kind) for kind in (np.float64, np.int32, np.int16))
    return Tree(nodes, *views, np.ones(1, np.int64), np.zeros(SEATS, np.float64))


@compiled
def grow(root: Any, tree: Tree, manner: Manner, rng: Seed, codes: Codes, past: NDArray[np.uint64], count: int) -> int:
    """Add *count* iterations from *root*; how many were done: fewer when the root is proven."""
    path = np.empty(DEEPEST + 1, np.int64)
    movers = np.empty(DEEPEST + 1, np.int64)
    keys = np.empty(DEEPEST + 1, np.uint64)
    scores = np.empty(SEATS, np.float64)
    for done in range(count):
        if tree.nodes[0].proof != UNPROVEN:
            return done
        _iterate(root, tree, manner, rng, codes, past, path, movers, keys, scores)
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
    keys: NDArray[np.uint64],
    scores: NDArray[np.float64],
) -> None:
    """Go down to a leaf, judge it, and tell everybody on the way back."""
    node, depth = np.uint64(0), np.uint64(0)
    path[0], movers[0] = 0, -1
    repeated = False
    seen = gain(tree.words, VISITS, 1)
    while s.player != -2 and depth < DEEPEST and tree.nodes[node].proof == UNPROVEN:
        if past.size and _recurs(s, past, keys, depth):
            repeated = True
            break
        if look(tree.words, np.int64(node) * WORDS + FIRST) <= 0:
            if node and seen < manner.patience:
                break
            if not _expand(s, tree, node, manner, codes):
                break
        if s.player == -1:
            number = draw(s, tree.nodes["code"][tree.nodes[node].first :], np.int64(tree.nodes[node].children), rng)
            node = np.uint64(tree.nodes[node].first + number)
        else:
            node = np.uint64(_select(tree, node, s.player, manner, rng))
        depth += U1
        path[depth], movers[depth] = node, s.player
        seen = gain(tree.words, np.int64(node) * WORDS + VISITS, 1)
        s = step(s, np.int64(tree.nodes[node].code))
        if seen == 0:
            break
    _judge(s, tree, node, movers[depth], repeated, manner, rng, codes, scores)
    for level in range(depth + U1):
        if movers[level] >= 0:
            gain(tree.totals, path[level] * TOTALS, scores[np.uint64(movers[level])])
        if manner.prior == 0.0:
            visited = tree.nodes[np.uint64(path[level])]
            visited.root = 1.0 / np.sqrt(visited.visits)
    for seat in range(manner.players):
        gain(tree.sums, seat, scores[seat])
    if manner.solve and not repeated:
        if s.player == -2 and tree.nodes[node].proof == UNPROVEN:
            for seat in range(2):
                if scores[seat] == 1.0:
                    tree.nodes[node].proof = seat + 1
        _prove(tree, path, movers, np.int64(depth))


@inlined
def _recurs(s: Any, past: NDArray[np.uint64], keys: NDArray[np.uint64], depth: int) -> bool:
    """Is a turn about to begin where one began before, in the game or on the way here? *keys* are those of the way."""
    keys[depth] = U0
    if not whole(s):
        return False
    here = key(s)
    for before in range(depth):
        if keys[before] == here:
            return True
    keys[depth] = here
    return depth > 0 and _among(past, here)


@allocating
def _among(past: NDArray[np.uint64], here: np.uint64) -> bool:
    """Is *here* among the sorted keys?"""
    at = np.searchsorted(past, here)
    return at < past.size and past[at] == here


@inlined
def _expand(s: Any, tree: Tree, node: int, manner: Manner, codes: Codes) -> bool:
    """Give *node* its children; False when the tree is full, or another thread is about to do it."""
    place = np.int64(node) * WORDS + FIRST
    if not turn(tree.words, place, 0, CLAIMED):
        return look(tree.words, place) > 0
    count = consider(s, codes)
    first = look(tree.used, 0)
    while first + count <= tree.nodes.size and not turn(tree.used, 0, first, first + count):
        first = look(tree.used, 0)
    if first + count > tree.nodes.size:
        turn(tree.words, place, CLAIMED, 0)
        return False
    for number in range(count):
        child = tree.nodes[np.uint64(first + number)]
        child.code = codes[np.uint64(number)]
        if manner.prior > 0.0:
            child.prior, child.glance = 1.0, UNSEEN
        else:
            child.root = 1.0  # one visit's, which nobody has told of yet
        child.first = child.children = child.tried = child.visits = 0
        child.total = 0.0
        child.proof = UNPROVEN
    if manner.prior > 0.0 and s.player >= 0 and count > 1:
        _weigh(s, tree, first, count, manner)
    tree.nodes[node].children = count
    turn(tree.words, place, CLAIMED, first)
    return True


@allocating
def _weigh(s: Any, tree: Tree, first: int, count: int, manner: Manner) -> None:
    """Order the children by a glance at where they lead, the best first, and weight them accordingly."""
    worth = np.empty(count, np.float64)
    for number in range(count):
        after = step(s, np.int64(tree.nodes[first + number].code))
        worth[number] = score(after, s.player) if after.player == -2 else evaluate(after, s.player)
    order = np.argsort(-worth, kind="mergesort")
    listed = tree.nodes["code"][first : first + count].copy()
    best = worth[order[0]]
    whole_weight = 0.0
    for place in range(count):
        tree.nodes[first + place].code = listed[order[place]]
        tree.nodes[first + place].glance = worth[order[place]]
        weight = np.exp(manner.prior * (worth[order[place]] - best))
        tree.nodes[first + place].prior = weight
        whole_weight += weight
    for place in range(count):
        tree.nodes[first + place].prior /= whole_weight


@inlined
def _select(tree: Tree, node: int, player: int, manner: Manner, rng: Seed) -> int:
    """The child to look at next: the best by value and curiosity; a proven win at once, a proven loss last."""
    if manner.prior > 0.0:
        return _select_weighed(tree, node, player, manner, rng)
    if tree.nodes[node].tried < tree.nodes[node].children:
        child = _select_untried(tree, node, rng)
        if child:
            return child
    first, count = np.uint64(tree.nodes[node].first), np.uint64(tree.nodes[node].children)
    visits = np.uint64(tree.nodes[node].visits - 1)  # before this one
    curiosity = manner.explore * (CURIOSITY[visits] if visits < len(CURIOSITY) else np.sqrt(np.log(visits + U1)))
    best, chosen = -1e9, first
    for child in range(first, first + count):
        looked = tree.nodes[child]
        value = looked.root * (looked.root * looked.total + curiosity)
        if looked.proof != UNPROVEN:
            value = 1e6 if looked.proof == player + 1 else -1e6
        if value > best:  # of equals the first: they stand in random order
            best, chosen = value, child
    return np.int64(chosen)


@inlined
def _select_untried(tree: Tree, node: int, rng: Seed) -> int:
    """Any child not looked at before, 0 if others took the last; it changes places with the first of them."""
    place = np.int64(node) * SHORTS + TRIED
    tried = np.int64(look(tree.shorts, place))
    while tried == CLAIMED or not turn(tree.shorts, place, tried, CLAIMED):
        tried = np.int64(look(tree.shorts, place))
    if tried == tree.nodes[node].children:
        turn(tree.shorts, place, CLAIMED, tried)
        return 0
    child = np.uint64(tree.nodes[node].first + tried)
    other = child + np.uint64(below(rng, tree.nodes[node].children - tried))
    tree.nodes[child].code, tree.nodes[other].code = tree.nodes[other].code, tree.nodes[child].code
    turn(tree.shorts, place, CLAIMED, tried + 1)
    return np.int64(child)


@inlined
def _select_weighed(tree: Tree, node: int, player: int, manner: Manner, rng: Seed) -> int:
    """The same where children have priors: those not looked at before are judged by theirs and by what speaks for them."""
    first, count = np.int64(tree.nodes[node].first), np.int64(tree.nodes[node].children)
    visits = tree.nodes[node].visits
    count = min(count, manner.wide + np.int64(manner.widen * np.sqrt(visits)))
    curiosity = manner.explore * np.sqrt(visits)
    hope = 0.5 if manner.glance or node == 0 or visits == 1 else _parent_view(tree, first, count)
    best, chosen, ties = -1e9, first, 0
    for child in range(first, first + count):
        proof = tree.nodes[child].proof
        if proof == player + 1:
            return child
        seen = tree.nodes[child].visits
        if proof != UNPROVEN:
            value = -1e6
        else:
            expected = tree.nodes[child].glance - DOUBT if manner.glance else hope
            mean = tree.nodes[child].total / seen if seen else expected
            value = mean + curiosity * tree.nodes[child].prior / (1 + seen)
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
        total += tree.nodes[child].total
        seen += tree.nodes[child].visits
    return total / seen - DOUBT if seen else 0.5


@inlined
def _judge(
    s: Any,
    tree: Tree,
    node: int,
    mover: int,
    repeated: bool,
    manner: Manner,
    rng: Seed,
    codes: Codes,
    scores: NDArray[np.float64],
) -> None:
    """Every seat's score of a leaf, to which *mover* led: by proof, by the rules, by random play, or by looking, unless
    somebody has looked.
    """
    if repeated:
        for seat in range(manner.players):
            scores[seat] = 1.0 / manner.players
        return
    if tree.nodes[node].proof != UNPROVEN:
        for seat in range(manner.players):
            scores[seat] = 1.0 if seat + 1 == tree.nodes[node].proof else 0.0
        return
    left = manner.horizon
    seen = np.float64(tree.nodes[node].glance)
    if left == 0 and manner.glance and manner.solve and mover >= 0 and seen != UNSEEN:
        scores[mover], scores[1 - mover] = seen, 1.0 - seen
        return
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
        winner = tree.nodes[path[level]].proof
        if winner == UNPROVEN or movers[level] < 0:
            return
        parent = path[level - 1]
        if winner != movers[level] + 1:
            first = tree.nodes[parent].first
            for child in range(first, first + tree.nodes[parent].children):
                if tree.nodes[child].proof != winner:
                    return
        tree.nodes[parent].proof = winner


@compiled
def replant(old: Tree, origin: NDArray[np.int32], new: Tree, begin: int, count: int) -> int:
    """Copy part of *old* to *new*: *count* nodes from number *begin* on. Gives the next number, ``new.used[0]`` in the end.

    Most nodes of a tree are children of those that were seen a few times; they are left behind, for they are sooner found
    again than copied. *origin* has as many places as *new*; in the first, the caller writes the node that becomes the root, and here it is
    written of every node that is due where it comes from.
    """
    used = new.used[0]
    node = begin
    while node < min(used, begin + count):
        new.nodes[node] = old.nodes[origin[node]]
        copied = new.nodes[node]
        first, children = copied.first, copied.children
        known = node == 0 or (copied.visits >= KNOWN and copied.proof == UNPROVEN)
        if first > 0 and known and used + children <= new.nodes.size:
            copied.first = used
            for number in range(children):
                origin[used + number] = first + number
            used += children
        else:
            copied.first = copied.children = copied.tried = 0
        node += 1
    new.used[0] = used
    if node == used:
        new.nodes[0].visits = 0
        for child in range(new.nodes[0].first, new.nodes[0].first + new.nodes[0].children):
            new.nodes[0].visits += new.nodes[child].visits
    return node

"""Alpha-beta search, compiled: for two seats, no chance and no secrets.

Values are whole numbers for the seat that decides in a state. Turns have several steps and the other seat may decide
inside them, so a value changes its sign only where the decider changes. Depth counts steps; a step without an
alternative is free.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabuleiro.kernels.jit import compiled, inlined
from tabuleiro.kernels.rules import consider, evaluate, key, noise, score, step, whole

SCALE = 1_000_000  # the value of an estimate of 1; an estimate of 0 is worth the opposite, a draw 0
WIN = 2_000_000  # the value of a win at once; later ones are worth 1 less a step
PLIES = 128  # steps from the root at most
WIDTH = 1024  # steps from one state at most
SPACE = 1 << 14  # numbers of steps that the history tells apart
PAST = 1 << 12  # places for keys of past positions, most of them empty
INFINITE = WIN + 1
UPPER, LOWER, EXACT = 1, 2, 3  # what a remembered value is a bound of
VALUE = (1 << 28) - 1  # the bits of a value in an entry, above the 32 of the rest, and
NARROWED = 60  # the bit of an entry from which on stands whose steps were left out below it
NO_CODE = 0xFFFF
NOISY, KILLER, LOOKED = 40, 38, 14  # bits by which the parts of a rank are shifted; below them is history
REDUCED = 4  # steps that are searched to full depth before reductions begin

# All that a search writes to besides the table; a record, because it is passed by its address.
MEMORY = np.dtype(
    [
        ("stop", np.int64),  # set from outside, or when the nodes are used up
        ("nodes", np.int64),
        ("limit", np.int64),  # of nodes
        ("age", np.int64),  # of this search among those that share a table: 0 to 63
        ("first", np.int64),  # the step tried first at the root, -1 for none
        ("value", np.int64),  # of the best step at the root so far
        ("narrowed", np.int64),  # the seats of whose steps some were left out, as bits: no loss of those is proved
        ("repeats", np.int64),  # 1 where a position that recurs counts as a draw
        ("noisy", np.int64),  # how many noisy steps follow the last one; 0 for none
        ("few", np.int64),  # states with more steps than this are narrowed
        ("narrow", np.int64),  # to so many steps and
        ("widen", np.int64),  # so many more for every step of depth
        ("even", np.int64),  # 1 where noisy steps are tried, remembered and reduced like quiet ones
        ("reduce", np.int64),  # how strongly late steps are searched less deep at first: 0, 1 or 2
        ("twist", np.int64),  # 0, or another order of quiet steps for another thread
        ("lengths", np.int32, (PLIES,)),
        ("line", np.int32, (PLIES, PLIES)),  # the principal variation from every distance of the root
        ("killers", np.int32, (PLIES, 2)),
        ("history", np.int32, (2, SPACE)),
        ("codes", np.int32, (PLIES, WIDTH)),
        ("ranks", np.int64, (PLIES, WIDTH)),
        ("path", np.uint64, (PLIES,)),  # keys of the positions between turns on the way here, 0 inside turns
        ("past", np.uint64, (PAST,)),  # keys of the positions before the root, by open addressing, 0 for a free place
    ],
    align=True,
)

Table = NDArray[np.uint64]  # rows of (key ^ entry, entry): a row torn by two threads is not recognised


def new_table(bits: int) -> Table:
    """A transposition table of 2 to the power of *bits* entries."""
    return np.zeros((1 << bits, 2), np.uint64)


def new_memory() -> Any:
    """Memory for one thread, without limits and with every means that does not change the value."""
    memory: Any = np.zeros(1, MEMORY).view(np.recarray)[0]
    memory.limit, memory.few, memory.first = 1 << 62, WIDTH, -1
    return memory


@compiled
def worth(estimate: float) -> int:
    """The value of an estimate between 0 and 1."""
    return np.int64(np.rint((estimate - 0.5) * (2 * SCALE)))


@compiled
def final(s: Any, seat: int, ply: int) -> int:
    """The value for *seat* of the end of the game, *ply* steps from the root."""
    share = score(s, seat)
    if share > 0.999:
        return WIN - ply
    if share < 0.001:
        return ply - WIN
    return worth(share)


@compiled
def recurs(memory: Any, here: np.uint64, ply: int) -> bool:
    """Was this position there before, on the way from the root or in the game?"""
    for before in range(ply - 1, -1, -1):
        if memory.path[before] == here:
            return True
    place = np.int64(here & np.uint64(PAST - 1))
    while memory.past[place] != np.uint64(0):
        if memory.past[place] == here:
            return True
        place = (place + 1) & (PAST - 1)
    return False


@compiled
def recall(table: Table, here: np.uint64) -> int:
    """The table's entry for a key, 0 for none."""
    place = np.int64(here & np.uint64(table.shape[0] - 2))
    for row in (place, place + 1):
        entry = table[row, 1]
        if table[row, 0] ^ entry == here and entry != np.uint64(0):
            return np.int64(entry)
    return np.int64(0)


@compiled
def remember(
    table: Table, here: np.uint64, value: int, code: int, depth: int, age: int, bound: int, narrowed: int
) -> None:
    """Write an entry over the one of two that is least worth keeping: another key's, of an older search, less deep."""
    place = np.int64(here & np.uint64(table.shape[0] - 2))
    chosen = place
    least = np.int64(1 << 30)
    for row in (place, place + 1):
        old = table[row, 1]
        if table[row, 0] ^ old == here:
            chosen = row
            break
        kept = np.int64((old >> np.uint64(8)) & np.uint64(0xFF))
        if np.int64((old >> np.uint64(2)) & np.uint64(63)) != age:
            kept -= 256
        if kept < least:
            least = kept
            chosen = row
    found = ((value + 4 * SCALE) << 32) | (code << 16) | (min(max(depth, 0), 255) << 8) | (age << 2) | bound
    entry = np.uint64((narrowed << NARROWED) | found)
    table[chosen, 0] = here ^ entry
    table[chosen, 1] = entry


@compiled
def rank(s: Any, code: int) -> int:
    """How good a step of very many looks: the state after it, as it is."""
    after = step(s, code)
    if after.player == -2:
        return final(after, s.player, 0) + 2 * SCALE
    return worth(evaluate(after, s.player)) + 2 * SCALE


@compiled
def order(s: Any, depth: int, memory: Any, ply: int, begin: int, count: int) -> None:
    """Rank the steps from number *begin* on."""
    codes = memory.codes[ply]
    ranks = memory.ranks[ply]
    killers = memory.killers[ply]
    history = memory.history[s.player]
    wide = count > memory.few
    if wide:
        memory.nodes += count
    for number in range(begin, count):
        code = np.int64(codes[number])
        value = np.int64(0)
        if depth > 1 and not memory.even:  # before the last step asking costs more than it saves
            value = noise(s, code) << NOISY
        if code == killers[0]:
            value += 2 << KILLER
        elif code == killers[1]:
            value += 1 << KILLER
        past = int(history[code & (SPACE - 1)])
        if wide:
            value += (rank(s, code) << LOOKED) + min(past, (1 << LOOKED) - 1)
        else:
            value += past + ((code * memory.twist) & 7)
        ranks[number] = value


@compiled
def bring(memory: Any, ply: int, number: int, count: int) -> None:
    """Bring the highest of the steps from *number* on to that place; of equals, the earlier."""
    codes = memory.codes[ply]
    ranks = memory.ranks[ply]
    best = number
    for other in range(number + 1, count):
        if ranks[other] > ranks[best]:
            best = other
    codes[number], codes[best] = codes[best], codes[number]
    ranks[number], ranks[best] = ranks[best], ranks[number]


@compiled
def quiesce(s: Any, alpha: int, beta: int, ply: int, left: int, memory: Any) -> int:
    """The value of *s* when only noisy steps, *left* of them at most, may be taken, or none."""
    memory.nodes += 1
    memory.lengths[ply] = 0
    best = worth(evaluate(s, s.player))
    if best >= beta or left <= 0 or ply >= PLIES - 2:
        return best
    alpha = max(alpha, best)
    codes = memory.codes[ply]
    ranks = memory.ranks[ply]
    count = np.int64(0)
    for number in range(consider(s, codes)):
        loud = noise(s, np.int64(codes[number]))
        if loud > 0:
            codes[count] = codes[number]
            ranks[count] = loud
            count += 1
    for number in range(count):
        bring(memory, ply, number, count)
        after = step(s, np.int64(codes[number]))
        if after.player == -2:
            memory.nodes += 1
            value = final(after, s.player, ply + 1)
        elif after.player == s.player:
            value = quiesce(after, alpha, beta, ply + 1, left - 1, memory)
        else:
            value = -quiesce(after, -beta, -alpha, ply + 1, left - 1, memory)
        if value > best:
            best = value
            alpha = max(alpha, best)
            if best >= beta:
                break
    return best


@inlined
def reduction(strength: int, number: int, depth: int) -> int:
    """How much less deep step *number*, which is late, is searched at first."""
    if strength == 1:
        return np.int64(1) if number < 4 * REDUCED or depth < 5 else np.int64(2)
    less = np.int64(1)
    if number >= 2 * REDUCED and depth >= 5:
        less += 1
    if number >= 4 * REDUCED and depth >= 7:
        less += 1
    return less


@compiled
def follow(memory: Any, ply: int, code: int) -> None:
    """The best line from here is *code* and the best line from there."""
    memory.line[ply, 0] = code
    length = min(int(memory.lengths[ply + 1]), PLIES - 1)
    for number in range(length):
        memory.line[ply, number + 1] = memory.line[ply + 1, number]
    memory.lengths[ply] = length + 1


@compiled
def search(s: Any, depth: int, alpha: int, beta: int, ply: int, memory: Any, table: Table) -> int:
    """The value of *s*, which is no end, for its player: exact between *alpha* and *beta*, else a bound.

    When ``memory.stop`` is set on return, the value means nothing; at the root, what was found until then is in
    ``memory.value`` and ``memory.line[0]``.
    """
    if memory.nodes >= memory.limit:
        memory.stop = 1
    if memory.stop:
        return np.int64(0)
    memory.lengths[ply] = 0
    here = key(s)
    if memory.repeats:
        memory.path[ply] = np.uint64(0)
        if whole(s):
            if ply > 0 and recurs(memory, here, ply):
                memory.nodes += 1
                return np.int64(0)
            memory.path[ply] = here
    if depth <= 0 or ply >= PLIES - 2:
        return quiesce(s, alpha, beta, ply, memory.noisy, memory)
    memory.nodes += 1

    entry = recall(table, here)
    hashed = np.int64(-1)
    if entry:
        hashed = (entry >> 16) & 0xFFFF
        if ply > 0 and beta - alpha == 1 and ((entry >> 8) & 0xFF) >= depth:
            known = ((entry >> 32) & VALUE) - 4 * SCALE
            if known > SCALE:
                known -= ply
            elif known < -SCALE:
                known += ply
            bound = entry & 3
            if bound == EXACT or (bound == LOWER and known >= beta) or (bound == UPPER and known <= alpha):
                memory.narrowed |= entry >> NARROWED
                return known
    if ply == 0 and memory.first >= 0:
        hashed = np.int64(memory.first)

    codes = memory.codes[ply]
    count = consider(s, codes)
    ahead = depth - 1 if count > 1 else depth
    begin = np.int64(0)
    for number in range(count):
        if codes[number] == hashed:
            for place in range(number, 0, -1):
                codes[place] = codes[place - 1]
            codes[0] = hashed
            begin = np.int64(1)
            break
    if begin == 0:
        order(s, depth, memory, ply, 0, count)
    most = count
    beside, memory.narrowed = memory.narrowed, 0
    if count > memory.few:
        most = min(count, memory.narrow + memory.widen * depth)
        memory.narrowed = 1 << s.player

    best = -INFINITE
    chosen = np.int64(NO_CODE)
    floor = alpha
    for number in range(most):
        if number == 1 and begin == 1:
            order(s, depth, memory, ply, 1, count)
        if number >= begin:
            bring(memory, ply, number, count)
        code = np.int64(codes[number])
        if ply == 0 and number == 0:
            memory.line[0, 0] = code
            memory.lengths[0] = 1
        after = step(s, code)
        late = number >= REDUCED and memory.ranks[ply, number] < (1 << KILLER)
        if after.player == -2:
            memory.nodes += 1
            memory.lengths[ply + 1] = 0
            value = final(after, s.player, ply + 1)
        else:
            same = after.player == s.player
            low, high, less = alpha, beta, np.int64(0)
            if number > 0:
                high = alpha + 1
                if memory.reduce and late and depth >= 3:
                    less = reduction(memory.reduce, number, depth)
            while True:
                if same:
                    value = search(after, ahead - less, low, high, ply + 1, memory, table)
                else:
                    value = -search(after, ahead - less, -high, -low, ply + 1, memory, table)
                if memory.stop:
                    memory.narrowed |= beside
                    return np.int64(0)
                if value > alpha and less > 0:
                    less = np.int64(0)  # again, to full depth
                elif alpha < value < beta and high < beta:
                    high = beta  # again, exactly
                else:
                    break
        if value > best:
            best = value
            chosen = code
            if value > alpha:
                alpha = value
                follow(memory, ply, code)
                if ply == 0:
                    memory.value = value
            if value >= beta:
                if count > 1 and (memory.even or noise(s, code) == 0):
                    if memory.killers[ply, 0] != code:
                        memory.killers[ply, 1] = memory.killers[ply, 0]
                        memory.killers[ply, 0] = code
                    seat, place = s.player, code & (SPACE - 1)
                    memory.history[seat, place] = min(memory.history[seat, place] + depth * depth, 1 << 30)
                break
    bound = LOWER if best >= beta else EXACT if best > floor else UPPER
    kept = best + ply if best > SCALE else best - ply if best < -SCALE else best
    remember(table, here, kept, chosen, depth, memory.age, bound, memory.narrowed)
    memory.narrowed |= beside
    return best

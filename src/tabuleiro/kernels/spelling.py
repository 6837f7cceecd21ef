"""All turns of a position as texts, and the turn of a text, by the compiled rules: the same as ``core.notation`` says.

The words stay those of the plain rules. What ``Game.write`` says of a step is asked once, and kept by the step's code and
its ``wording``: what else the text depends on.
"""

from __future__ import annotations

from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabuleiro.kernels.jit import compiled, has_rule, rule_of
from tabuleiro.kernels.rules import legal, step, whole, wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.core import Action
    from tabuleiro.kernels import Kernel

Bytes = NDArray[np.uint8]
Notes = NDArray[np.int64]

WORDINGS = 16  # of a code, at most
LONGEST = 31  # bytes in the text of a step
ROWS = 32  # steps in a turn
LINE = ROWS * LONGEST  # the turn under way stands at the head of the page; what is told begins after it
PAGE = 1 << 16  # bytes at first; it grows
MOST = 1 << 26  # bytes of all turns together: a capture in Barragoon has some hundred thousand
BREAK = 10  # the end of a line
UNKNOWN = 255  # in place of the length of a text that was not asked for yet

# What a listing notes: where its page ends, how deep it was when it met an unknown text, how many turns have the wanted
# text; then the codes on the way, and those of the first turn that has it.
END, DEPTH, FOUND, WAY = 0, 1, 2, 8
ANSWER = WAY + ROWS
ASK, FULL, HOPELESS = -1, -2, -3  # a text is unknown; the page is full; only the plain rules can tell


@compiled
def list_turns(s: Any, row: int, at: int, texts: Bytes, shelf: NDArray[np.int32], notes: Notes, page: Bytes) -> int:
    """Write every turn that goes on from *s*, whose text so far is the first *at* bytes of the page."""
    codes = shelf[row]
    count = legal(s, codes)
    for number in range(count):
        code = np.int64(codes[number])
        notes[WAY + row] = code
        text = texts[code * WORDINGS + wording(s, code)]
        if text[0] == UNKNOWN:
            notes[DEPTH] = row + 1
            return ASK
        size = np.int64(text[0])
        for place in range(size):
            page[at + place] = text[1 + place]
        size += at
        after = step(s, code)
        if after.player == -2 or whole(after):
            end = notes[END]
            if size == 0:
                return HOPELESS
            if end + size >= len(page):
                return FULL
            for place in range(size):
                page[end + place] = page[place]
            page[end + size] = BREAK
            notes[END] = end + size + 1
        elif after.player < 0 or row + 1 == ROWS:
            return HOPELESS
        else:
            trouble = list_turns(after, row + 1, size, texts, shelf, notes, page)
            if trouble:
                return trouble
    return 0


@compiled
def find_turn(
    s: Any, row: int, at: int, size: int, texts: Bytes, shelf: NDArray[np.int32], notes: Notes, page: Bytes
) -> int:
    """Count the turns whose text is the first *size* bytes of the page, *at* of which have been read on the way to *s*."""
    codes = shelf[row]
    count = legal(s, codes)
    for number in range(count):
        code = np.int64(codes[number])
        notes[WAY + row] = code
        text = texts[code * WORDINGS + wording(s, code)]
        if text[0] == UNKNOWN:
            notes[DEPTH] = row + 1
            return ASK
        end = at + np.int64(text[0])
        same = end <= size
        for place in range(at, end):
            same = same and page[place] == text[1 + place - at]
        if not same:
            continue
        after = step(s, code)
        if after.player == -2 or whole(after):
            if end == size:
                notes[FOUND] += 1
                notes[DEPTH] = row + 1
                for place in range(row + 1):
                    notes[ANSWER + place] = notes[WAY + place]
        elif after.player < 0 or row + 1 == ROWS:
            return HOPELESS
        else:
            trouble = find_turn(after, row + 1, end, size, texts, shelf, notes, page)
            if trouble:
                return trouble
    return 0


@compiled
def all_turns(s: Any, texts: Bytes, shelf: NDArray[np.int32], notes: Notes, page: Bytes) -> int:
    """Where the page ends that has every turn of *s* in a line, or what the trouble is."""
    notes[END] = LINE
    row = np.int64(0)  # never a literal to a recursive function: see search.perft
    trouble = list_turns(s, row, row, texts, shelf, notes, page)
    return trouble or notes[END]


@compiled
def turn_of(s: Any, size: int, texts: Bytes, shelf: NDArray[np.int32], notes: Notes, page: Bytes) -> int:
    """How many steps the one turn has whose text the page begins with; 0 if there is none, or what the trouble is."""
    notes[FOUND] = 0
    row = np.int64(0)
    trouble = find_turn(s, row, row, size, texts, shelf, notes, page)
    return trouble or (notes[DEPTH] if notes[FOUND] == 1 else 0)


class Speller:
    """Lists and reads the turns of one game; None where the plain rules are to be asked."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel, self.game = kernel, kernel.game
        self.texts = np.zeros((len(self.game.space) * WORDINGS, 1 + LONGEST), np.uint8)
        self.texts[:, 0] = UNKNOWN
        self.shelf = np.empty((ROWS, kernel.width), np.int32)
        self.notes = np.zeros(ANSWER + ROWS, np.int64)
        self.page = np.zeros(PAGE, np.uint8)
        self.lock = Lock()  # they are shared by all who ask
        self.able = has_rule(type(kernel.pack(self.game.start())), wording)

    def turns(self, state: Any) -> list[str] | None:
        """The texts of all turns that begin in *state*."""
        if not self.able or state.player < 0 or not state.whole:
            return None
        packed = self.kernel.pack(state)
        with self.lock:
            while (end := all_turns(packed, self.texts, self.shelf, self.notes, self.page)) < 0:
                if not self._mend(state, end):
                    return None
            return self.page[LINE : end - 1].tobytes().decode().split("\n")

    def read(self, state: Any, text: str) -> list[Action] | None:
        """The steps of the one turn that is written exactly so."""
        wanted = text.encode()
        if not self.able or state.player < 0 or not state.whole or not 0 < len(wanted) < LINE:
            return None
        packed, size = self.kernel.pack(state), len(wanted)
        with self.lock:
            self.page[:size] = bytearray(wanted)
            while (steps := turn_of(packed, size, self.texts, self.shelf, self.notes, self.page)) < 0:
                if not self._mend(state, steps):
                    return None
            codes = self.notes[ANSWER : ANSWER + steps].tolist()
        return [self.game.space[code] for code in codes] or None

    def _mend(self, state: Any, trouble: int) -> bool:
        """Do something about it; False where nothing helps."""
        if trouble == FULL and len(self.page) < MOST:
            self.page = np.concatenate((self.page, np.zeros(len(self.page), np.uint8)))
            return True
        return trouble == ASK and self._learn(state)

    def _learn(self, state: Any) -> bool:
        """Ask the plain rules for the text of the last step on the way from *state*."""
        *way, code = self.notes[WAY : WAY + self.notes[DEPTH]].tolist()
        for earlier in way:
            state = self.game.apply(state, self.game.space[earlier])
        text = self.game.write(state, self.game.space[code]).encode()
        if len(text) > LONGEST or b"\n" in text:
            self.able = False
            return False
        kind = code * WORDINGS + self._wording(state, code)
        self.texts[kind, 0], self.texts[kind, 1 : 1 + len(text)] = len(text), bytearray(text)
        return True

    def _wording(self, state: Any, code: int) -> int:
        packed = self.kernel.pack(state)
        return int(rule_of(type(packed), wording)(packed, code))

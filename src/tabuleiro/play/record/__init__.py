r"""A game written down: one value with two spellings, text for people and JSON lines for machines.

Text has header lines, an empty line, numbered turns, and how it ended:

    game: eximo:first=black
    edition: 1
    seat w: Ana
    seat b: level:3
    date: 2026-11-15
    event: Lisbon Open

    1. b3-b4 ! {a quiet start} (3.2s) [1. c3-c4 g6-g5 {slower}] g6-g5
    2. b4-b5 …

    winner: b
    reason: White cannot move

After a turn may stand, in any order, a mark (one of ``!`` ``?`` ``!!`` ``??`` ``!?`` ``?!``, a word of its own), a
comment in braces, the seconds it took in round brackets, and variations: other turns than this one and those after it,
in square brackets, with marks, comments, times and variations of their own. A backslash takes its meaning from what
follows it: a brace, a bracket, a blank inside a turn, or a whole word that would be read as a number, a mark or a
time. In comments ``\n`` is a line break. Numbers of turns are for the eye: a reader passes over them.

A header line that is not known here is a tag: ``event: Lisbon Open`` is kept as it is. A game that was left inside a
turn has the steps of that turn, one a word, in a line ``unfinished:``. What is needed to go on with it but is no part
of the game stands in lines like ``table clock: 300+5``. What tells a secret of a game that still goes on is sealed:
``deal: sealed BASE64``; see ``seal``.

JSON lines are a header, a line a turn, and a line for the end. Both spellings are read up to the first damage and on
after it where that is possible: a file cut anywhere loses no more than the turn under the knife. What a reader cannot
keep, it complains of: a record that is read without complaint is written and read again without any change.
"""

from tabuleiro.play.record.value import Record, Variation, read_record

__all__ = ["Record", "Variation", "read_record"]

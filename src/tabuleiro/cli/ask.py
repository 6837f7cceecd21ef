"""Questions, each asked until the answer is valid; Enter takes the default in square brackets."""

from __future__ import annotations

import sys
from contextlib import suppress

from tabuleiro.core import say, say_many
from tabuleiro.core.words import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tabuleiro.cli.screen import Screen

YES, QUIT = later("y yes"), later("q quit exit")  # words that people type


class Left(Exception):
    """Somebody wants to leave, or there is nothing more to read."""


def means(word: str, words: str) -> bool:
    """Is *word* one of *words*, in English or in the chosen language?"""
    return word.lower() in (*words.split(), *say(words).split())


class Keys:
    """What people type: line by line, with a prompt on a live screen and without one in a pipe."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        if screen.live and not screen.plain:  # it moves the cursor
            with suppress(ImportError):  # not on Windows
                import readline  # noqa: F401 - input() then lets one edit the line and go back to earlier ones

    def line(self, prompt: str = "") -> str:
        """The next line without blanks around it; raises Left at the end."""
        if self.screen.live:
            sys.stdout.flush()
            try:
                return input(prompt).strip()
            except EOFError:
                print()
                raise Left from None
        text = sys.stdin.readline()
        if not text:
            raise Left
        return text.strip()

    def yes(self, question: str) -> bool:
        return means(self.line(say("{question} y/n [n]: ", question=question)), YES)

    def text(self, question: str, default: str, wrong: Callable[[str], str | None] = lambda _: None) -> str:
        """A word or more; *wrong* says what is wrong with an answer."""
        while True:
            answer = self.answer(f"{question} [{default}]: ") or default
            trouble = wrong(answer)
            if trouble is None:
                return answer
            print(trouble)

    def choose(self, question: str, items: Sequence[str], default: int = 0) -> int:
        """One of the numbered *items*; its index."""
        print(f"\n{question}")
        for number, item in enumerate(items, 1):
            print(f"  {number}  {item}")
        return self.number(len(items), default)

    def number(self, most: int, default: int = 0) -> int:
        """A number from 1 to *most*, less one."""
        while True:
            answer = self.answer(say("Your choice, 1 to {most} [{default}]: ", most=most, default=default + 1))
            if not answer:
                return default
            if answer.isascii() and answer.isdigit() and 1 <= int(answer[:6]) <= most:
                return int(answer) - 1
            print(say("{answer} is no choice; type a number from 1 to {most}, or quit", answer=answer, most=most))

    def answer(self, prompt: str) -> str:
        """A line that is not a wish to leave."""
        answer = self.line(prompt)
        if means(answer, QUIT):
            raise Left
        return answer

    def page(self, lines: Sequence[str]) -> None:
        """Print *lines*, on a live screen with a pause whenever it is full."""
        room = max(self.screen.height - 2, 5)
        for start in range(0, len(lines), room):
            print("\n".join(lines[start : start + room]))
            left = len(lines) - start - room
            if self.screen.live and left > 0:
                prompt = say_many(
                    "-- {count} more line; Enter for more, q to stop -- ",
                    "-- {count} more lines; Enter for more, q to stop -- ",
                    left,
                )
                if self.screen.plain:
                    prompt = say_many(
                        "{count} more line; Enter for more, q to stop: ",
                        "{count} more lines; Enter for more, q to stop: ",
                        left,
                    )
                if self.line(prompt).lower().startswith("q"):
                    return

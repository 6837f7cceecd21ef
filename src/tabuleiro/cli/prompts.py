"""Questions, each asked until the answer is valid; Enter takes the default in square brackets."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import sleep
from types import ModuleType

from tabuleiro.cli.terminal import Screen
from tabuleiro.core import say, say_many
from tabuleiro.core.words import later
from tabuleiro.home.files import lines_of
from tabuleiro.table.desk import GUARD

YANKS = {"vi-command": ("p", "P"), "vi-insert": (r"\C-y",), "emacs": (r"\C-y", r"\ey")}  # keys, by readline's keymap

YES, QUIT = later("y yes"), later("q quit exit")  # words that people type


class Left(Exception):
    """Somebody wants to leave, or there is nothing more to read."""


def means(word: str, words: str) -> bool:
    """Is *word* one of *words*, in English or in the chosen language?"""
    return word.lower() in (*words.split(), *say(words).split())


def picked(answer: str, most: int) -> int:
    """The number from 1 to *most* that was typed, 0 for anything else."""
    return int(answer) if answer.isascii() and answer.isdigit() and 1 <= int(answer[:6]) <= most else 0


class Keys:
    """What people type: line by line, with a prompt on a live screen and without one in a pipe."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._editor: ModuleType | None = None
        if screen.live and not screen.plain:  # it moves the cursor
            with suppress(ImportError):  # not on Windows
                import readline  # input() then lets one edit the line and go back to earlier ones

                self._editor = readline

    def line(self, prompt: str = "") -> str:
        """The next line without blanks around it; raises Left at the end."""
        if self.screen.live:
            sys.stdout.flush()
            try:
                return input(prompt).strip()
            except EOFError:
                print()
                raise Left from None
        for text in lines_of(sys.stdin):
            return text.strip()
        raise Left

    def forget(self) -> None:
        """Let no key bring back what was typed so far, nor what was deleted: somebody else is going to sit here.

        Deleted text cannot be taken from the editor; so the keys that insert it do nothing from now on.
        """
        if self._editor is None:
            return
        self._editor.clear_history()
        if "libedit" in (self._editor.__doc__ or ""):
            self._editor.parse_and_bind("bind -r ^Y")
            return
        for keymap, keys in YANKS.items():
            self._editor.parse_and_bind(f"set keymap {keymap}")
            for key in keys:
                self._editor.parse_and_bind(f'"{key}": redraw-current-line')

    def ignore_typed(self) -> None:
        """Drop what was typed, and what is typed before anybody can have seen what is on the screen now."""
        sys.stdout.flush()
        sleep(GUARD)
        with suppress(ImportError):  # not on Windows
            import termios

            termios.tcflush(sys.stdin, termios.TCIFLUSH)

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
            if number := picked(answer, most):
                return number - 1
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
                words = say_many(
                    "{count} more line; Enter for more, q to stop",
                    "{count} more lines; Enter for more, q to stop",
                    left,
                )
                if self.line(f"{words}: " if self.screen.plain else f"-- {words} -- ").lower().startswith("q"):
                    return

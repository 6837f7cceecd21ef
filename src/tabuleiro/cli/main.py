"""The command ``tabuleiro``: finds the module of a command, runs it, and turns whatever happens into an exit code.

0 done, 1 the answer is no, 2 wrong use, 130 interrupted, 128 and its number ended by a signal. Data goes to standard
output, everything else to standard error. Only the module of the command that is wanted is imported: ``tabuleiro
games`` should feel instant.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from tabuleiro import __version__
from tabuleiro.core.errors import BadOption, Ended, TabuleiroError
from tabuleiro.core.words import brief, later, say
from tabuleiro.home.folders import announce_by, take_notices
from tabuleiro.home.languages import choose, languages, why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence
    from typing import NoReturn

DONE, NO, WRONG_USE, INTERRUPTED = 0, 1, 2, 130

COMMANDS = {  # in the order of the help
    "play": later("play, alone or together, against people or the computer"),
    "games": later("the games, one a line, with players and options"),
    "rules": later("how to play a game"),
    "show": later("a position as text or as a picture"),
    "moves": later("every legal turn of a position, or of many positions"),
    "perft": later("count the ways to play so many turns"),
    "replay": later("step through a record, or check it"),
    "match": later("let two programs play many games: who is stronger, and how sure that is"),
    "sprt": later("is a program stronger by so much? play until that is clear"),
    "tournament": later("many programs play each other: tables, ratings and a report to look at"),
    "ladder": later("the rating of every level"),
    "train": later("let a game's evaluation learn from self-play, and take what wins"),
    "analyze": later("the best lines of a position, or the mistakes of a game"),
    "engine": later("play for another program: UGI on standard input and output"),
    "warmup": later("compile what the strong players need, before the first game"),
    "serve": later("a web site on this machine: play in a browser, with friends by link, or watch"),
    "sit": later("let a program take a seat at a table of a web site"),
    "db": later("look after the games of a web site: back up, upgrade, prune, delete"),
    "check": later("test a game against the laws that every game must keep, or a bot by quick games"),
    "new": later("write a file that is the beginning of a new game"),
}
OWN = ("-h", "--help", "--version")  # flags of no command
UNATTENDED = ("match", "sprt", "tournament", "ladder", "train", "analyze", "engine", "sit")  # nobody may be looking


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line *argv* (the process's own, if None); the exit code."""
    _soften_streams()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _run(words)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has gone: nothing may be written, not even by the flush at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not cut the clean-up short
        if sys.stderr.isatty():  # end the line on which the terminal shows ^C
            print(file=sys.stderr)
        return INTERRUPTED
    except Ended as stop:  # the message was printed before
        return int(stop.code or DONE)
    except (Exception, SystemExit) as error:
        if os.environ.get("TABULEIRO_DEBUG"):
            raise
        print(f"tabuleiro: {_sentence(error)}", file=sys.stderr)
        return WRONG_USE
    finally:
        _tell_notices()
    return code


def _tell_notices() -> None:
    """What people should know about their files, if there was something and nobody has told it yet."""
    for text in take_notices():
        print(f"tabuleiro: {brief(text)}", file=sys.stderr)


def _run(words: list[str]) -> int:
    words, named = _without(
        words, "--lang", lambda: say("--lang takes a language: {known}", known=", ".join(languages()))
    )
    lang = named[-1] if named else None
    choose(lang)
    words, files = _without(words, "--game", lambda: say("--game takes a .py file"))
    if files:
        from tabuleiro.core.registry import give

        for file in files:
            give(file)
    words = _command_first(words)
    if words and words[0] in COMMANDS:
        module = import_module(f"tabuleiro.cli.commands.{words[0]}")
        parser = _parser(f"tabuleiro {words[0]}", say(COMMANDS[words[0]]))
        module.arguments(parser)
        args = parser.parse_args(words[1:])
        args.lang = lang or ""
        _answer_interrupts()
        announce_by(_announce)
        code: int = _run_politely(module.run, args) if words[0] in UNATTENDED else module.run(args)
        return code
    _refuse_game(words)
    parser = _parser("tabuleiro", say("Five abstract board games, and any others that you add."))
    version = f"tabuleiro {__version__}"
    parser.add_argument("--version", action="version", version=version, help=say("show the version and exit"))
    commands = parser.add_subparsers(title=say("commands"), metavar=say("COMMAND"))
    for name, words_about in COMMANDS.items():
        commands.add_parser(name, help=say(words_about), formatter_class=parser.formatter_class)
    parser.epilog = say(
        "GAME is name[:option=value,...], like momentum:size=9, or a path to a .py file. "
        "tabuleiro COMMAND --help says more about a command."
    )
    parser.parse_args(words)
    parser.print_help()
    return DONE


def _command_first(words: list[str]) -> list[str]:
    """*words* with the command in front, before which its flags may stand; people at a terminal who name none play."""
    if words and (words[0][:1] != "-" or words[0] in OWN):
        return words
    at = next((number for number, word in enumerate(words) if word in COMMANDS), None)
    if at is not None:
        return [words[at], *words[:at], *words[at + 1 :]]
    return ["play", *words] if sys.stdin.isatty() and sys.stdout.isatty() else words


def _refuse_game(words: list[str]) -> None:
    """Who names a game where a command should stand most likely wants to play it."""
    from tabuleiro.core.registry import names

    if words and words[0].partition(":")[0] in names():
        raise BadOption(say("{name} is a game; to play it: tabuleiro play {name}", name=words[0]))


def _announce(text: str) -> None:
    """Say what is going on; on a terminal, who shows how far it is says so itself."""
    if not sys.stderr.isatty():
        print(f"tabuleiro: {brief(text)}", file=sys.stderr, flush=True)


def _answer_interrupts() -> None:
    """Raise KeyboardInterrupt from now on; while modules were being imported, SIGINT ended the process at once."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _run_politely(run: Callable[[Namespace], int], args: Namespace) -> int:
    """Run a command that may have child processes: they are ended before it ends, also by a signal."""
    from tabuleiro.arena.signals import KILLED, answered, leave_politely

    with answered(KILLED, leave_politely):
        return run(args)


def _without(words: list[str], flag: str, missing: Callable[[], str]) -> tuple[list[str], list[str]]:
    """*words* without *flag*, which may stand anywhere and more than once, and the values that follow it.

    *missing* says what is wrong where no value follows.
    """
    rest, values, waiting = list[str](), list[str](), iter(words)
    for word in waiting:
        name, equals, value = word.partition("=")
        if name != flag:
            rest.append(word)
        elif equals:
            values.append(value)
        elif (following := next(waiting, None)) is not None:
            values.append(following)
        else:
            raise BadOption(missing())
    return rest, values


def _parser(prog: str, description: str) -> ArgumentParser:
    import argparse
    from argparse import ArgumentParser, HelpFormatter

    # What argparse says by itself, such as "usage", it looks up by these two names.
    vars(argparse).update(_=say, ngettext=lambda one, many, count: say(one if count == 1 else many))

    def formatter(prog: str) -> HelpFormatter:
        """Told how wide it is, argparse does not import shutil and all its compressors to find out."""
        try:
            width = os.get_terminal_size(sys.stdout.fileno()).columns
        except (OSError, ValueError):
            width = 0
        return HelpFormatter(prog, width=min(width or 80, 100) - 2)

    class OneLine(ArgumentParser):
        """Says what is wrong in one line, and where to read more, instead of the whole usage."""

        def exit(self, status: int = DONE, message: str | None = None) -> NoReturn:
            if message:
                print(message, end="", file=sys.stderr)
            raise Ended(status)

        def error(self, message: str) -> NoReturn:
            words = say("{command}: {message}; {command} --help tells more", command=self.prog, message=message)
            self.exit(WRONG_USE, brief(words) + "\n")

    parser = OneLine(prog=prog, description=description, allow_abbrev=False, formatter_class=formatter)
    known = "|".join(languages())
    parser.add_argument("--lang", metavar=known, help=say("language; without it, as the locale says"))
    parser.add_argument("--game", metavar=say("FILE.py"), help=say("a game that is not installed; again for another"))
    return parser


def _soften_streams() -> None:
    """Characters that a stream cannot take become question marks instead of errors; a closed stream is an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for as long as we run
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _sentence(error: BaseException) -> str:
    """What went wrong, in one line."""
    if isinstance(error, TabuleiroError):
        text = str(error)
    elif isinstance(error, OSError) and error.strerror:
        words = say(why(error))
        text = f"{error.filename}: {words}" if error.filename else words
    else:
        text = say(
            "something went wrong inside: {error} (TABULEIRO_DEBUG=1 shows where)",
            error=f"{type(error).__name__}: {error}",
        )
    return brief(text)

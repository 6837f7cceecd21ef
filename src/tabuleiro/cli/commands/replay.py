"""``tabuleiro replay FILE``: a record position by position, or whether it is sound."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from random import Random

from tabuleiro.cli.place import complain
from tabuleiro.cli.prompts import QUIT, Keys, Left, means
from tabuleiro.cli.terminal import Screen, find_screen
from tabuleiro.core import say, say_many
from tabuleiro.core.errors import BadOption, TabuleiroError
from tabuleiro.core.words import brief, later
from tabuleiro.draw.prose import points_line, standing, status_lines
from tabuleiro.home.files import load
from tabuleiro.play.history import page_number, pages
from tabuleiro.play.lineup import people
from tabuleiro.play.session import Session

NEXT, BACK = later("n next"), later("b back")  # words that people type


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar=say("FILE"), help=say("a record, as text or JSON lines; - for standard input"))
    parser.add_argument("--check", action="store_true", help=say("only say whether it is sound, or where it breaks"))
    parser.add_argument("--turn", type=int, metavar="N", help=say("only the position after so many turns"))
    parser.add_argument("--ascii", action="store_true", help=say("plain characters only"))
    parser.add_argument("--flip", action="store_true", help=say("the board from the other side"))


def run(args: Namespace) -> int:
    if args.check:
        return check(args.file)
    _, session, problems = load(args.file, Random(0))
    show = Show(session, find_screen(args.ascii), args.flip)
    if args.turn is not None:
        if not 0 <= args.turn < len(show.pages):
            raise BadOption(later("--turn takes a number from 0 to {last}", last=len(show.pages) - 1))
        print(show.page(args.turn))
    elif show.screen.live:
        browse(show)
    else:
        for number in range(len(show.pages)):
            print(show.page(number), end="\n\n")
    complain(*(f"{args.file}: {problem}" for problem in problems))
    return 1 if problems else 0


def check(path: str) -> int:
    """0 for a sound record; 1, and where it breaks, for another."""
    try:
        record, session, problems = load(path, Random(0))
    except TabuleiroError as error:
        print(error)
        return 1
    for problem in problems:
        print(brief(f"{path}: {problem}"))
    if problems:
        return 1
    ended = session.outcome
    how = standing(session.game, session.state, ended) if ended else say("not finished")
    print(
        say_many(
            "{path}: sound, {count} turn of {game}; {how}",
            "{path}: sound, {count} turns of {game}; {how}",
            len(record.turns),
            path=path,
            game=record.game,
            how=how,
        )
    )
    return 0


class Show:
    """The pages of a record. What is secret stays so unless the game has ended."""

    def __init__(self, session: Session, screen: Screen, flip: bool) -> None:
        self.session = session
        self.game = session.game
        self.screen = screen
        self.flip = flip
        self.people = people(self.game, session.names)
        self.pages = pages(session)

    def page(self, number: int) -> str:
        """The position after so many turns."""
        page, game, ended = self.pages[number], self.game, self.session.outcome
        final = number == len(self.pages) - 1
        state = page.state if ended else game.view(page.state, None)
        text = f"{page.text} {page.mark}".rstrip()
        head = (
            say("{number}. {seat} plays {text}", number=number, seat=self.people[page.player], text=text)
            if number
            else f"{game.title}: {', '.join(self.people)}"
        )
        board = self.screen.board(game, state, self.flip, page.cells)
        lines = [head, *([f"{{{page.comment}}}"] if page.comment else []), *page.variations]
        if self.screen.live:
            lines.append(self.screen.table(board, self.screen.panel(game, state, self.people, ())))
        else:
            position = say("position: {text}", text=game.write_position(state))
            lines += [board, "", position, *status_lines(game, state)]
        if final and ended:
            lines += [points_line(ended, self.people), standing(game, state, ended, self.people)]
        return "\n".join(lines)


def browse(show: Show) -> None:
    """Forwards and backwards through the pages."""
    keys, number, last = Keys(show.screen), 0, len(show.pages) - 1
    print(show.page(0))
    while True:
        prompt = say("turn {number} of {last}; Enter, back, a number, quit: ", number=number, last=last)
        try:
            word = keys.line(prompt)
        except Left:
            return
        if means(word, QUIT):
            return
        if (page := page_number(word, last)) is not None:
            number = page
        elif (not word or means(word, NEXT)) and number < last:
            number += 1
        elif means(word, BACK) and number:
            number -= 1
        else:
            onward = not word or means(word, NEXT)
            print(say("That is where the record ends.") if onward else say("Not possible here."))
            continue
        print(show.page(number))

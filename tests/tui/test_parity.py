"""The same script of orders through the table itself, the line mode and the app: the same record, the same sentences."""

from dataclasses import replace
from random import Random

import pytest
from table_play import calm, press

from tabuleiro.cli.line.table import LineTable
from tabuleiro.cli.prompts import Keys
from tabuleiro.cli.terminal import Screen
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.registry import find, names
from tabuleiro.core.words import one_line
from tabuleiro.play.lineup import HUMAN, Party
from tabuleiro.play.record import read_record
from tabuleiro.table.commands import Question, read_command
from tabuleiro.table.setting import Host, Wish, begin
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.screens.table import TableScreen
from tabuleiro.tui.widgets.dialogs import Ask, HandOver
from tabuleiro.tui.widgets.end import End
from tabuleiro.tui.widgets.turn_line import TurnLine

SEED = 5


def party(name):
    game = find(name)
    return Party(game, (HUMAN,) * game.players, ("Ana", *[""] * (game.players - 1)))


def script(name):
    """Lines to type, each with the answers to what is then asked: turns of a game, and every order that says something."""
    desk, rng = begin(party(name), Random(SEED), Wish(), Host(live=False)), Random(SEED)
    turns = []
    while len(turns) < 6:
        steps = []
        while not steps or not desk.session.state.whole:
            player, before = desk.session.player, desk.session.so_far
            desk.table.play(player, rng.choice(desk.table.view(player).actions))
            steps.append((player, before))
        turns.append(desk.session.turns[-1])
        if any(player != steps[0][0] for player, _ in steps):  # a turn of two people is not typed in one go
            turns.pop()
            break
    return [
        ("undo", ""),
        ("fly", ""),
        *((turn, "") for turn in turns[:4]),
        ("undo", ""),
        ("redo", ""),
        ("redo", ""),
        ("flip", ""),
        ("note a quiet start", ""),
        ("save game.txt", ""),
        ("look 1", ""),
        ("look 99", ""),
        ("look", ""),
        ("draw", "n"),
        ("resign", "n"),
        ("resign", "y"),
    ]


def record(session):
    return replace(session.record(), seconds=(), date="").to_text()


def through_the_table(name):
    """The record, and the sentences that the script is answered with."""
    desk, said = begin(party(name), Random(SEED), Wish(), Host(live=False)), []
    desk.public = False
    for line, answer in script(name):
        if desk.must_hand_over:
            desk.take_keyboard()
        found = read_command(desk.table, line, ())
        try:
            reply = found[0].do(desk, found[1]) if found else desk.play(line)
        except TabuleiroError as error:
            said.append(one_line(str(error)))
            continue
        while isinstance(reply, Question):
            said.append(reply.words)
            reply = reply.then(answer == "y")
        if reply and reply.words:
            said.append(one_line(reply.words))
    return record(desk.session), said


class Typist(Keys):
    """Types the script, and answers what is asked."""

    def __init__(self, screen, lines):
        super().__init__(screen)
        self.lines = iter(lines)
        self.reply = ""

    def ignore_typed(self):
        """There is no terminal with keys that wait."""

    def line(self, prompt=""):
        print(prompt)
        if prompt.startswith("Pass the keyboard"):
            return ""
        if prompt.endswith("y/n [n]: "):
            return self.reply
        line, self.reply = next(self.lines)
        return line


def through_lines(name, capsys):
    screen = Screen(live=True, dumb=True)
    desk = begin(party(name), Random(SEED), Wish(), Host())
    assert LineTable(desk, screen, Typist(screen, script(name)), []).run() == 0
    return record(desk.session), capsys.readouterr().out


def through_the_app(name, drive, monkeypatch):
    said, app = [], TabuleiroApp(Request(party=party(name), seed=SEED))
    say, ask = TableScreen.say, Ask.__init__
    monkeypatch.setattr(
        TableScreen, "say", lambda self, words, wrong=False: (said.append(words), say(self, words, wrong))
    )
    monkeypatch.setattr(
        Ask, "__init__", lambda self, words, *rest, **more: (said.append(words), ask(self, words, *rest, **more))[1]
    )

    async def scene(pilot):
        desk = app.screen_stack[1].desk
        for line, answer in script(name):
            await calm(pilot)
            while isinstance(app.screen, HandOver):
                await press(pilot, "enter")
                await calm(pilot)
            app.screen.query_one(TurnLine).value = line
            await press(pilot, "enter")
            await calm(pilot)
            if isinstance(app.screen, Ask):
                await press(pilot, answer)
            if isinstance(app.screen, TableScreen) and app.screen.query_one(TurnLine).value:
                app.screen.query_one(TurnLine).clear()  # what is no turn stays there to be mended
        await calm(pilot)
        assert isinstance(app.screen, End)
        await press(pilot, "r")
        await calm(pilot)
        assert app.screen_stack[1].desk.table.party == desk.table.rematch()
        return desk.session

    return record(drive(app, scene)), said


def in_order(sentences, text):
    """Do all *sentences* stand in *text*, one after the other?"""
    place = 0
    for sentence in sentences:
        place = text.find(sentence, place)
        if place < 0:
            return sentence
        place += len(sentence)
    return None


@pytest.mark.parametrize("name", names())
def test_a_script_gives_the_same_record_and_sentences_everywhere(name, drive, monkeypatch, capsys, tmp_path):
    for front in ("table", "lines", "app"):
        (tmp_path / front).mkdir()
    monkeypatch.chdir(tmp_path / "table")
    written, said = through_the_table(name)
    assert len(said) >= 9 and "resigned" in written
    monkeypatch.chdir(tmp_path / "lines")
    lines, printed = through_lines(name, capsys)
    assert lines == written
    assert in_order(said, printed) is None
    monkeypatch.chdir(tmp_path / "app")
    app, shown = through_the_app(name, drive, monkeypatch)
    assert app == written
    assert in_order(said, "\n".join(shown)) is None
    saved = [read_record((tmp_path / front / "game.txt").read_text("utf-8"))[0] for front in ("table", "lines", "app")]
    assert all(replace(kept, seconds=(), date="").to_text() == written for kept in saved)

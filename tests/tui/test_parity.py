"""The same script of orders through the table itself, the line mode and the app: the same record, the same sentences."""

import re
from dataclasses import replace
from random import Random

import pytest
from table_play import calm, press, until

from tabuleiro.cli.line.table import LineTable
from tabuleiro.cli.prompts import Keys
from tabuleiro.cli.terminal import Screen
from tabuleiro.core.errors import TabuleiroError
from tabuleiro.core.notation import typed
from tabuleiro.core.registry import find, names
from tabuleiro.core.words import one_line
from tabuleiro.play.lineup import HUMAN, Party
from tabuleiro.play.record import read_record
from tabuleiro.table.commands import Question, read_command
from tabuleiro.table.setting import Host, Wish, begin, rematch
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.screens.table import TableScreen
from tabuleiro.tui.widgets.dialogs import Ask, HandOver
from tabuleiro.tui.widgets.end import End
from tabuleiro.tui.widgets.turn_line import TurnLine

SEED = 2  # by which there are turns of several steps, but in Momentum, whose turns are single steps
BARRAGOON = "7/7/7/7/32W3/7/3LR3/7/3B6 W"  # a capture is near
LIVELY = frozenset("x^")  # signs of steps after which a turn may go on
HINT = re.compile(r"Hint: (\S+?)(?:\.\.\.)?(?: \(by the plain rules.*\))?$", re.MULTILINE)


def party(name):
    game = find(name)
    return Party(game, (HUMAN,) * game.players, ("Ana", *[""] * (game.players - 1)))


def wish(name):
    return Wish(position=BARRAGOON if name == "barragoon" else None)


def played(name):
    """Some turns of a game, each with its steps as they are typed; none that two people play together."""
    desk, rng = begin(party(name), Random(SEED), wish(name), Host(live=False)), Random(SEED)
    turns = []
    while len(turns) < 4:
        steps, who = [], desk.session.player
        while not steps or not desk.session.state.whole:
            view = desk.table.view(desk.session.player)
            texts = {typed(desk.game, view.state, action): action for action in view.actions}
            steps.append(max(texts, key=lambda text: (not LIVELY.isdisjoint(text), rng.random())))
            action = texts[steps[-1]]
            desk.table.play(desk.session.player, action)
            if desk.session.player not in (who, -1) and not desk.session.state.whole:
                return turns
        turns.append((desk.session.turns[-1], steps))
    return turns


def in_parts(steps):
    """The beginning of a turn, which is taken back and typed again, and its rest."""
    first, *rest = steps
    return [first, "back", first, *rest] if rest else [first]


def script(name):
    """Lines to type, each with the answers to what is then asked: turns of a game, and every order that says something."""
    turns = played(name)
    longest = max((steps for _, steps in turns), key=len)
    return [
        ("undo", ""),
        ("back", ""),
        ("fly", ""),
        ("hint", ""),
        *((line, "") for turn, steps in turns for line in (in_parts(steps) if steps is longest else [turn])),
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
    desk, said = begin(party(name), Random(SEED), wish(name), Host(live=False)), []
    desk.public = False
    for line, answer in script(name):
        if desk.must_hand_over:
            desk.take_keyboard()
        if line == "hint":  # a front end's own
            continue
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
    desk = begin(party(name), Random(SEED), wish(name), Host())
    table = LineTable(desk, screen, Typist(screen, script(name)), [])
    assert table.run() == 0
    assert table.again()  # the last answer is yes
    assert rematch(desk, Random(SEED), Host()).table.party == desk.table.party.further()
    return record(desk.session), capsys.readouterr().out


def overheard(monkeypatch):
    """What the app says below the board."""
    said, tell = [], TableScreen.tell
    monkeypatch.setattr(
        TableScreen, "tell", lambda self, words, wrong=False: (said.append(words), tell(self, words, wrong))
    )
    return said


async def enter(pilot, line):
    """Type *line*, wherever the focus is."""
    typing = pilot.app.screen.query_one(TurnLine)
    typing.focus()
    typing.value = line
    await press(pilot, "enter")
    await until(pilot, lambda: not pilot.app.delivering)


def through_the_app(name, drive, monkeypatch):
    app = TabuleiroApp(Request(party=party(name), position=wish(name).position, seed=SEED))
    said, ask = overheard(monkeypatch), Ask.__init__
    monkeypatch.setattr(
        Ask, "__init__", lambda self, words, *rest, **more: (said.append(words), ask(self, words, *rest, **more))[1]
    )

    async def scene(pilot):
        desk = app.screen_stack[1].desk
        for line, answer in script(name):
            while isinstance(app.screen, HandOver):
                await press(pilot, "enter")
                await until(pilot, lambda: not app.delivering)
            await enter(pilot, line)
            if line == "hint":
                await until(pilot, lambda: any(HINT.search(words) for words in said))
            if isinstance(app.screen, Ask):
                await press(pilot, answer)
            if isinstance(app.screen, TableScreen) and app.screen.query_one(TurnLine).value:
                app.screen.query_one(TurnLine).clear()  # what is no turn stays there to be mended
        await calm(pilot)
        assert isinstance(app.screen, End)
        await press(pilot, "r")
        await calm(pilot)
        assert app.screen_stack[1].desk.table.party == desk.table.party.further()
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
    for module in ("analysis.hint", "tui.screens.thinking"):
        monkeypatch.setattr(f"tabuleiro.{module}.HINT_SECONDS", 0.1)
    for front in ("table", "lines", "app"):
        (tmp_path / front).mkdir()
    monkeypatch.chdir(tmp_path / "table")
    written, said = through_the_table(name)
    assert len(said) >= 10 and "resigned" in written
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
    for text in (printed, "\n".join(shown)):  # what is best depends on time, that it can be played does not
        (turn,) = set(HINT.findall(text))
        session = begin(party(name), Random(SEED), wish(name), Host(live=False)).session
        session.play(session.player, turn)


ALONE = ("pause", "faster", "faster", "faster", "slower", "step", "undo", "redo", "step", "note so far", "slower")


def computers(name):
    game = find(name)
    return Party(game, ("random",) * game.players, ("",) * game.players)


@pytest.mark.parametrize("name", names())
def test_computers_alone_obey_the_same_orders_at_the_table_and_in_the_app(name, drive, monkeypatch):
    """The line mode shows such a game to its end, and nobody is asked for orders."""
    app, said = TabuleiroApp(Request(party=computers(name), seed=SEED)), overheard(monkeypatch)

    async def scene(pilot):
        desk, begun = app.screen.desk, None
        for line in ALONE:
            turns = len(desk.session.turns)
            await enter(pilot, line)
            if line == "step":
                await until(pilot, lambda: len(desk.session.turns) > turns)  # noqa: B023
            await until(pilot, lambda: app.screen.computers.thought is None)  # it ends what it has begun
            begun = len(desk.session.steps) if begun is None else begun
        return begun, record(desk.session), desk.pace

    begun, written, pace = drive(app, scene)
    desk, told = begin(computers(name), Random(SEED), Wish(), Host(live=False)), []

    def go_on(done):
        while not done():
            assert desk.delay() is not None
            table = desk.table
            table.play(desk.session.player, table.thinker.choose(table.view(desk.session.player), table.limit()).action)

    go_on(lambda: len(desk.session.steps) == begun)
    for line in ALONE:
        command, rest = read_command(desk.table, line, ())
        told.append(command.do(desk, rest).words)
        if line == "step":
            turns = len(desk.session.turns)
            go_on(lambda: len(desk.session.turns) > turns)  # noqa: B023
    assert (record(desk.session), desk.pace) == (written, pace)
    assert in_order([words for words in told if words], "\n".join(said)) is None

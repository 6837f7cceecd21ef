"""Setting up a game: every field of every game, wrong values, and the game that comes of it."""

import re
import shlex
import sys
from pathlib import Path

import pytest
from textual.widgets import Button

from nets import written
from tabuleiro.ai.agents import known
from tabuleiro.core.option import options, spell
from tabuleiro.core.registry import find, names
from tabuleiro.play.lineup import HUMAN
from tabuleiro.table.draft import Draft, recalled, remember
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.screens.menu import MenuScreen
from tabuleiro.tui.screens.rules import RulesScreen
from tabuleiro.tui.screens.setup import SetupScreen
from tabuleiro.tui.screens.table import TableScreen
from tabuleiro.tui.widgets.form import Field, Picker


class Setting:
    """The page for one game, and what tests do with it."""

    def __init__(self, pilot):
        self.pilot = pilot
        self.app = pilot.app

    @property
    def page(self):
        return self.app.screen

    @property
    def ready(self):
        return not self.page.query_one("#start", Button).disabled

    def control(self, id):
        return self.page.query_one(f"#{id}")

    def note(self, key):
        """What stands beside a field, if something is wrong with it."""
        return next(field.problem for field in self.page.query(Field) if field.key == key)

    async def at(self, id):
        self.control(id).focus()
        await self.pilot.pause()

    async def type(self, id, text):
        """Write *text* instead of what stands there, key by key."""
        await self.at(id)
        await self.pilot.press("end", "ctrl+u", *(text or []))
        await self.pilot.pause()

    async def turn(self, id, value):
        """Go through a list with the arrows until *value* is chosen."""
        await self.at(id)
        picker = self.control(id)
        values = list(picker.choices)
        steps = values.index(value) - values.index(picker.value)
        await self.pilot.press(*["right" if steps > 0 else "left"] * abs(steps))
        await self.pilot.pause()
        assert picker.value == value

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.pilot.pause()


@pytest.fixture
def setting(drive):
    """Runs a scene on the page for a game."""

    def run(name, scene, size=(80, 24)):
        app = TabuleiroApp(Request(seed=1))

        async def perform(pilot):
            app.push_screen(SetupScreen(name))
            await pilot.pause()
            return await scene(Setting(pilot))

        return drive(app, perform, size)

    return run


@pytest.mark.parametrize("name", names())
def test_every_option_of_every_game(setting, same_screen, name):
    items = [item for item in options(find(name)) if item.name not in ("first", "starter")]

    async def scene(form):
        same_screen(form.app, f"setup-{name}")
        for item in items:
            control, key = f"option-{item.name}", f"option.{item.name}"
            field = next(field for field in form.page.query(Field) if field.key == key)
            if item.name != "players":
                assert item.help in field.help
            if isinstance(form.control(control), Picker):
                values = list(form.control(control).choices)
                assert values == (
                    ["on", "off"] if isinstance(item.default, bool) else [str(choice) for choice in item.choices]
                )
                await form.turn(control, next(value for value in values if value != spell(item.default)))
            else:
                await form.type(control, "x")
                assert item.accepted in form.note(key)
                assert not form.ready
                await form.type(control, str(max(item.default + 2, item.least)))
            assert form.note(key) == ""
            assert form.ready
        return form.page.draft

    draft = setting(name, scene)
    game = draft.game()
    assert all(getattr(game, item.name) != item.default for item in items)


def test_bad_values_are_said_beside_the_field_and_do_not_start(setting, same_screen):
    async def scene(form):
        await form.type("option-size", "9999")
        assert "a number from 7 to 26" in form.note("option.size")
        await form.type("option-size", "7")
        await form.type("option-marbles", "40")
        assert "40" in form.note("option.marbles")
        assert form.note("option.size") == ""
        await form.turn("time-control", "1800+10")
        await form.press("right")  # one of one's own
        await form.type("control", "soon")
        assert "no time control" in form.note("control")
        await form.press("f5")
        assert isinstance(form.page, SetupScreen)
        same_screen(form.app, "setup-wrong")
        await form.press("escape")
        assert isinstance(form.page, MenuScreen)

    setting("momentum", scene, (120, 40))
    assert recalled("momentum") == Draft("momentum")


def test_who_plays_and_how_well(setting):
    async def scene(form):
        await form.at("mode-people")
        await form.press("enter")
        assert form.page.draft.party().players == (HUMAN, HUMAN)
        await form.at("mode-computers")
        await form.press("enter")
        assert form.page.draft.mode == "computers"
        for spec in known(find("eximo")):
            await form.turn("player-0", spec)
            assert form.page.draft.party().players == (spec, "level:2")
        await form.turn("player-0", HUMAN)
        await form.turn("player-1", "random")
        await form.type("name-0", "Ana [b]")
        await form.press("f6")
        return form.page.draft.party()

    party = setting("eximo", scene)
    assert party.players == ("random", HUMAN)
    assert party.names == ("", "Ana [b]")


def test_seats_come_and_go_with_the_number_of_players(setting):
    async def scene(form):
        seats = list(form.page.query(".seat").results(Field))
        assert [field.display for field in seats] == [True, True, False, False]
        await form.turn("option-players", "4")
        assert [field.display for field in seats] == [True] * 4
        await form.turn("beginner", "r")
        assert form.page.draft.game().start().player == 3
        await form.turn("player-3", "random")
        await form.turn("option-players", "2")
        assert form.ready
        return form.page.draft.party()

    party = setting("campo-bello", scene)
    assert party.players == (HUMAN, "level:2")
    assert party.game.start().player == 0


def test_a_computer_that_cannot_play_with_so_many_is_replaced(setting):
    async def scene(form):
        await form.turn("player-1", "alphabeta:seconds=1")
        await form.turn("option-players", "3")
        return form.ready, form.page.draft.party().players

    assert setting("campo-bello", scene) == (True, (HUMAN, "level:2", "level:2"))


@pytest.mark.parametrize(("name", "value"), [("eximo", "black"), ("momentum", "player2")])
def test_who_begins(setting, name, value):
    async def scene(form):
        await form.turn("beginner", value)
        return form.page.draft.game().start().player

    assert setting(name, scene) == 1


def test_games_whose_rules_say_who_begins(setting, shown):
    async def scene(form):
        return "\n".join(shown(form.app))

    assert "White, as the rules say" in setting("barragoon", scene)


@pytest.mark.parametrize(("name", "seed"), [("eximo", 0), ("eximo", 1), ("barragoon", 0), ("barragoon", 1)])
def test_who_begins_is_drawn_by_lot(setting, name, seed):
    async def scene(form):
        form.app.rng.seed(seed)
        await form.turn("beginner", "lot")
        await form.press("f5")
        assert isinstance(form.page, TableScreen)
        return form.page.table

    table = setting(name, scene)
    assert (table.party.players[table.game.start().player] == HUMAN) is (seed == 1)
    assert recalled(name).starter == "lot"


def test_clocks(setting):
    async def scene(form):
        await form.turn("time-control", "300+5")
        assert form.page.draft.control == "300+5"
        await form.turn("time-control", "other")
        assert form.app.focused.id == "control"
        await form.press(*"90", "plus", "2")
        assert form.page.draft.control == "90+2"
        await form.turn("time-control", "")
        assert form.page.draft.control == ""

    setting("eximo", scene)


def test_thinking_time_of_computers(setting):
    async def scene(form):
        field = next(field for field in form.page.query(Field) if field.key == "seconds")
        await form.turn("time-seconds", "other")
        assert form.app.focused.id == "seconds"
        await form.type("seconds", "long")
        assert "no number above 0" in form.note("seconds")
        assert not form.ready
        await form.type("seconds", "2.5")
        assert form.ready
        await form.at("mode-people")
        await form.press("enter")
        assert not field.display  # no computer plays
        await form.at("mode-mixed")
        await form.press("enter")
        assert field.display
        await form.press("f5")
        assert form.page.desk.table.seconds == 2.5

    setting("eximo", scene)
    assert recalled("eximo").seconds == "2.5"


def test_thinking_time_of_the_form_comes_before_that_of_the_command(drive):
    app = TabuleiroApp(Request(game="eximo", seconds=2.0))

    async def scene(pilot):
        form = Setting(pilot)
        assert form.page.draft.seconds == "2"
        await form.turn("time-seconds", "1")
        await form.press("f5")
        return form.page.desk.table.seconds

    assert drive(app, scene) == 1.0


def test_a_game_is_set_up_started_and_remembered(setting):
    async def scene(form):
        await form.turn("player-1", "random")
        await form.type("name-0", "Ana")
        await form.turn("option-capture", "optional")
        await form.turn("time-control", "600")
        await form.press("f5")
        assert isinstance(form.page, TableScreen)
        table = form.page.desk
        assert table.table.party.players == (HUMAN, "random")
        assert table.session.names == ("Ana", "random")
        assert str(table.game) == "eximo:capture=optional"
        assert table.session.clock.control.base == 600

    setting("eximo", scene)
    draft = recalled("eximo")
    assert (draft.called(0), draft.player(1), draft.control) == ("Ana", "random", "600")

    async def again(form):
        assert form.page.draft == draft
        assert form.control("name-0").value == "Ana"
        assert form.control("player-1").value == "random"
        assert form.control("option-capture").value == "optional"
        assert form.control("time-control").value == "600"
        await form.press("f7")
        assert form.page.draft.party() == Draft("eximo").party()
        assert form.control("name-0").value == ""
        await form.press("f1")
        assert isinstance(form.page, RulesScreen)

    setting("eximo", again)


def test_another_computer_player_is_typed(setting):
    program = f"engine:{shlex.join([sys.executable, '-m', 'tabuleiro', 'engine', 'eximo', '--agent', 'random'])}"

    async def scene(form):
        assert not form.control("spec-1").display
        await form.turn("player-1", "other")
        assert form.app.focused is form.control("spec-1") and form.app.focused.value == "engine:"
        for wrong in ("nobody", ""):
            await form.type("spec-1", wrong)
            assert "cannot play Eximo" in form.note("player.1") and not form.ready
        for wrong, told in (("engine:no-such-program", "there is no program"), ("mcts:luck=7", "cannot be read")):
            await form.type("spec-1", wrong)
            await form.press("f5")
            assert isinstance(form.page, SetupScreen)
            assert told in [notification.message for notification in form.app._notifications][-1]
        await form.press("f6")
        assert form.control("spec-0").value == "mcts:luck=7" and not form.control("spec-1").display
        await form.press("f6")
        form.control("spec-1").value = program
        await form.pilot.pause()
        await form.press("f5")
        assert isinstance(form.page, TableScreen)
        assert form.page.desk.table.party.players == (HUMAN, program)

    setting("eximo", scene)

    async def again(form):
        assert form.control("player-1").value == "other" and form.control("spec-1").value == program
        await form.turn("player-1", "level:8")
        assert not form.control("spec-1").display and form.page.draft.player(1) == "level:8"

    setting("eximo", again)


def plays_when_typed(setting, player, wrong):
    """*player* is typed as Red and plays; before, what is *wrong* is told."""

    async def scene(form):
        await form.turn("player-1", "other")
        for typed, told in wrong.items():
            await form.type("spec-1", typed)
            assert told in form.note("player.1") and not form.ready
        await form.type("spec-1", player)
        await form.press("f5")
        page = form.page
        assert isinstance(page, TableScreen)
        page.desk.play("4,4")
        page.changed()
        while len(page.desk.table.session.turns) < 2:
            await form.pilot.pause(0.05)
        assert page.desk.table.people == ["Blue", f"Red ({player})"]

    setting("momentum", scene)


def test_a_trained_net_is_typed_and_plays(setting, tmp_path):
    net = written(tmp_path / "net.onnx", "momentum", range(99))
    other = written(tmp_path / "other.onnx", "momentum:size=8", range(129))
    plays_when_typed(setting, net, {f"{net}x": "there is no file", other: "trained for momentum:size=8"})


def test_the_bot_of_the_readme_is_typed_and_plays(setting, tmp_path):
    bot = tmp_path / "bot.py"
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    bot.write_text(re.search(r"<!-- file: bot.py -->\n```python\n(.*?)```", readme, re.DOTALL)[1], encoding="utf-8")
    plays_when_typed(setting, str(bot), {f"{bot}x.py": "there is no file"})


def test_nobody_waits_for_an_engine_that_does_not_greet(setting):
    mute = f"engine:{shlex.join([sys.executable, '-c', 'import time; time.sleep(600)'])}"

    async def scene(form):
        await form.turn("player-1", "other")
        await form.type("spec-1", mute)
        await form.press("f5")
        page = form.page
        assert isinstance(page, TableScreen)
        page.desk.play("b6-b5")
        page.changed()
        await form.press("f5")  # move now
        while not page.desk.paused:
            await form.pilot.pause(0.05)
        assert "has not introduced itself yet" in str(page.query_one("#status").render())

    setting("eximo", scene)


def test_by_mouse(setting):
    remember(Draft("momentum", players=(HUMAN, "random")))

    async def scene(form):
        await form.pilot.click("#mode-computers")
        await form.pilot.click("#player-0")
        await form.pilot.pause()
        await form.press("up", "up", "enter")
        assert form.page.draft.player(0) == "report:2"
        await form.pilot.click("#back")
        await form.pilot.pause()
        assert isinstance(form.page, MenuScreen)
        form.app.push_screen(SetupScreen("momentum"))
        await form.pilot.pause()
        await form.pilot.click("#start")
        await form.pilot.pause()
        assert isinstance(form.page, TableScreen)

    setting("momentum", scene)


def test_enter_in_a_name_goes_to_the_next_control(setting):
    async def scene(form):
        await form.at("name-0")
        await form.press("enter")
        assert form.app.focused.id == "player-1"

    setting("eximo", scene)


def test_up_and_down_go_through_every_line_and_change_nothing(setting):
    async def scene(form):
        before = form.page.draft
        lines = [field for field in form.page.query(Field) if field.display]
        await form.at("start")
        for line in lines:
            await form.pilot.press("down")
            assert line in form.page.focused.ancestors
        await form.pilot.press("down")
        assert form.page.focused.id == "start"
        for line in reversed(lines):
            await form.pilot.press("up")
            assert line in form.page.focused.ancestors
        assert form.page.draft == before

    setting("campo-bello", scene)


def test_other_sizes(setting, same_screen):
    async def scene(form):
        for width, height in ((60, 20), (200, 60)):
            await form.pilot.resize_terminal(width, height)
            await form.pilot.pause()
            same_screen(form.app, f"setup-{width}x{height}")

    setting("campo-bello", scene)

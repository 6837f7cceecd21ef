"""Games to be played through the app: a random one is made beforehand, and its steps are taken again by hand."""

import asyncio
from collections import deque
from random import Random

from textual._xterm_parser import XTermParser

from tabuleiro.core import CHANCE
from tabuleiro.core.registry import find
from tabuleiro.core.select import select
from tabuleiro.draw.steering import WAYS, next_cell
from tabuleiro.play.lineup import HUMAN, Party
from tabuleiro.play.session import Session
from tabuleiro.tui.app import Request, TabuleiroApp
from tabuleiro.tui.widgets.board import BoardView
from tabuleiro.tui.widgets.chooser import KEYS, Chooser

PATIENCE = 60  # seconds until something that does not happen is given up


def party(spec, *players):
    """A game with these players, all people unless they are named."""
    game = find(spec)
    return Party(game, players or (HUMAN,) * game.players, ("",) * game.players)


def played(spec, seed, last=None):
    """The start of the *last* turns of a random game (of all turns without it), and those turns, each a list of steps."""
    game, rng = find(spec), Random(seed)
    session = Session(game, rng)
    while session.player >= 0:
        session.play(session.player, rng.choice(game.actions(session.state)))
    turns = turns_of(session)[-last:] if last else turns_of(session)
    return game.write_position(turns[0][0].before), turns


def soon_over(spec, seed):
    """The turns of a whole game that is short, for everybody plays for the first seat."""
    game, rng = find(spec), Random(seed)
    session = Session(game, rng)
    while session.player >= 0:
        steps = game.actions(session.state)
        worth = {step: game.evaluate(game.apply(session.state, step))[0] for step in steps}
        best = max(worth.values())
        session.play(session.player, rng.choice([step for step in steps if worth[step] == best]))
    return turns_of(session)


def turns_of(session):
    """The steps of every turn; what chance does before the first one is none."""
    turns = [[]]
    for step in session.steps:
        if step.before.whole and turns[-1]:
            turns.append([])
        turns[-1].append(step)
    return [turn for turn in turns if any(step.player != CHANCE for step in turn)]


def at_table(spec, position=None, seed=0, **wish):
    """The app with a game of people, from *position* on."""
    return TabuleiroApp(Request(party=party(spec), position=position, seed=seed, **wish))


def path_of(table, action):
    """The clicks that mean *action* here, and the number of the choice that settles it, or None."""
    legal = table.game.actions(table.view.state)
    for path in table.game.paths(action):
        found = select(table.game, legal, path)
        if found.action == action:
            return path, None
        if action in found.options:
            return path, found.options.index(action)
    raise AssertionError(action)


async def press(pilot, *keys):
    """Press *keys*, and let everything come of it that does at once."""
    await pilot.press(*keys)
    await pilot.pause()


def sent(text):
    """What a terminal that sends *text* in one go means: keys, clicks and pastes."""
    return list(XTermParser().feed(text))


async def burst(pilot, text):
    """Let a terminal send *text* in one go, as a paste or a slow line brings it, and everything come of it."""
    for event in sent(text):
        pilot.app.post_message(event)
    await calm(pilot)


def picture(app):
    """All that is seen, in its colours: of the screen and of those behind it."""
    return [screen._compositor.render_strips() for screen in app.screen_stack]


async def calm(pilot):
    """Let the app work until nothing on the screen changes any more."""
    app, before = pilot.app, None
    while app.delivering or (now := (app.screen, app.focused, picture(app))) != before:
        before = None if app.delivering else now
        await pilot.pause(0.02)


async def until(pilot, done):
    """Let the app work until *done*."""
    async with asyncio.timeout(PATIENCE):
        while not done():
            await pilot.pause(0)


def another(table):
    """A function that says whether the game or what is half entered has changed since."""
    before = len(table.session.steps), table.cells
    return lambda: (len(table.session.steps), table.cells) != before


async def by_mouse(pilot, table, action):
    """Click on what means *action*."""
    path, choice = path_of(table, action)
    for cell in path:
        board, changed = pilot.app.screen.query_one(BoardView), another(table)
        await pilot.click(BoardView, offset=board.place_of(cell))
        await until(pilot, changed)
    if choice is not None:
        chooser, changed = pilot.app.screen.query_one(Chooser), another(table)
        await until(pilot, lambda: chooser.content_size.height * chooser.columns >= len(chooser.labels) > choice)
        across = chooser.columns
        corner = chooser.content_region.offset - chooser.region.offset
        spot = (choice % across * (chooser.content_size.width // across) + 1, choice // across)
        await pilot.click(Chooser, offset=corner + spot)
        await until(pilot, changed)


async def by_keys(pilot, table, action):
    """Go with arrow keys to what means *action*, and press Enter or the key of a choice."""
    path, choice = path_of(table, action)
    for cell in path:
        screen, changed = pilot.app.screen, another(table)
        await pilot.press(*arrows(table.game.board, screen.desk.flip, screen.cursor.cell, cell), "enter")
        await until(pilot, changed)
    if choice is not None:
        if table.selection.targets:
            await pilot.press("tab")
        await until(pilot, lambda: isinstance(pilot.app.focused, Chooser))
        changed = another(table)
        await pilot.press(KEYS[choice])
        await until(pilot, changed)


def arrows(board, flip, start, goal):
    """The arrow keys that lead from one cell to another."""
    came, queue = {start: ()}, deque([start])
    while queue:
        cell = queue.popleft()
        if cell == goal:
            return came[cell]
        for way in WAYS:
            after = next_cell(board, flip, cell, way)
            if after not in came:
                came[after] = (*came[cell], way)
                queue.append(after)
    raise AssertionError(goal)


async def typed(pilot, text):
    """Type *text* and Enter."""
    names = {",": "comma", ".": "full_stop", "-": "minus", "=": "equals_sign", "/": "slash", "@": "at", " ": "space"}
    await press(pilot, *(names.get(sign, sign) for sign in text), "enter")

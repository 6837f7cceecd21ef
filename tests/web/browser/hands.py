"""Somebody at a page: begins games, and plays them by click or by keyboard like a person, choosing by a seed."""

from __future__ import annotations

from random import Random

# What can be chosen now: cells that lead on, pieces in the chooser, and buttons of steps.
CHOICES = """() => {
  if (document.body.dataset.due !== 'yes') return null;
  const page = window.page, cells = [...document.querySelectorAll('.cell[data-target]')].map((cell) => ['cell', Number(cell.dataset.cell)]);
  const pieces = [...document.querySelectorAll('#prompt .faces button')].map((one) => ['button', one.dataset.key]);
  const steps = [...document.querySelectorAll('#prompt .acts [data-step]')].map((one) => ['button', one.dataset.key]);
  return page.clicked.length || page.brush ? [...cells, ...pieces, ...steps].filter((one) => one[0] === 'cell' || !page.brush || steps.includes(one))
    : [...cells, ...pieces, ...steps];
}"""
READY = "() => document.body.dataset.due === 'yes' || document.body.dataset.due === 'over'"


def begin(page, url, game, mode="computer", level="level:1"):
    """A new game from the home page, by two presses at most."""
    page.goto(url)
    if mode != "computer":
        page.locator(f"input[name=mode][value={mode}]").check(force=True)
    if mode in ("computer", "watch"):
        page.select_option("select[name=level]", level)
    page.click(f'button[formaction="/new/{game}"]')
    page.wait_for_selector("body[data-v]")


def turns(page):
    return page.evaluate("window.page.view.turns.length")


def over(page):
    return page.evaluate("document.body.dataset.due") == "over"


def click(page, kind, what):
    if kind == "cell":
        page.locator(f'.over .cell[data-cell="{what}"]').click()
    else:
        page.locator(f'#prompt [data-key="{what}"]').click()


def key(page, kind, what):
    """The same by keys alone: arrows to the cell, or tabs to the button."""
    if kind == "cell":
        walk(page, what)
        page.keyboard.press("Enter")
        return
    for _ in range(200):
        if page.evaluate("document.activeElement.dataset.key") == what:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {what} by keyboard")


def walk(page, cell):
    """With the keyboard to *cell*: onto the board by tabs, then by N from one choice to the next, as somebody would."""
    for _ in range(200):
        if page.evaluate("document.activeElement.closest?.('.cells') !== null"):
            break
        page.keyboard.press("Tab")
    for _ in range(700):
        if page.evaluate("Number(document.activeElement.dataset.cell)") == cell:
            return
        page.keyboard.press("n")
    raise AssertionError(f"no way to cell {cell} by keyboard")


def play(page, hand=click, seed=1, most=1000, until=over):
    """Play on until the game is over or *most* turns were played; how many choices that took."""
    rng, made, first = Random(seed), 0, turns(page)
    while not until(page) and turns(page) - first < most:
        page.wait_for_function(READY, timeout=60_000)
        choices = page.evaluate(CHOICES)
        if not choices:
            continue
        version = page.evaluate("document.body.dataset.v")
        kind, what = rng.choice(choices)
        hand(page, kind, what)
        made += 1
        if not page.evaluate("window.page.clicked.length || window.page.brush"):
            page.wait_for_function(
                "(v) => document.body.dataset.v !== v || document.body.dataset.due === 'yes'", arg=version
            )
    return made

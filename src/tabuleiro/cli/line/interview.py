"""The questions before a game: which game, who plays, their names, who begins, and the options of the rules."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from tabuleiro.ai.agents import described, known
from tabuleiro.cli.prompts import Keys, picked
from tabuleiro.core import Game, say
from tabuleiro.core.errors import BadOption
from tabuleiro.core.option import options, spell
from tabuleiro.core.registry import find, game_class, names
from tabuleiro.draw.lines import hung
from tabuleiro.play.lineup import BEGINNERS, HUMAN, Party, beginners, called
from tabuleiro.table.draft import LOT, USUAL, by_lot, short_name, starters


def ask_party(keys: Keys, spec: str | None, rng: Random) -> Party:
    """Ask for everything that *spec*, the game if it was named already, does not say; lots are drawn from *rng*."""
    chosen = spec or ask_game(keys)
    game = find(chosen)
    if spec is None:
        game = ask_option(keys, game, "players", say("How many players?"))
    players = ask_players(keys, game)
    given = ask_names(keys, game, players)
    if spec is not None:
        return Party(game, players, given)
    beginner = ask_beginner(keys, game, given)
    if beginner in beginners(game)[1]:
        game = _changed(game, beginners(game)[0], beginner)
    party = Party(ask_options(keys, game), players, given)
    return by_lot(party, rng) if beginner == LOT else party


def ask_game(keys: Keys) -> str:
    known = [game_class(name) for name in names()]
    print(say("Welcome to Tabuleiro. Which game?"))
    width = max(len(kind.title) for kind in known)
    for number, kind in enumerate(known, 1):
        print("\n".join(hung(f"  {number}  {kind.title:{width}}  ", say(kind.tagline), keys.screen.width)))
    print(say("Type r and a number for the rules, like r 1; q to quit."))
    while True:
        answer = keys.answer(say("Your choice, 1 to {most} [1]: ", most=len(known))).lower() or "1"
        wanted = answer.removeprefix("rules").removeprefix("r").strip()
        number = picked(wanted, len(known))
        if answer in names():
            return answer
        if not number:
            print(say("{answer} is no choice; type a number from 1 to {most}, or quit", answer=answer, most=len(known)))
        elif answer.startswith("r"):
            keys.page(keys.screen.rules(find(known[number - 1].name)).splitlines())
        else:
            return str(known[number - 1].name)


def ask_players(keys: Keys, game: Game[Any]) -> tuple[str, ...]:
    """Human or computer for every seat; which seat a single human takes, and how well each computer plays."""
    count = game.players
    modes = [say("human against human"), say("human against computer"), say("computer against computer")]
    mode = keys.choose(say("Who plays?"), modes, 1)
    computers = [0, count - 1, count][mode]
    if mode == 1 and count > 2:
        items = [say("{count} of {all} seats", count=some, all=count) for some in range(1, count)]
        computers = 1 + keys.choose(say("How many seats does the computer take?"), items, count - 2)
    seats = list(range(count - computers))
    if len(seats) == 1:
        seats = [keys.choose(say("Which side do you play?"), [seat.name for seat in game.seats])]
    return tuple(HUMAN if seat in seats else ask_computer(keys, game, seat) for seat in range(count))


def ask_computer(keys: Keys, game: Game[Any], seat: int) -> str:
    specs = known(game)
    width = max(map(len, specs)) + 2
    items = [f"{called(spec):{width}}{described(spec)}".rstrip() for spec in specs]
    usual = specs.index(USUAL) if USUAL in specs else len(specs) - 1
    return specs[keys.choose(say("How does the computer play {seat}?", seat=game.seats[seat].name), items, usual)]


def ask_names(keys: Keys, game: Game[Any], players: tuple[str, ...]) -> tuple[str, ...]:
    given = []
    print()
    for seat, player in zip(game.seats, players, strict=True):
        name = keys.text(say("Name of {seat}", seat=seat.name), seat.name) if player == HUMAN else ""
        given.append("" if name == seat.name else short_name(name))
    return tuple(given)


def ask_beginner(keys: Keys, game: Game[Any], given: tuple[str, ...]) -> str:
    """Who begins, or that the lot decides."""
    option, seats = beginners(game)
    choices = starters(game)
    for value, seat in seats.items():
        choices[value] += f" ({given[seat]})" if given[seat] else ""
    values, now = list(choices), spell(getattr(game, option)) if option else ""
    return values[keys.choose(say("Who begins?"), list(choices.values()), values.index(now) if now in values else 0)]


def ask_options(keys: Keys, game: Game[Any]) -> Game[Any]:
    """Every other option, until there is nothing more to change."""
    asked = [item for item in options(game) if item.name not in (*BEGINNERS, "players")]
    while asked:
        print("\n" + say("Rules:"))
        settings = [f"{item.title}: {item.said(spell(getattr(game, item.name)))}" for item in asked]
        width = min(max(map(len, settings)), 24)
        for number, (item, setting) in enumerate(zip(asked, settings, strict=True), 1):
            print("\n".join(hung(f"  {number}  {setting:{width}}  ", say(item.help), keys.screen.width)))
        answer = keys.answer(say("Enter to begin, or the number of an option to change it: "))
        if not answer:
            return game
        if number := picked(answer, len(asked)):
            game = ask_option(keys, game, asked[number - 1].name, "")
        else:
            print(say("{answer} is no choice; type a number from 1 to {most}", answer=answer, most=len(asked)))
    return game


def ask_option(keys: Keys, game: Game[Any], name: str, question: str) -> Game[Any]:
    """The game with another value of the option *name*, if it has that option."""
    item = next((item for item in options(game) if item.name == name), None)
    if item is None:
        return game
    now = spell(getattr(game, name))

    def wrong(text: str) -> str | None:
        try:
            _changed(game, name, text)
        except BadOption as error:
            return str(error)
        return None

    about = question or f"{item.title}: {say(item.help)}"
    if item.values and not question:
        number = keys.choose(about, [item.said(value) for value in item.values], item.values.index(now))
        return _changed(game, name, item.values[number])
    return _changed(game, name, keys.text(f"{about} ({item.accepted})", now, wrong))


def _changed(game: Game[Any], option: str, text: str) -> Game[Any]:
    """*game* with another value of an option; raises BadOption."""
    item = next(item for item in options(game) if item.name == option)
    changed: Game[Any] = replace(game, **{option: item.read(text)})  # type: ignore[type-var]
    return changed

"""What learning programs see: planes of small numbers, one a cell, by the eyes of one seat.

A game names a function of its own (``Game.planes``): it yields the name of each plane and its numbers, always the same
planes in the same order, from a state as the seat may see it. A compiled twin writes the same (``kernels.rules.observe``).
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from tabuleiro.core.registry import named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tabuleiro.core import Game, State
    from tabuleiro.games.barragoon import Barragoon, Tiles
    from tabuleiro.games.campo_bello import CampoBello, Movers
    from tabuleiro.games.eximo import Eximo, Men
    from tabuleiro.games.meerkats import Burrow, Meerkats
    from tabuleiro.games.momentum import Marbles, Momentum

    Planes = Iterator[tuple[str, Sequence[int]]]
    Sight = Callable[[Any, Any, int], Planes]

LARGEST = 127  # what a cell of a plane can hold


def sight(game: Game[Any]) -> Sight:
    """The function that says what is seen of *game*."""
    found: Sight = named(game, game.planes) if game.planes else pieces
    return found


def names(game: Game[Any]) -> list[str]:
    """What each plane shows."""
    return [name for name, _ in sight(game)(game, game.view(game.start(), 0), 0)]


def seen(game: Game[Any], state: State, seat: int) -> list[Sequence[int]]:
    """The planes of *state* by the eyes of *seat*."""
    return [plane for _, plane in sight(game)(game, game.view(state, seat), seat)]


def on(state: State, *kinds: int) -> list[int]:
    """1 on the cells where one of these pieces stands."""
    return [int(piece in kinds) for piece in state.board]


def spot(game: Game[Any], cell: int) -> list[int]:
    """1 on one cell, on none if that is off the board."""
    return [int(other == cell) for other in game.board]


def everywhere(game: Game[Any], value: int) -> list[int]:
    return [min(int(value), LARGEST)] * len(game.board)


def left(limit: int, count: int) -> int:
    """How many of *limit* are left; as many as can be said where there is no limit."""
    return limit - count if limit else LARGEST


# ── The five games ───────────────────────────────────────────────────────────────────────────────────────────────


def momentum(game: Momentum, state: Marbles, seat: int) -> Planes:
    own, other = on(state, seat + 1), on(state, 2 - seat)
    opened = game.swap and state.played == 1 and sum(own) + sum(other) == 1
    yield "your marbles", own
    yield "the other's marbles", other
    yield "marbles in your hand", everywhere(game, game.marbles - sum(own))
    yield "marbles in the other's hand", everywhere(game, game.marbles - sum(other))
    yield "the first marble may be taken over", everywhere(game, opened)
    yield "turns left", everywhere(game, left(game.turn_limit, state.played))


def eximo(game: Eximo, state: Men, seat: int) -> Planes:
    yield "your men", on(state, seat + 1)
    yield "the other's men", on(state, 2 - seat)
    yield "the man that goes on", spot(game, state.chain)
    yield "it captures", everywhere(game, state.taking)
    yield "men to drop", everywhere(game, state.pending)
    yield "your men off the board (drops=reserve)", everywhere(game, state.lost[seat])
    yield "the other's men off the board (drops=reserve)", everywhere(game, state.lost[1 - seat])
    yield "you are Black", everywhere(game, seat)
    yield "turns left", everywhere(game, left(game.max_plies, state.played))


def campo_bello(game: CampoBello, state: Movers, seat: int) -> Planes:
    whose = ("your movers", "movers of the next seat", "of the one after", "of the last")
    for further in range(game.players):
        yield whose[further], on(state, (seat + further) % game.players + 1)
    yield "your home", [int(cost == max(game.worth[seat])) for cost in game.worth[seat]]
    yield "the mover that jumps", spot(game, state.jumper)
    yield "where it began", spot(game, state.origin)
    yield "what it may not jump again", [int(cell in state.jumped) for cell in game.board]
    yield "jumps so far", everywhere(game, state.jumps)
    yield "a removal is due", everywhere(game, state.due)


def meerkats(game: Meerkats, state: Burrow, seat: int) -> Planes:
    whose = ("your colour", "the next colour", "the one after", "the last")
    colours = [(max(state.colours[seat], 1) - 1 + further) % 4 + 1 for further in range(4)]
    for name, colour in zip(whose, colours, strict=True):
        yield f"stones of {name}", on(state, colour)
    yield "the stone just dropped", spot(game, state.fresh)
    for name, colour in zip(whose, colours, strict=True):
        yield f"the stone drawn is of {name} (stone=bag)", everywhere(game, state.hand == colour)
    for colour in range(1, 5):  # steps name colours as they are called: who does not know its own cannot drop it
        yield f"your colour is {game.pieces[colour].colour}", everywhere(game, state.colours[seat] == colour)


def barragoon(game: Barragoon, state: Tiles, seat: int) -> Planes:
    for whose, side in (("your", seat), ("the other's", 1 - seat)):
        for reach in (2, 3, 4):
            yield f"{whose} {reach}-space tiles", on(state, 3 * side + reach - 1)
    for number, piece in enumerate(game.pieces):
        if number and piece.owner is None:
            yield f"barragoons: {piece.name}", on(state, number)
    yield "placements to come", everywhere(game, state.pending)
    yield "the turn is yours", everywhere(game, state.turn == seat)
    yield "you are Black", everywhere(game, seat)
    yield "turns left without a capture", everywhere(game, left(game.no_capture_limit, state.quiet))
    yield "turns left", everywhere(game, left(game.max_plies, state.played))


# ── Any other game ───────────────────────────────────────────────────────────────────────────────────────────────


def pieces(game: Game[Any], state: State, seat: int) -> Planes:
    """A plane for every kind of piece, those of *seat* first, then of who comes after it, then nobody's; which seat this is;
    and the whole numbers of a state besides the board.
    """
    owners = [(seat + further) % game.players for further in range(game.players)]
    for further, owner in enumerate(owners):
        for number, piece in enumerate(game.pieces):
            if number and piece.owner == owner:
                yield f"seat +{further}: {game.pieces[number].glyph or piece.name}", on(state, number)
    for number, piece in enumerate(game.pieces):
        if number and piece.owner is None:
            yield piece.name, on(state, number)
    yield "your seat", everywhere(game, seat)
    for item in fields(state):
        if item.name not in ("board", "player") and isinstance(value := getattr(state, item.name), int):
            yield item.name, everywhere(game, max(value, -LARGEST))

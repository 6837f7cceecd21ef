"""A program of its own that plays any game: it takes a step with which it can win at once, or else any step.

Try it: tabuleiro match eximo "engine:python examples/ugi_bot.py eximo" random --games 10
"""

import sys
from random import Random

from tabuleiro.core.registry import find
from tabuleiro.engines.protocol import Reader, write_step

game, rng = find(sys.argv[1]), Random(1)
reader, session = Reader(game, rng), None

for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "ugi":
        print("id name Any step\nid author you\nugiok", flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "position":
        session = reader.read(rest)
    elif command == "go":
        state, steps = session.state, game.actions(session.state)
        ends = [step for step in steps if game.apply(state, step).player == -2]  # the game is over then
        wins = [step for step in ends if state.player in game.outcome(game.apply(state, step)).winners]
        print("bestmove", write_step(game, state, rng.choice(wins or steps)), flush=True)
    elif command == "quit":
        break

"""The games as they are tested: every option at least once away from its default, every number of players."""

OPTION_SETS = {
    "barragoon": (
        "",
        "open=on",
        "directional_capture=on",
        "express=2",
        "express=1/2,open=on",
        "repetition=0,no_capture_limit=10,max_plies=60",
    ),
    "campo-bello": (
        "",
        "players=3",
        "players=4",
        "chain=report",
        "blocked=pass",
        "removal=may",
        "home=nine",
        "first=b,blocked=end",
        "players=4,chain=report,blocked=end,removal=may,home=nine,first=g",
    ),
    "eximo": (
        "",
        "first=black",
        "drops=reserve",
        "capture=optional,max_plies=200",
        "repetition=0,max_plies=40",
        "first=black,drops=reserve,capture=optional,max_plies=100",
        "repetition=0,max_plies=0",
    ),
    "meerkats": (
        "",
        "players=3",
        "players=4",
        "players=2,stone=bag",
        "players=3,stone=bag,slide=max",
        "players=4,final_slide=on",
        "liberty=on,instant15=off",
        "players=4,stone=bag,liberty=on",
        "players=3,tie=second",
    ),
    "momentum": (
        "",
        "size=9,marbles=12",
        "forced=off",
        "forced=report,swap=off",
        "turn_limit=0,starter=player2",
        "marbles=2",
    ),
}
SPECS = [f"{name}:{options}" if options else name for name, sets in OPTION_SETS.items() for options in sets]


def games_each(name: str, games: int) -> int:
    """How many games of each option set make *games* of the game called *name*, or a few more."""
    return -(-games // len(OPTION_SETS[name]))

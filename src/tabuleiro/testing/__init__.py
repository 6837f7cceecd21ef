"""What checks a game, shipped so that a new game is checked like the built-in ones: laws, counts, playthroughs."""

"""One table for every front end: the game, who sits at it, what is kept; no screen, no Textual, no HTTP."""

"""Pictures of any board: ``text.text`` for terminals, ``svg.svg`` for everything else. Driven by data, no game is named here."""

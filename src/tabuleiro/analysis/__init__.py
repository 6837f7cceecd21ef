"""What a program thinks of a position and of a game: lines, hints, mistakes, charts."""

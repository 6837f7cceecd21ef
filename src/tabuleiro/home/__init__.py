"""What is kept on a person's machine: files of games and pictures, settings, games under way, languages."""

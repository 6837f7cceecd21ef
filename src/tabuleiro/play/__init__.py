"""A game in progress: the session, each seat's view of it, its record, and who plays."""

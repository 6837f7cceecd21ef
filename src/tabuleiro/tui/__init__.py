"""The terminal app: a game room in a full screen, with mouse and keys. Needs Textual; imported only when it is opened."""

"""The table line by line: boards drawn in text, turns typed."""

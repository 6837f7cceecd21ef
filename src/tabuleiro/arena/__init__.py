"""Matches, ladders and ratings: who is stronger, and how sure we are."""

"""Compiled searches, written once for every game."""

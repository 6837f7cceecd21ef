"""Meerkats, compiled."""

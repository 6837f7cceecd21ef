"""Barragoon, compiled."""

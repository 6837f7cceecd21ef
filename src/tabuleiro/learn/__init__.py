"""Evaluations that are learnt: self-play, a fit, and a match that decides."""

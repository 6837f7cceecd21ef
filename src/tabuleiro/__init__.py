"""Tabuleiro: five abstract board games."""

"""The five games: one file each, none knows another."""

"""Marque: a club's own game, whose rules are declared as data (MAR-01 to 06)."""

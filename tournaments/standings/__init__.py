"""Rank the players of a tournament: `metrics` and `ranking` are pure, `queries` reads the database."""

"""Rank the players of a tournament: pure computation. `reading` reads what it needs from the database."""

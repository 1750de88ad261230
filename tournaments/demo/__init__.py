"""Invented tournaments, played by each game's random player: for trials and for the demonstration."""

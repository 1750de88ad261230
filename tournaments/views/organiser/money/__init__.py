"""Prizes, fees and what jetons are worth."""

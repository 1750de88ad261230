"""Clubs, evenings, tables and the book: keeps, asks, shows. No rule of a card game in here."""

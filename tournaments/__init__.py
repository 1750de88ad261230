"""The Django app: clubs, tournaments, tables and the book, from database to pages and prints; no rule of a game."""

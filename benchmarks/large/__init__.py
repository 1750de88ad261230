"""Shared by the measurements of a very large tournament: the tournament, a server, and spectators who poll it."""

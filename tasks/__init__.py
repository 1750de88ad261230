"""Prepares, starts and checks the house: what `make` calls.

Runs on the system's own Python with the standard library alone, before anything is installed. It knows files, processes
and addresses; it must not know cards, pages or Django (those it reaches through `manage.py`).
"""

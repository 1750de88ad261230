"""One table's book: its sheet and history, what each record moves, seat names, keys and replays.

Reads rows of `models` and asks `scoring`; writes nothing.
"""

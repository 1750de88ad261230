"""Whole numbers that a request carries as text. Knows no page."""

MOST_DIGITS = 18  # all that the database can hold


def number(text: str | None) -> int | None:
    """The number; None where it is none, or none that anything here can be numbered with."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None

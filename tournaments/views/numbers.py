"""Whole numbers that a request carries as text. Knows no page."""

MOST_DIGITS = 18  # the most digits that always fit into a database integer


def number(text: str | None) -> int | None:
    """Return the non-negative integer written in `text`. Return None if it is no number, or too large for a database
    key."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None

"""Whole numbers that a request carries as text. Knows no page."""

MAX_DIGITS = 18  # the most digits that always fit into a database integer


def parse_number(text: str | None) -> int | None:
    """Return the non-negative integer written in `text`. Return None if it is no number, or too large for a database
    key."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS else None

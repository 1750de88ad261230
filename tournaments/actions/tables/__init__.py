"""Writing at one table: events, corrections, what is counted and confirmed, calls, and the book itself."""

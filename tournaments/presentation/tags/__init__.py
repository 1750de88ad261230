"""Template tags and filters: numbers, suits, names and the scoring package's texts, in the reader's language."""

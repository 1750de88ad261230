"""Writing about prizes and fees; nothing of the book changes."""

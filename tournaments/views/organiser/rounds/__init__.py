"""The rounds: who sits where, drawn, published, timed and withdrawn."""

"""Briscola chiamata (S4): five players, a caller and his secret partner (CHI-01 to CHI-08)."""

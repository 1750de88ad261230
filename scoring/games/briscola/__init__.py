"""Briscola (S4): two, three, four or six players (BLA-01 to BLA-11)."""

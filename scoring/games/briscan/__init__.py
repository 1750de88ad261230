"""Briscan (S2): two players, announcements and tricks (BRC-01 to BRC-22)."""

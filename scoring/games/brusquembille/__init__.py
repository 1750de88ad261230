"""Brusquembille (S0, S1): two to five players, fiches and jetons (BRU-01 to BRU-24)."""

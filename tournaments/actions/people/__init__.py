"""Writing about clubs and people: accounts, players, entries, names."""

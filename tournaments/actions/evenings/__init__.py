"""Writing about a tournament as a whole: its life, its rules, its ranking, its season, its audit log."""

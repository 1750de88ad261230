"""Writing about rounds: who takes part, the drafts, the seats, the clock."""

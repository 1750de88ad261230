"""Writing what other programs are told: their addresses, the messages to them, and what came of each."""

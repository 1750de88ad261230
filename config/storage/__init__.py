"""What can be wrong with the place where everything is kept, and how it is told: one sentence, and what to do."""

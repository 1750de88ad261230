"""A sixth game, which only the tests know: what a new game needs, and that it needs nothing else."""

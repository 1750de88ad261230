"""What leaves the program as a file, and comes back: one event (corbillon.evenement/1), or the whole installation."""

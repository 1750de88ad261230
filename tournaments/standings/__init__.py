"""Who stands where in an event, and by which figures. `metrics` and `ranking` are pure; `queries` reads the book."""

"""An evening or tournament as a whole: made, ranked, changed, closed, carried elsewhere."""

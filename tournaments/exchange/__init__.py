"""Files that leave the program and come back: one tournament (corbillon.evenement/1), a club's preset, or the whole
installation; and evenings that are invented, for trials and for the demonstration."""

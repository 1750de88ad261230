"""The self-check: is this computer ready for the evening? Each check is done for real, in a scratch installation where
it writes, and nothing of it stays. And the diagnostic file, for whoever is asked for help."""

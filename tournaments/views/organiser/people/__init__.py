"""Who plays: lists, sign-ups, who is here."""

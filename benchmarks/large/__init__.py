"""What the measurements of a very large event share: the event itself, a server, a crowd that looks on."""

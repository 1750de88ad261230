"""The house's own rules, kept by tests: who imports whom, how long things are, what no file may hold."""

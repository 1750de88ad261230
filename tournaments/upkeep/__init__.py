"""What an installation does beside its evenings: background jobs, backups, the self-check, sites of files."""

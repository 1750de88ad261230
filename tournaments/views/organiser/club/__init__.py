"""The club and its computer: members, accounts, keys, backups, the network."""

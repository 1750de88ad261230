"""The only package that writes to the database. Each action is one transaction, and checks everything before it writes.

The exceptions that say why an action was refused are in `errors`. `actor` says who writes: "table" or "table:POSITION"
for a phone at the table, "user:ID" for an account, "token:ID" for another program.
"""

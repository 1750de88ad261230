"""The club's website while the laptop is offline: the public pages as a static site, written when something is
published, and sent where the club wants it.

The pages are those of the server, asked for in this process by a visitor without an account: the same templates, the
same rights, the same names. Nothing in here knows a rule, a figure or a column.
"""

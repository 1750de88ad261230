"""What the book says of tournaments, tables, seasons and people, as figures that `standings` can rank.

Reads the database by grouped queries; writes nothing and knows no page.
"""

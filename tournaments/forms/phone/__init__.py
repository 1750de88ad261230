"""What a phone at a table sends. A form reads and checks; it never saves."""

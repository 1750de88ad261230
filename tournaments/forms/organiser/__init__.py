"""What an organiser types in. A form reads and checks; it never saves."""

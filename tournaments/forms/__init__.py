"""What is typed, made into what the actions take. A form reads and judges; it never saves."""

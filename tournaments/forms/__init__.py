"""Forms: what was typed, gathered and brought into the shape that `scoring` and `actions` take. A form never saves."""

"""Django forms: they check what was typed and turn it into the values that `scoring` and `actions` take. A form never
saves."""

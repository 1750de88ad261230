"""What templates may say: numbers, suits, names and the core's texts, in the reader's language."""

"""Brisque, or Mariage (S3): Briscan's rules with its own declarations."""

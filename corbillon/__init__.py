"""The program `corbillon`. In an installed copy the whole program lies in this folder."""

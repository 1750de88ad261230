"""The tables of the program, one class each for the screen, the print and the files.

Rows come in; columns, headings and exports go out. No query and no rule of a game.
"""

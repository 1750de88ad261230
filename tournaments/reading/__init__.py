"""What a round is drawn from and how far it has come: phases of two sides, brackets, prepared draws, table status.

Reads the book and asks `draws`; writes nothing.
"""

"""What is kept: clubs and people, events and who takes part, rounds and tables, the book."""

from .book import Line, Posting, Record
from .clubs import Club, Member, Player
from .events import Deed, Entry, Event, WrongCode
from .rounds import Confirmation, Count, Round, Seat, Table

__all__ = [
    "Club",
    "Confirmation",
    "Count",
    "Deed",
    "Entry",
    "Event",
    "Line",
    "Member",
    "Player",
    "Posting",
    "Record",
    "Round",
    "Seat",
    "Table",
    "WrongCode",
]

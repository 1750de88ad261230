"""What is kept: clubs and people, events and who takes part, rounds and tables, the book."""

from .book import Line, Posting, Record
from .clubs import Club, ClubPreset, Member, Player
from .events import Entry, Event
from .rounds import Confirmation, Count, Round, Seat, Table

__all__ = [
    "Club",
    "ClubPreset",
    "Confirmation",
    "Count",
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
]

"""What is kept: clubs and people, events and who takes part, rounds and tables, the book, the tables' calls."""

from .book import Line, Posting, Record
from .calls import Agreement, Call
from .clubs import Club, ClubPreset, Member, Player
from .events import Entry, Event
from .rounds import Confirmation, Count, Round, Seat, Table

__all__ = [
    "Agreement",
    "Call",
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

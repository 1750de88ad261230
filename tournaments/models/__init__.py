"""What is kept: clubs and people, events and who takes part, rounds and tables, the book."""

from .book import Line, Posting, Record
from .clubs import Club, Member, Player
from .events import Apart, Entry, Event
from .rounds import Confirmation, Count, Draft, Rest, Round, Seat, Table

__all__ = [
    "Apart",
    "Club",
    "Confirmation",
    "Count",
    "Draft",
    "Entry",
    "Event",
    "Line",
    "Member",
    "Player",
    "Posting",
    "Record",
    "Rest",
    "Round",
    "Seat",
    "Table",
]

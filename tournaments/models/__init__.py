"""What is kept: clubs and people, events and who takes part, rounds and tables, the book, the tables' calls."""

from .auctions import Auction
from .book import Line, Posting, Record
from .calls import Agreement, Call
from .clubs import Club, ClubPreset, Member, Player
from .events import Apart, Deed, Entry, Event, WrongCode
from .rounds import Confirmation, Count, Draft, Rest, Round, Seat, Table
from .unplayed import Unplayed

__all__ = [
    "Agreement",
    "Apart",
    "Auction",
    "Call",
    "Club",
    "ClubPreset",
    "Confirmation",
    "Count",
    "Deed",
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
    "Unplayed",
    "WrongCode",
]

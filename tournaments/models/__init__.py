"""The database models: clubs and people, tournaments and their entries, rounds and tables, the book, the calls from
tables, prizes and fees, seasons."""

from .auctions import Auction
from .book import Line, Posting, Record, TellsOfLeaving
from .calls import Agreement, Call
from .change_marks import Beat
from .clubs import Club, ClubPreset, Member, Player
from .languages import Language
from .money import Dues, Prize, Treasury
from .people import Erasure, Merge, Renaming
from .rounds import Confirmation, Count, Draft, Rest, Round, Seat, Table
from .seasons import Season
from .tournaments import Apart, Deed, Entry, Event, WrongCode
from .unplayed import Unplayed

__all__ = [
    "Agreement",
    "Apart",
    "Auction",
    "Beat",
    "Call",
    "Club",
    "ClubPreset",
    "Confirmation",
    "Count",
    "Deed",
    "Draft",
    "Dues",
    "Entry",
    "Erasure",
    "Event",
    "Language",
    "Line",
    "Member",
    "Merge",
    "Player",
    "Posting",
    "Prize",
    "Record",
    "Renaming",
    "Rest",
    "Round",
    "Season",
    "Seat",
    "Table",
    "TellsOfLeaving",
    "Treasury",
    "Unplayed",
    "WrongCode",
]

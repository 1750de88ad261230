"""The database models: clubs and people, tournaments and their entries, rounds and tables, the book, the calls from
tables, prizes and fees, seasons, what a table's book comes to."""

from .accounts import ApiToken, ClubChange, Invitation, Language, MemberChange, RememberedAnswer, SpentCode, TryCount
from .adjustments import Adjustment
from .book import ChainLink, LedgerLine, MentionsLeaving, Posting, Record, RecordReason
from .calls import Agreement, ArbiterCall, Auction, HallMessage, TableTablet, UnplayedTable
from .clubs import Club, ClubPicture, ClubPreset, Member, Player
from .money import Account, Fee, JetonWorth, Prize, Tombola
from .people import Erasure, Merge, PlayerDetails, Renaming
from .publishing import PublicationTarget
from .rounds import Confirmation, Rest, Round, RoundDraft, Seat, SheetPhoto, Table, TokenCount
from .seasons import JoinedClub, Season
from .signing_up import PosterText, SignUp, SignUpMail, SignUpTerms
from .summaries import SUMMARY_COLUMNS, ChangeMark, KeptEvening, KeptRatings, SeatSummary, TableSummary
from .tournaments import AuditEntry, AuditReason, Entry, SeatingExclusion, Team, Tournament
from .webhooks import Delivery, EventType, MessageShape, OutboxEntry, Receiver

__all__ = [
    "SUMMARY_COLUMNS",
    "Account",
    "Adjustment",
    "Agreement",
    "ApiToken",
    "ArbiterCall",
    "Auction",
    "AuditEntry",
    "AuditReason",
    "ChainLink",
    "ChangeMark",
    "Club",
    "ClubChange",
    "ClubPicture",
    "ClubPreset",
    "Confirmation",
    "Delivery",
    "Entry",
    "Erasure",
    "EventType",
    "Fee",
    "HallMessage",
    "Invitation",
    "JetonWorth",
    "JoinedClub",
    "KeptEvening",
    "KeptRatings",
    "Language",
    "LedgerLine",
    "Member",
    "MemberChange",
    "MentionsLeaving",
    "Merge",
    "MessageShape",
    "OutboxEntry",
    "Player",
    "PlayerDetails",
    "PosterText",
    "Posting",
    "Prize",
    "PublicationTarget",
    "Receiver",
    "Record",
    "RecordReason",
    "RememberedAnswer",
    "Renaming",
    "Rest",
    "Round",
    "RoundDraft",
    "Season",
    "Seat",
    "SeatSummary",
    "SeatingExclusion",
    "SheetPhoto",
    "SignUp",
    "SignUpMail",
    "SignUpTerms",
    "SpentCode",
    "Table",
    "TableSummary",
    "TableTablet",
    "Team",
    "TokenCount",
    "Tombola",
    "Tournament",
    "TryCount",
    "UnplayedTable",
]

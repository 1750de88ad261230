"""The players of a club as address cards (vCard 4.0, RFC 6350), for the organiser's own address book.

Whoever was erased or plays no more is left out; so is what the club noted of him, and whether he has paid: a card goes
further than a list.
"""

from collections.abc import Iterable, Iterator

from tournaments.models import Club, Player
from tournaments.models.people import read_detail
from tournaments.presentation.text.content_lines import escape_text, write_lines
from tournaments.standings.ranking import get_name_key

CONTENT_TYPE = "text/vcard; charset=utf-8"
LICENCE = "X-CORBILLON-LICENCE"


def list_card_players(club: Club) -> list[Player]:
    """Return the players of the club who have a card, by name."""
    players = Player.objects.filter(club=club, active=True, erasure=None).select_related("details")
    return sorted(players, key=lambda player: (get_name_key(player.name), player.pk))


def write_cards(players: Iterable[Player]) -> str:
    """Return a card for each player."""
    return write_lines(line for player in players for line in iterate_card_lines(player))


def iterate_card_lines(player: Player) -> Iterator[str]:
    """Yield the lines of one card."""
    yield from ("BEGIN:VCARD", "VERSION:4.0", f"UID;VALUE=text:{player.club_id}-{player.pk}@corbillon")
    yield f"FN:{escape_text(player.name)}"
    details = {name: str(read_detail(player, name) or "") for name in ("email", "home_club", "category", "licence")}
    keys = {"email": "EMAIL", "home_club": "ORG", "category": "CATEGORIES", "licence": LICENCE}
    yield from (f"{keys[name]}:{escape_text(value)}" for name, value in details.items() if value)
    yield "END:VCARD"

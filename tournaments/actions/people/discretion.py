"""What public pages show of one player."""

from django.db import transaction
from django.db.models import F

from tournaments.models import Entry, Player


@transaction.atomic
def set_player_discreet(player: Player, discreet: bool) -> Player:
    """Set whether public pages show the player's initials even where the club shows names. His entries are written
    again as they are, so that every page that shows him is drawn anew."""
    player.discreet = discreet
    player.save(update_fields=["discreet"])
    Entry.objects.filter(player=player).update(shown_name=F("shown_name"))
    return player

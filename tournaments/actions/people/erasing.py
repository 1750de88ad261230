"""Erasing a player's name on request: at the club, in every tournament, in free texts, and with it whatever else is
kept of the person. What he played stays, and no record of the book changes."""

from collections.abc import Collection, Iterable

from django.db import connection, transaction
from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import collect_decisions
from tournaments.actions.saving import save_fields
from tournaments.actions.webhooks.deliveries import delete_deliveries_that_name
from tournaments.models import (
    ArbiterCall,
    AuditReason,
    Erasure,
    HallMessage,
    Player,
    PlayerDetails,
    PosterText,
    RecordReason,
    Renaming,
    SheetPhoto,
    SignUp,
)

from .clubs import forget_ratings
from .entries import show_under_name
from .leaving import erase_sign_ups
from .mentions import Mention, MentionKind, find_mentions
from .player_merges import list_merged_players, lock_players

POSTER_FIELDS = {MentionKind.PLACE: "place", MentionKind.POSTER: "words"}


def forget_name(player: Player, *, actor: str, spared: Collection[str] | None = None) -> None:
    """Replace the name of the player, and of everybody merged into him directly or indirectly, by «Joueur 12» at the
    club and in every tournament, for good. Former names and whatever else the club keeps of the person are deleted.

    Free texts that mention him are erased too. `spared`: the keys of the mentions that somebody has read and wants to
    keep; None: only the mentions that are likely about him are erased.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")  # no erased text stays in the file's unused bytes
    with transaction.atomic(), collect_decisions():
        everybody = list_merged_players(player)
        lock_players(*everybody)
        mentions = find_mentions(player.club, everybody)
        if spared is None:
            spared = {each.key for each in mentions if not each.is_likely}
        erase_sign_ups(everybody)
        erase_mentions(each for each in mentions if each.key not in spared)
        for each in everybody:
            delete_deliveries_that_name(player.club_id, [each.name, *each.entries.values_list("shown_name", flat=True)])
            name = _("Joueur %(n)s") % {"n": each.pk}
            Player.objects.filter(pk=each.pk).update(name=name, family_name="", active=False)
            Erasure.objects.get_or_create(player=each, defaults={"actor": actor})
            Renaming.objects.filter(entry__player=each).delete()
            PlayerDetails.objects.filter(player=each).delete()
            forget_ratings(each)
            SheetPhoto.objects.filter(table__seats__entry__player=each).delete()  # its head names who sat there
            for entry in each.entries.all():
                save_fields(entry, salt="")  # under which the chain held who this is: it proves the rest as before
                show_under_name(entry, str(name))
    player.refresh_from_db()


def erase_mentions(mentions: Iterable[Mention]) -> None:
    """Erase the name in these free texts. The reason of a record or of an audit entry is removed whole; in any other
    text the name alone is blanked. The chain of the book holds digests of the reasons of records, and proves the
    records as before."""
    for each in mentions:
        if each.kind is MentionKind.RECORD:
            RecordReason.objects.filter(pk=each.pk).delete()
        elif each.kind is MentionKind.LOG:
            AuditReason.objects.filter(pk=each.pk).delete()
        elif each.kind is MentionKind.CALL:
            ArbiterCall.objects.filter(pk=each.pk).update(words=each.after)
        elif each.kind is MentionKind.MESSAGE:
            HallMessage.objects.filter(pk=each.pk).update(words=each.after)
        elif each.kind in POSTER_FIELDS:
            PosterText.objects.filter(pk=each.pk).update(**{POSTER_FIELDS[each.kind]: each.after})
        elif each.kind is MentionKind.PARTNER:
            SignUp.objects.filter(pk=each.pk).update(partner=each.after)
        else:
            PlayerDetails.objects.filter(pk=each.pk).update(note=each.after)

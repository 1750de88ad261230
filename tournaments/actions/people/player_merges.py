"""Correcting the list of a club's players: merging somebody who is listed twice, and forgetting a name on request.

A stored record names seats, never people, so no record and no total changes.
"""

import re
from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import NotNow
from tournaments.models import Entry, Erasure, Merge, Player, PlayerDetails, RecordReason, Renaming, Tournament

from .leaving import erase_sign_ups
from .names import make_name_unique


@transaction.atomic
def merge_players(kept: Player, gone: Player, *, actor: str) -> Merge:
    """Merge the duplicate `gone` into `kept`, which gets all its entries; the names shown in tournaments stay. Returns
    the merge, or the existing one if it was done before. Raises NotNow if the two cannot be the same person or are not
    of one club."""
    lock_players(kept, gone)
    if kept.pk == gone.pk or kept.club_id != gone.club_id:
        raise NotNow(_("Choisissez deux joueurs du même club."))
    if Erasure.objects.filter(player__in=(kept, gone)).exists():
        raise NotNow(_("Un nom effacé ne se réunit plus à un autre."))
    done = find_active_merges(gone).first()
    if done is not None and done.kept_id == kept.pk:
        return done
    for each in (done, find_active_merges(kept).first()):
        if each is not None:
            names = {"gone": each.gone.name, "kept": each.kept.name}
            raise NotNow(_("« %(gone)s » est déjà la même personne que « %(kept)s » : choisissez celle-là.") % names)
    both = Tournament.objects.filter(entries__player=kept).filter(entries__player=gone).first()
    if both is not None:
        raise NotNow(_("Les deux étaient à « %(event)s » : ce sont deux personnes.") % {"event": both.name})
    entries = list(Entry.objects.filter(player=gone).order_by("pk").values_list("pk", flat=True))
    Entry.objects.filter(pk__in=entries).update(player=kept)
    merge = Merge.objects.create(kept=kept, gone=gone, entries=entries, was_active=gone.active, actor=actor)
    Player.objects.filter(pk=gone.pk).update(active=False)
    return merge


def find_active_merges(gone: Player) -> QuerySet[Merge]:
    """Return the merges of this player into another that are not undone."""
    return Merge.objects.filter(gone=gone, undone_at=None).select_related("kept", "gone")


@transaction.atomic
def undo_merge(merge: Merge) -> Merge:
    """Undo the merge: `gone` gets back the entries that it had before. Raises NotNow if that is no longer possible."""
    lock_players(merge.kept, merge.gone)
    merge.refresh_from_db()
    if merge.undone_at is not None:
        return merge
    if Erasure.objects.filter(player__in=(merge.kept, merge.gone)).exists():
        raise NotNow(_("Ce nom est effacé : on ne sait plus qui était qui."))
    mine = Entry.objects.filter(pk__in=merge.entries)
    if mine.exclude(player=merge.kept).exists():
        raise NotNow(_("Ce joueur a été réuni à un autre depuis : séparez d’abord ceux-là."))
    again = Tournament.objects.filter(entries__in=mine).filter(entries__player=merge.gone).first()
    if again is not None:
        names = {"gone": merge.gone.name, "event": again.name}
        raise NotNow(_("« %(gone)s » a été inscrit depuis à « %(event)s » : ôtez-l’en d’abord.") % names)
    mine.update(player=merge.gone)
    Player.objects.filter(pk=merge.gone_id).update(active=merge.was_active)
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])
    return merge


@transaction.atomic
def forget_name(player: Player, *, actor: str) -> Player:
    """Replace the name of the player, and of everybody merged into him directly or indirectly, by «Joueur 12» at the
    club and in every tournament, for good. Former names are removed from the audit log too, and so are the reasons
    of records that name one of them, and whatever else the club keeps of the person."""
    everybody = list_merged_players(player)
    lock_players(*everybody)
    erase_reasons(everybody)
    erase_sign_ups(everybody)
    for each in everybody:
        name = _("Joueur %(n)s") % {"n": each.pk}
        Player.objects.filter(pk=each.pk).update(name=name, active=False)
        Erasure.objects.get_or_create(player=each, defaults={"actor": actor})
        Renaming.objects.filter(entry__player=each).delete()
        PlayerDetails.objects.filter(player=each).delete()
        rename_everywhere(Entry.objects.filter(player=each).select_related("tournament"), str(name))
    player.refresh_from_db()
    return player


def erase_reasons(players: Iterable[Player]) -> None:
    """Delete the reasons of records that name one of the players, in the tournaments where that player was entered. The
    chain of the book holds digests of them, and proves the records as before."""
    entries = Entry.objects.filter(player__in=list(players)).select_related("player").prefetch_related("renamings")
    words: dict[int, set[str]] = {}
    for entry in entries:
        names = [entry.shown_name, entry.player.name, *(each.was for each in entry.renamings.all())]
        words.setdefault(entry.tournament_id, set()).update(word for name in names for word in list_name_words(name))
    for tournament, known in words.items():
        reasons = RecordReason.objects.filter(record__table__round__tournament=tournament)
        named = [reason.pk for reason in reasons if known & set(list_name_words(reason.text))]
        RecordReason.objects.filter(pk__in=named).delete()


def list_name_words(text: str) -> list[str]:
    """Return the words of a name or a text that may be part of a name: of two letters or more, in small letters."""
    return [word for word in re.findall(r"\w+", text.casefold()) if len(word) > 1]


def list_merged_players(player: Player) -> list[Player]:
    """Return the player and everybody merged into him, directly or indirectly."""
    found, into = [player], [player.pk]
    while into:
        more = Player.objects.filter(merged_into__kept__in=into, merged_into__undone_at=None).distinct()
        fresh = [each for each in more if each not in found]
        found, into = [*found, *fresh], [each.pk for each in fresh]
    return found


def rename_everywhere(entries: Iterable[Entry], name: str) -> None:
    """Give all these entries the name, with a number where somebody else in the tournament bears it."""
    for entry in entries:
        others = Entry.objects.filter(tournament=entry.tournament_id).exclude(pk=entry.pk)
        entry.shown_name = make_name_unique(name, others.values_list("shown_name", flat=True))
        entry.save(update_fields=["shown_name"])


def lock_players(*players: Player) -> None:
    """Lock these players until the transaction ends, so that one change of them is made at a time."""
    wanted = Player.objects.select_for_update().filter(pk__in=[player.pk for player in players])
    list(wanted.order_by("pk").values_list("pk"))

"""Finding a player in free texts of his club: reasons, what tables called the arbiter for, notes about other players,
whom others signed up to play with, messages on the screens. Writes nothing.

A text mentions him if it holds a word of one of his names as a whole word, whatever its capitals and accents.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.letters import fold_letters
from tournaments.models import (
    ArbiterCall,
    AuditEntry,
    AuditReason,
    Club,
    ClubPreset,
    Entry,
    HallMessage,
    Player,
    PlayerDetails,
    PosterText,
    Prize,
    Record,
    RecordReason,
    Season,
    SignUp,
    Team,
    Tournament,
)
from tournaments.presentation.text.elision import format_day

PARTICLES = frozenset(
    {"al", "and", "ben", "bin", "da", "das", "de", "del", "della", "delle", "den", "der", "des", "di", "do", "dos"}
    | {"du", "ed", "el", "et", "la", "las", "le", "les", "lo", "los", "of", "st", "the", "van", "von", "zu"}
)
"""Words of names that are words of any text as well."""
BLANK = "…"
WORD = re.compile(r"(?:\w[\u0300-\u036f]*)+")
"""A word, its accents signs of their own or not."""
ENOUGH_WORDS = 2  # of a name, in a text of an evening that its bearer did not play


class MentionKind(StrEnum):
    """In what kind of row a text that names somebody is kept."""

    RECORD = "record"
    LOG = "log"
    CALL = "call"
    NOTE = "note"
    PARTNER = "partner"
    MESSAGE = "message"
    PLACE = "place"
    POSTER = "poster"


@dataclass(frozen=True)
class Mention:
    """A free text that mentions the player. `pk`: the id of the row that holds it; `where`: where that is, in words;
    `after`: what an erasure would leave of the text; `is_likely`: it is of an evening that he played, or holds his
    whole name."""

    kind: MentionKind
    pk: int
    where: str
    text: str
    after: str
    is_likely: bool

    @property
    def key(self) -> str:
        """The key of the mention in a form: its kind and the row's id, as in «record-12»."""
        return f"{self.kind}-{self.pk}"


@dataclass(frozen=True)
class FixedMention:
    """A text that mentions the player and stays as it is. `where`: where it stands, in words; `text`: the text itself;
    `is_sealed`: it is part of the book, which never changes; the others can be changed on their own pages."""

    where: str
    text: str
    is_sealed: bool


@dataclass(frozen=True)
class KnownNames:
    """The names of one person, and the tournaments (ids) that he was in."""

    names: tuple[frozenset[str], ...]
    tournaments: frozenset[int]

    @property
    def words(self) -> frozenset[str]:
        """All words of the names."""
        return frozenset().union(*self.names)

    def is_named_in(self, text: str) -> bool:
        """True if the text holds a word of a name."""
        return bool(self.words & set(list_words(text)))

    def is_fully_named_in(self, text: str) -> bool:
        """True if the text holds all of a name, or ENOUGH_WORDS of its words."""
        words = set(list_words(text))
        return any(name and len(name & words) >= min(ENOUGH_WORDS, len(name)) for name in self.names)

    def redact(self, text: str) -> str:
        """Return the text with each word of a name replaced by BLANK; words that stand together are replaced by one
        BLANK."""
        blanked = WORD.sub(lambda found: BLANK if fold_letters(found[0]) in self.words else found[0], text)
        return re.sub(rf"{BLANK}(?:[\s’'-]+{BLANK})+", BLANK, blanked)


def list_words(text: str) -> list[str]:
    """Return the words of a text, folded."""
    return re.findall(r"\w+", fold_letters(text))


def list_name_words(name: str) -> frozenset[str]:
    """Return the words of a name by which its bearer is found, of two letters or more and no particles; all of them
    where none is left. A number that tells two equal names apart is no word of it."""
    words = [word for word in list_words(name) if not word.isdigit()]
    telling = [word for word in words if len(word) > 1 and word not in PARTICLES]
    return frozenset(telling or words)


def collect_names(players: Iterable[Player]) -> KnownNames:
    """Return the names that these players, who are one person, have and had, and where they played."""
    everybody = list(players)
    entries = Entry.objects.filter(player__in=everybody).prefetch_related("renamings")
    names = [player.name for player in everybody]
    for entry in entries:
        names += [entry.shown_name, *(name for each in entry.renamings.all() for name in (each.was, each.now))]
    words = dict.fromkeys(list_name_words(name) for name in names)
    return KnownNames(tuple(words), frozenset(entry.tournament_id for entry in entries))


def find_mentions(club: Club, players: Iterable[Player]) -> list[Mention]:
    """Return the free texts of the club that mention these players, who are one person; texts of evenings that he
    played and texts with his whole name first."""
    everybody = list(players)
    names = collect_names(everybody)
    mentions = [
        *find_in_reasons(club, names),
        *find_in_log(club, names),
        *find_in_calls(club, names),
        *find_in_notes(club, names, everybody),
        *find_in_sign_ups(club, names),
        *find_in_messages(club, names),
        *find_on_posters(club, names),
    ]
    return sorted(mentions, key=lambda each: not each.is_likely)


def find_in_reasons(club: Club, names: KnownNames) -> Iterator[Mention]:
    """Yield the mentions in reasons of records. A digest in the chain seals each reason, so that a part of it cannot be
    blanked: an erasure removes it whole."""
    for reason in RecordReason.objects.filter(record__table__round__tournament__club=club).select_related(
        "record__table__round__tournament"
    ):
        if names.is_named_in(reason.text):
            table = reason.record.table
            where = describe_table(table) + " · " + _("pourquoi une ligne fut changée")
            yield build_mention(MentionKind.RECORD, reason, where, "", table.round.tournament_id, names)


def find_in_log(club: Club, names: KnownNames) -> Iterator[Mention]:
    """Yield the mentions in the reasons of organisers' actions."""
    rows = AuditReason.objects.filter(deed__tournament__club=club).select_related("deed__tournament")
    for reason in rows:
        if names.is_named_in(reason.text):
            where = describe_tournament(reason.deed.tournament) + " · " + _("journal de la soirée")
            yield build_mention(MentionKind.LOG, reason, where, "", reason.deed.tournament_id, names)


def find_in_calls(club: Club, names: KnownNames) -> Iterator[Mention]:
    """Yield the mentions in what tables called the arbiter for, or dispute."""
    rows = ArbiterCall.objects.filter(table__round__tournament__club=club).exclude(words="")
    for call in rows.select_related("table__round__tournament"):
        if names.is_named_in(call.words):
            disputes = call.kind == ArbiterCall.CallKind.DISPUTE
            what = _("ligne contestée") if disputes else _("appel de l’arbitre")
            where, tournament = f"{describe_table(call.table)} · {what}", call.table.round.tournament_id
            yield build_mention(MentionKind.CALL, call, where, names.redact(call.words), tournament, names, call.words)


def find_in_notes(club: Club, names: KnownNames, but: list[Player]) -> Iterator[Mention]:
    """Yield the mentions in notes about the club's players, except those of `but`, whose own notes are erased with
    them."""
    rows = PlayerDetails.objects.filter(player__club=club).exclude(note="").exclude(player__in=but)
    for details in rows.select_related("player"):
        if names.is_named_in(details.note):
            where = _("remarque sur %(name)s") % {"name": details.player.name}
            yield build_mention(MentionKind.NOTE, details, where, names.redact(details.note), 0, names, details.note)


def find_in_sign_ups(club: Club, names: KnownNames) -> Iterator[Mention]:
    """Yield the mentions in sign-ups of others, who named the person as their partner."""
    rows = SignUp.objects.filter(tournament__club=club).exclude(partner="")
    for person in rows.select_related("tournament"):
        if names.is_named_in(person.partner):
            what = _("partenaire que nomme %(name)s") % {"name": person.name}
            where, after = f"{describe_tournament(person.tournament)} · {what}", names.redact(person.partner)
            yield build_mention(MentionKind.PARTNER, person, where, after, person.tournament_id, names, person.partner)


def find_in_messages(club: Club, names: KnownNames) -> Iterator[Mention]:
    """Yield the mentions in messages on the screens of an evening."""
    for message in HallMessage.objects.filter(tournament__club=club).select_related("tournament"):
        if names.is_named_in(message.words):
            where = describe_tournament(message.tournament) + " · " + _("message sur tous les écrans")
            after, tournament = names.redact(message.words), message.tournament_id
            yield build_mention(MentionKind.MESSAGE, message, where, after, tournament, names, message.words)


def find_on_posters(club: Club, names: KnownNames) -> Iterator[Mention]:
    """Yield the mentions on the posters of an evening: in the place, and in the line of free words."""
    for said in PosterText.objects.filter(tournament__club=club).select_related("tournament"):
        where = describe_tournament(said.tournament) + " · " + _("affiche")
        for kind, text in ((MentionKind.PLACE, said.place), (MentionKind.POSTER, said.words)):
            if names.is_named_in(text):
                yield build_mention(kind, said, where, names.redact(text), said.tournament_id, names, text)


def build_mention(
    kind: MentionKind, row: Any, where: str, after: str, tournament: int, names: KnownNames, text: str = ""
) -> Mention:
    """Build the mention found in this row. `where`: where it stands, in words; `after`: what an erasure would leave.
    `tournament`: its id, 0 without one; `text`: the text that mentions the person, "" where it is the row's `text`."""
    text = text or row.text
    is_likely = tournament in names.tournaments or names.is_fully_named_in(text)
    return Mention(kind, row.pk, where, text, after, is_likely)


def find_fixed_mentions(club: Club, players: Iterable[Player]) -> list[FixedMention]:
    """Return the texts of the club that hold the person's whole name and that an erasure leaves: why a coup was dealt
    again and by which rule points were given, which are sealed; the names of evenings, seasons, rules and prizes."""
    names = collect_names(players)
    named: list[tuple[Any, QuerySet[Any], str]] = [
        (_("nom d’une soirée"), Tournament.objects.filter(club=club), "name"),
        (_("nom d’une équipe"), Team.objects.filter(tournament__club=club), "name"),
        (_("nom d’une saison"), Season.objects.filter(club=club), "name"),
        (_("nom d’une règle du club"), ClubPreset.objects.filter(club=club), "name"),
        (_("nom d’un lot"), Prize.objects.filter(tournament__club=club), "label"),
    ]
    mentions = [
        FixedMention(where, text, is_sealed=False)
        for where, rows, column in named
        for text in rows.values_list(column, flat=True)
        if names.is_fully_named_in(text)
    ]
    mentions += find_in_rules(club, names)
    records = Record.objects.filter(table__round__tournament__club=club, body__has_key="reason")
    for record in records.select_related("table__round__tournament"):
        text = str((record.body or {}).get("reason"))
        inside = record.table.round.tournament_id in names.tournaments
        if names.is_fully_named_in(text) or (inside and names.is_named_in(text)):
            where = describe_table(record.table) + " · " + _("pourquoi un coup fut redonné")
            mentions.append(FixedMention(where, text, is_sealed=True))
    return mentions


def find_in_rules(club: Club, names: KnownNames) -> Iterator[FixedMention]:
    """Yield the mentions in rules by which a bonus or a penalty was given, in words of whoever gave it."""
    deeds = AuditEntry.objects.filter(tournament__club=club, adjustments__isnull=False).distinct()
    for deed in deeds.select_related("tournament"):
        text = str(deed.after.get("rule", ""))
        inside = deed.tournament_id in names.tournaments
        if names.is_fully_named_in(text) or (inside and names.is_named_in(text)):
            where = describe_tournament(deed.tournament) + " · " + _("règle d’un bonus ou d’une pénalité")
            yield FixedMention(where, text, is_sealed=True)


def describe_tournament(tournament: Tournament) -> str:
    """Return a text that names a tournament with its day."""
    return f"{tournament.name}, {format_day(tournament.date)}"


def describe_table(table: Any) -> str:
    """Return a text that names a table with its tournament and round."""
    values = {"table": table.n, "round": table.round.n}
    return describe_tournament(table.round.tournament) + " · " + _("ronde %(round)s, table %(table)s") % values

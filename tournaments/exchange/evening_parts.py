"""What a corbillon.evenement/1 document holds beside rounds and rules (docs/formats.md): who takes part and pays, who
is kept apart, prizes, the tombola, clocks, what players said of their sheets. Each part is both written and read
here."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.letters import fold_letters
from tournaments.actions.evenings.imported_parts import EveningParts
from tournaments.actions.money.prizes import MOST_PRIZES
from tournaments.actions.people.teams import SAME_NAME
from tournaments.book.sheet import Sheet, find_last_played
from tournaments.models import Account, Entry, Round, Team, Tournament
from tournaments.models.listed_names import split_name
from tournaments.reading.grouping import group_pairs
from tournaments.reading.teams import PLACE_ORDER

from .document_reader import DocumentReader
from .kept_columns import (
    ACCOUNT,
    CONFIRMATION,
    COUNT,
    FEE,
    PERSON,
    PRIZE,
    ROUND,
    SETTINGS,
    TABLE,
    Columns,
    KeptColumn,
    read_columns,
    write_columns,
)
from .tombola_part import build_tombola_part, read_tombola_part

Document = dict[str, Any]
OUTDATED, READ_OFF = "outdated", "read_off"


def build_person(entry: Entry, number: int) -> Document:
    """Return the document's object for one player. `number`: his id in the document."""
    fee = write_columns(entry.fee, FEE) if hasattr(entry, "fee") else {}
    family = split_name(entry.shown_name, entry.player.family_name)[1]
    person = {"id": number, "name": entry.shown_name} | ({"family_name": family} if family else {})
    return person | write_columns(entry, PERSON) | ({"fee": fee} if fee else {})


def leave_out_payments(document: Document) -> Document:
    """Return the document of an evening without what anybody owes or has paid; prizes, and the groups that they are
    for, stay."""
    people = [{key: value for key, value in each.items() if key != "fee"} for each in document["players"]]
    for each, person in zip(document["players"], people, strict=True):
        if group := each.get("fee", {}).get("group"):
            person["fee"] = {"group": group}
    return {key: value for key, value in document.items() if key != "fees"} | {"players": people}


def has_payments(parts: EveningParts) -> bool:
    """True if the imported parts say what anybody owes or has paid."""
    return bool(parts.account) or any(
        each and (each["due_cents"] is not None or each["paid_cents"]) for each in parts.fees
    )


def build_evening_parts(tournament: Tournament, ids: Mapping[int, int]) -> Document:
    """Return the parts of the document that describe the evening besides its rounds (settings, exclusions, teams, fees,
    prizes, tombola), by key; empty if there are none. `ids`: the document's player id by entry id."""
    account = Account.objects.filter(tournament=tournament).first()
    return write_columns(tournament, SETTINGS) | {
        "exclusions": [
            sorted(ids[entry.pk] for entry in each.entries.all())
            for each in tournament.exclusions.prefetch_related("entries").order_by("pk")
        ],
        "teams": [
            {"name": team.name, "places": [[ids[pk] for pk in some] for some in list_place_entries(team)]}
            for team in tournament.teams.all()
        ],
        "fees": write_columns(account, ACCOUNT) if account else {},
        "prizes": [write_columns(prize, PRIZE) for prize in tournament.prizes.order_by("pk")],
        "tombola": build_tombola_part(tournament, ids),
    }


def build_round_columns(current: Round) -> Document:
    """Return the document's fields for one round: the random seed of its draw, and its clock."""
    return write_columns(current, ROUND)


def build_table_parts(sheet: Sheet) -> Document:
    """Return the document's fields for one table besides its sheet: whether it is kept on paper, what players counted,
    who confirmed the sheet (each player's last word). `outdated`: play went on after he confirmed."""
    played = find_last_played(sheet.records)
    last = {each.position: each for each in sorted(sheet.confirmations, key=lambda each: each.number)}
    return write_columns(sheet.table, TABLE) | {
        "counts": [
            write_columns(each, COUNT) | ({READ_OFF: True} if each.is_read_off else {})
            for each in sorted(sheet.counts, key=lambda each: each.position)
        ],
        "confirmations": [
            write_columns(each, CONFIRMATION) | ({OUTDATED: True} if each.number < played else {})
            for _position, each in sorted(last.items())
        ],
    }


def read_evening_parts(top: DocumentReader, ids: Sequence[int]) -> EveningParts:
    """Read the parts of the document that describe the evening besides its tables; players become indices in `ids`.
    Problems are added to the reader."""
    people = top.child("players").items()
    columns = [read_columns(each, PERSON) for each in people]
    pairs = Counter(each["pair"] for each in columns if each["pair"] is not None)
    if any(count > 2 for count in pairs.values()):
        top.child("players").add_error(_("Une paire, c’est deux personnes."))
    prizes = top.child("prizes").optional_items()
    if len(prizes) > MOST_PRIZES:
        top.child("prizes").add_error(_("Deux cents lots au plus."))
    settings, teams = read_columns(top, SETTINGS), read_teams(top.child("teams"), ids)
    settings["team_score"] = (settings["team_score"] or Tournament.TeamScore.POINTS) if teams else None
    return EveningParts(
        settings=settings,
        people=columns,
        fees=[read_part(each.child("fee"), FEE) for each in people],
        account=read_part(top.child("fees"), ACCOUNT),
        prizes=[read_columns(each, PRIZE) for each in prizes[:MOST_PRIZES]],
        tombola=read_tombola_part(top.child("tombola"), ids),
        exclusions=[
            sorted({player for one in each.items() if (player := one.player(ids)) is not None})
            for each in top.child("exclusions").optional_items()
        ],
        teams=teams,
        rounds={each.child("n").number(): read_columns(each, ROUND) for each in top.child("rounds").items()},
    )


def list_place_entries(team: Team) -> list[list[int]]:
    """Return, for each place of a team, the ids of the entries that held it, the first one first."""
    held = team.members.order_by(*PLACE_ORDER).values_list("team_place", "pk")
    return list(group_pairs(held).values())


def read_teams(teams: DocumentReader, ids: Sequence[int]) -> list[tuple[str, list[list[int]]]]:
    """Return (name, places) of each team; a place is the list of the players who held it, as indices in `ids`. Problems
    are added to the reader."""
    found = []
    for one in teams.optional_items():
        places = [
            [player for each in place.items() if (player := each.player(ids)) is not None]
            for place in one.child("places").optional_items()
        ]
        found.append((one.child("name").name(), places))
    named = [fold_letters(name) for name, _places in found]
    people = Counter(player for _name, places in found for place in places for player in place)
    if len(set(named)) < len(named):
        teams.add_error(SAME_NAME)
    if any(count > 1 for count in people.values()):
        teams.add_error(_("Personne ne joue dans deux équipes."))
    if any(len(places) not in range(1, Team.SIZES.stop) for _name, places in found):
        teams.add_error(_("Une équipe a de deux à huit joueurs."))
    return found


def read_part(reader: DocumentReader, columns: Sequence[KeptColumn]) -> Columns:
    """Return the values of these columns from a JSON object; {} if it is missing."""
    return read_columns(reader, columns) if reader.value is not None and reader.mapping() else {}


def read_table_parts(reader: DocumentReader, size: int) -> tuple[Columns, list[Columns], list[Columns]]:
    """Return what a table of `size` players has besides its sheet: its columns, what each player counted, who
    confirmed."""
    confirmations = [
        each | {OUTDATED: bool(one.child(OUTDATED).value)}
        for one, each in read_words_of_places(reader.child("confirmations"), CONFIRMATION, size)
    ]
    counts = [
        each | {READ_OFF: bool(one.child(READ_OFF).value)}
        for one, each in read_words_of_places(reader.child("counts"), COUNT, size)
    ]
    return read_columns(reader, TABLE), counts, confirmations


def read_words_of_places(
    reader: DocumentReader, columns: Sequence[KeptColumn], size: int
) -> list[tuple[DocumentReader, Columns]]:
    """Return (its reader, its columns) for each item of a list of what players stated, each from his seat; a seat named
    twice, or greater than `size`, is a problem."""
    words, places = [], set()
    for one in reader.optional_items():
        for key in ("seat", "owed_to"):
            if type(value := one.child(key).value) is int and value > size:
                one.child(key).add_error(_("Cette place n’existe pas à cette table."))
        each = read_columns(one, columns)
        if each["position"] in places:
            one.child("seat").add_error(_("Deux fois la même place."))
        places.add(each["position"])
        words.append((one, each))
    return words

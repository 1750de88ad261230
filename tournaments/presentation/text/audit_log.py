"""The audit log of a tournament as text: the organisers' actions and every corrected or annulled line, by time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby
from string import ascii_uppercase
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

import scoring
from tournaments.book import history, seat_names
from tournaments.book.loading import load_sheets
from tournaments.book.sheet import Sheet
from tournaments.models import AuditEntry, Entry, JetonWorth, Player, Record, Tournament, UnplayedTable
from tournaments.presentation.text.accounts import AccountNames
from tournaments.presentation.text.adjustment_text import describe_adjusted
from tournaments.presentation.text.attendance import describe_attendance
from tournaments.presentation.text.club_log import UNKNOWN
from tournaments.presentation.text.elision import format_day
from tournaments.presentation.text.event_text import describe_actor, diff_events, get_sheet_game, name_contents
from tournaments.presentation.text.jeton_worth_text import describe_worth
from tournaments.presentation.text.numbers import format_money
from tournaments.presentation.text.option_text import diff_rules, format_table_label
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.preset_diff import read_recorded_rules

TextDiff = list[tuple[str, str, str]]  # (what, before, after)
Description = tuple[str, TextDiff]  # what an audit entry did, and what that changed
Names = Mapping[int, str]  # by entry
MOST_NAMED = 5  # people of one line; more are counted


@dataclass(frozen=True)
class AuditLine:
    """One action of the log: when, what, by whom and why. `diff`: what changed, as (what, before, after); `table`: the
    table's id, if it happened at a table."""

    at: datetime
    what: str
    actor: str
    reason: str
    diff: TextDiff
    table: int | None = None


def build_audit_log(tournament: Tournament) -> list[AuditLine]:
    """Return every line of the tournament's log, the oldest first."""
    deeds, sheets = list(tournament.audit_entries.select_related("renaming", "free_text")), load_sheets(tournament)
    actors = [*(deed.actor for deed in deeds), *(row.actor for sheet in sheets for row in sheet.records)]
    writers = AccountNames(tournament.club_id, actors)
    lines = [
        *describe_entries(tournament, deeds, writers),
        *(one for sheet in sheets for one in describe_sheet_corrections(sheet, writers)),
    ]
    return sorted(lines, key=lambda line: line.at)


# ── At a table: corrected and annulled events


def describe_sheet_corrections(sheet: Sheet, writers: AccountNames) -> Iterable[AuditLine]:
    """Yield a log line for each correction and undo at one table. `writers`: the names of accounts."""
    game = get_sheet_game(sheet)
    for revision in history.list_revisions(sheet.records):
        record = revision.record
        names = list_names_at_event(sheet, record.position)
        was, now = (
            seat_names.to_names(body, names, sheet.tournament.game) if body else None
            for body in (revision.was, revision.now)
        )
        sides = [[names[sheet.positions[name] - 1] for name in side] for side in sheet.sides]
        was, now = (name_contents(event, sheet.setting, sides) for event in (was, now))
        apart = diff_events(was, now, game)
        actor = describe_actor(record, sheet, writers)
        yield AuditLine(record.at, describe_correction(sheet, record), actor, record.reason, apart, sheet.table.pk)


def list_names_at_event(sheet: Sheet, n: int) -> tuple[str, ...]:
    """Return the names of those who sat at the table when its event n was played, in order of position."""
    return tuple(sheet.find_seat_at(position, n).entry.shown_name for position in sheet.positions.values())


def describe_correction(sheet: Sheet, record: Record) -> str:
    """Return what a correcting record did: «Table 2 : ligne 3 corrigée», or «… annulée»."""
    where = format_table_label(sheet.tournament, sheet.table.n, sheet.table.round.n)
    values = {"where": where, "n": str(record.position)}
    if record.kind == Record.RecordKind.UNDO:
        return _("%(where)s : ligne %(n)s annulée") % values
    return _("%(where)s : ligne %(n)s corrigée") % values


# ── Outside the tables: audit entries


def describe_entries(
    tournament: Tournament, entries: Iterable[AuditEntry], writers: AccountNames
) -> Iterable[AuditLine]:
    """Yield a log line for each audit entry of the tournament. `writers`: the names of accounts."""
    entries = list(entries)
    names = load_names(tournament, entries)
    for _key, some in groupby(
        entries, lambda each: (each.actor, each.after["round"]) if is_confirmed(each) else each.pk
    ):
        deed, *others = some
        what, apart = describe_entry(deed, names)
        line = AuditLine(deed.at, what, describe_entry_actor(deed, writers), deed.reason, apart)
        yield replace(line, **describe_confirmed([deed, *others])) if others else line


def load_names(tournament: Tournament, entries: Iterable[AuditEntry]) -> Names:
    """Return the names by entry, also of those who were taken out since; none that was erased."""
    names = dict(tournament.entries.filter(player__erasure=None).values_list("pk", "shown_name"))
    gone = [deed.before for deed in entries if deed.what == AuditEntry.Action.REMOVED and "entry" in deed.before]
    if gone:
        signed = dict(tournament.sign_ups.values_list("pk", "name"))
        players = {each["player"] for each in gone}
        known = dict(Player.objects.filter(pk__in=players, erasure=None).values_list("pk", "name"))
        for each in gone:
            name = known.get(each["player"]) or signed.get(each.get("sign_up"))
            names |= {each["entry"]: f"{name} {each.get('number', '')}".strip()} if name else {}
    return names


def describe_action(entry: AuditEntry) -> str:
    """Return what an audit entry did, in one sentence without anybody's name."""
    return describe_entry(entry, {})[0]


def describe_entry(entry: AuditEntry, names: Names) -> Description:
    """Return what an audit entry did, and the diff; only its code if a newer version of the program wrote it. `names`:
    by entry id."""
    describe = ENTRY_DESCRIBERS.get(entry.what)
    return describe(entry, names) if describe else (str(UNKNOWN) % {"what": entry.what}, [])


def describe_entry_actor(entry: AuditEntry, writers: AccountNames) -> str:
    """Return the name of who did what an audit entry records: an account with its role at that time, a table, or a
    command on the server (an entry with the actor "")."""
    if not entry.actor:
        return _("une commande de cet ordinateur")
    if entry.actor.startswith("table"):
        return _("la table")
    return writers.describe(entry.actor, entry.at) or _("un compte fermé")


def name_table(entry: AuditEntry) -> dict[str, str]:
    """Return {"where": the name of the table with its round}, to fill %(where)s in the sentence on an audit entry."""
    return {"where": format_table_label(entry.tournament, entry.after["table"], entry.after["round"])}


def build_plain_describer(words: Any) -> Any:
    """Return a describer for an audit entry that has a fixed sentence and no diff. `words`: returns the sentence."""
    return lambda entry, names: (words(), [])


def describe_name_or_date(entry: AuditEntry, names: Names) -> Description:
    """Describe a changed name or date, or both."""
    was, now = (format_day(date.fromisoformat(each["date"]), "l j F Y") for each in (entry.before, entry.after))
    apart = [(_("Nom"), entry.before["name"], entry.after["name"]), (_("Jour"), was, now)]
    return _("Nom ou jour de la soirée changé"), [each for each in apart if each[1] != each[2]]


def describe_rule_change(entry: AuditEntry, names: Names) -> Description:
    """Describe a change of rules, with the round from which it holds if not from the first."""
    since = entry.after.get("since")
    words = _("Règle changée à partir de la ronde %(n)s") % {"n": since} if since else _("Règle changée")
    game = scoring.get_game(entry.tournament.game)
    was, now = (read_recorded_rules(game, rules) for rules in (entry.before, entry.after))
    return words, diff_rules(game, was, now)


def describe_renaming(entry: AuditEntry, names: Names) -> Description:
    """Describe a renaming; without a diff if the player's names were erased since."""
    renaming = getattr(entry, "renaming", None)
    return _("Joueur renommé"), [("", renaming.was, renaming.now)] if renaming else []


def describe_substitution(entry: AuditEntry, names: Names) -> Description:
    """Describe a substitution at a seat, with the event from which the substitute plays."""
    after = entry.after
    values = name_table(entry) | {"place": ascii_uppercase[after["place"] - 1], "since": after["since"]}
    words = _("%(where)s, place %(place)s : un autre joueur, à partir de la ligne %(since)s") % values
    was, now = (names.get(each["entry"], _("quelqu’un")) for each in (entry.before, after))
    return words, [("", was, now)]


def describe_new_card(entry: AuditEntry, names: Names) -> Description:
    """Describe a new table card, which revokes the old key and code."""
    return _("%(where)s : nouvelle carte, l’ancienne ne marche plus") % name_table(entry), []


def describe_unplayed_table(entry: AuditEntry, names: Names) -> Description:
    """Describe the decision that a table is not played, or is played after all."""
    kinds = dict(UnplayedTable.UnplayedKind.choices) | {"": _("se joue")}
    words = _("%(where)s : ne se joue pas") if entry.after["kind"] else _("%(where)s : se joue de nouveau")
    words %= name_table(entry)
    was, now = (str(kinds.get(each["kind"], each["kind"])) for each in (entry.before, entry.after))
    absent = [names.get(each, _("quelqu’un")) for each in entry.after["absent"]]
    return words, [("", was, ", ".join([now, *absent]))]


def describe_adjustment(entry: AuditEntry, names: Names) -> Description:
    """Describe a bonus or penalty in the standings, given or cancelled, with the rule that it rests on."""
    what = describe_adjusted(entry.after, names, get_game_figures(entry.tournament).unit)
    given = entry.what == AuditEntry.Action.ADJUSTED
    words = _("Bonus ou pénalité au classement") if given else _("Bonus ou pénalité au classement, annulé")
    return words, [("", "", what), (pgettext("article", "Règle"), "", entry.after["rule"])]


def describe_withdrawal(entry: AuditEntry, names: Names) -> Description:
    """Describe the withdrawal of a published round, after which nothing of it counts."""
    return _("Ronde %(n)s retirée : plus rien n’en compte") % {"n": entry.after["round"]}, []


def describe_publication(entry: AuditEntry, names: Names) -> Description:
    """Describe the publishing of a round, with what was exchanged by hand before and who should not have met."""
    exchanges, together = (
        [" – ".join(names.get(each, _("quelqu’un")) for each in ids) for ids in entry.after[key]]
        for key in ("exchanges", "together")
    )
    apart = [(_("Échangés à la main"), "", each) for each in exchanges]
    apart += [(_("À ne pas réunir, publiés quand même"), "", each) for each in together]
    return _("Ronde %(n)s publiée") % {"n": entry.after["round"]}, apart


def describe_worth_change(entry: AuditEntry, names: Names) -> Description:
    """Describe what jetons were worth and are worth from then on."""
    was, now = (
        describe_worth(JetonWorth(**terms)) if terms else _("comme au club") for terms in (entry.before, entry.after)
    )
    return _("Ce que vaut un jeton"), [("", was, now)]


def describe_tombola_step(entry: AuditEntry, names: Names) -> Description:
    """Describe a step of the tombola, with the digest of its random seed that was shown beforehand."""
    words = {
        "begun": _("Tombola : premier lot tiré"),
        "again": _("Tombola : un lot tiré de nouveau"),
        "over": _("Tombola : tous les lots sont tirés"),
        "removed": _("Tombola ôtée avant son tirage"),
    }
    step = words.get(entry.after["step"], str(UNKNOWN) % {"what": entry.what})
    return step, [(_("Empreinte de la graine"), "", entry.after["digest"])]


def join_names(ids: Sequence[int], names: Names) -> str:
    """Return the names of these entries; of many, how many they are."""
    if len(ids) > MOST_NAMED:
        return ngettext("%(n)s joueur", "%(n)s joueurs", len(ids)) % {"n": len(ids)}
    return ", ".join(names.get(each, _("quelqu’un")) for each in ids)


def describe_newcomers(entry: AuditEntry, names: Names) -> Description:
    """Describe people who were added to the evening."""
    return _("Ajouté à la soirée"), [("", "", join_names(entry.after["entries"], names))]


def describe_removal(entry: AuditEntry, names: Names) -> Description:
    """Describe the removal of somebody from the evening's list, or a sign-up that was refused."""
    if "entry" not in entry.before:
        person = entry.tournament.sign_ups.filter(pk=entry.before["sign_up"]).first()
        return _("Inscription refusée"), [("", "", person.name if person else _("quelqu’un"))]
    return _("Ôté de la soirée"), [("", "", join_names([entry.before["entry"]], names))]


def describe_presence(entry: AuditEntry, names: Names) -> Description:
    """Describe that people play no more, or play again."""
    left = entry.after["presence"] == Entry.Presence.ABSENT
    return _("Ne joue plus") if left else _("Joue de nouveau"), [("", "", join_names(entry.after["entries"], names))]


def describe_part(entry: AuditEntry, names: Names) -> Description:
    """Describe a change of the rounds that somebody plays, and of the table that he keeps."""
    was, now = (
        ", ".join(
            describe_attendance(Entry(first_round=part["first"], last_round=part["last"], fixed_table=part["table"]))
        )
        or _("toutes les rondes")
        for part in (entry.before, entry.after)
    )
    return _("Rondes et table d’un joueur"), [(join_names([entry.after["entry"]], names), was, now)]


def describe_exclusion(entry: AuditEntry, names: Names) -> Description:
    """Describe a meeting that is to be avoided, or is allowed again."""
    words = _("Rencontre à éviter") if entry.after else _("Rencontre de nouveau permise")
    return words, [("", "", join_names((entry.after or entry.before)["entries"], names))]


def describe_confirmation(entry: AuditEntry, names: Names) -> Description:
    """Describe a sheet that an organiser confirmed."""
    return _("%(where)s : feuille confirmée") % name_table(entry), []


def describe_confirmed(entries: Sequence[AuditEntry]) -> dict[str, Any]:
    """Return {what, diff} of one line of the log for several sheets of a round that the same organiser confirmed: its
    words and the tables."""
    values = {"n": len(entries), "round": entries[0].after["round"]}
    tables = ", ".join(str(each.after["table"]) for each in entries)
    words = _("Ronde %(round)s : %(n)s feuilles confirmées") % values
    return {"what": words, "diff": [(_("Tables"), "", tables)]}


def is_confirmed(entry: AuditEntry) -> bool:
    """True for the line of a sheet that was confirmed."""
    return entry.what == AuditEntry.Action.CONFIRMED


def describe_fee(entry: AuditEntry, names: Names) -> Description:
    """Describe a change of the entry fee."""
    was, now = (format_money(each["cents"], each["currency"]) for each in (entry.before, entry.after))
    return _("Droit d’inscription"), [("", was, now)]


def describe_payments(entry: AuditEntry, names: Names) -> Description:
    """Describe a change of what people have paid: a line for each of them or, if they are many, one line with the
    sum."""
    currency, ids = entry.after["currency"], [each for each in entry.after if each != "currency"]
    if len(ids) <= MOST_NAMED:
        sums = [[format_money(part[each], currency) for part in (entry.before, entry.after)] for each in ids]
        diff = [(join_names([int(each)], names), was, now) for each, (was, now) in zip(ids, sums, strict=True)]
        return _("Paiement noté"), diff
    was, now = (format_money(sum(part[each] for each in ids), currency) for part in (entry.before, entry.after))
    return _("Paiement noté"), [(join_names([int(each) for each in ids], names), was, now)]


def describe_prize(entry: AuditEntry, names: Names) -> Description:
    """Describe a prize that was added or removed, with its label as long as it is there."""
    prize = entry.after or entry.before
    labels = entry.tournament.prizes.filter(pk=prize.get("prize")).values_list("label", flat=True)
    place = [*labels, prize["group"], _("place %(n)s") % {"n": prize["place"]}]
    place += [format_money(prize["cents"], prize["currency"])] if prize["cents"] else []
    return _("Lot ajouté") if entry.after else _("Lot ôté"), [("", "", ", ".join(filter(None, place)))]


def describe_drafted(entry: AuditEntry, names: Names) -> Description:
    """Describe a published round that was put back into preparation before it began."""
    return _("Ronde %(n)s remise en préparation") % {"n": entry.after["round"]}, []


ENTRY_DESCRIBERS: Mapping[str, Any] = {
    AuditEntry.Action.OPENED: build_plain_describer(lambda: _("Soirée ouverte")),
    AuditEntry.Action.CLOSED: build_plain_describer(lambda: _("Soirée close")),
    AuditEntry.Action.REOPENED: build_plain_describer(lambda: _("Soirée rouverte")),
    AuditEntry.Action.HIDDEN: build_plain_describer(lambda: _("Soirée masquée")),
    AuditEntry.Action.SHOWN: build_plain_describer(lambda: _("Soirée remise dans les listes")),
    AuditEntry.Action.TYPING: build_plain_describer(lambda: _("Saisie des codes rouverte")),
    AuditEntry.Action.CHANGED: describe_name_or_date,
    AuditEntry.Action.RULES: describe_rule_change,
    AuditEntry.Action.RENAMED: describe_renaming,
    AuditEntry.Action.SUBSTITUTED: describe_substitution,
    AuditEntry.Action.CARD: describe_new_card,
    AuditEntry.Action.UNPLAYED: describe_unplayed_table,
    AuditEntry.Action.ADJUSTED: describe_adjustment,
    AuditEntry.Action.UNADJUSTED: describe_adjustment,
    AuditEntry.Action.WITHDRAWN: describe_withdrawal,
    AuditEntry.Action.PUBLISHED: describe_publication,
    AuditEntry.Action.WORTH: describe_worth_change,
    AuditEntry.Action.TOMBOLA: describe_tombola_step,
    AuditEntry.Action.DRAFTED: describe_drafted,
    AuditEntry.Action.ENTERED: describe_newcomers,
    AuditEntry.Action.REMOVED: describe_removal,
    AuditEntry.Action.PRESENCE: describe_presence,
    AuditEntry.Action.PART: describe_part,
    AuditEntry.Action.APART: describe_exclusion,
    AuditEntry.Action.CONFIRMED: describe_confirmation,
    AuditEntry.Action.FEE: describe_fee,
    AuditEntry.Action.PAID: describe_payments,
    AuditEntry.Action.PRIZE: describe_prize,
}

"""Find out who the people of a list are: players who are known, by licence, by name and by likeness; nobody yet; or in
doubt, where somebody must say so."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from scoring.letters import fold_letters
from tournaments.actions.errors import Refused
from tournaments.models import Player
from tournaments.models.people import read_detail
from tournaments.reading.grouping import group_pairs

from .listed_players import ListedPlayer, TicketStatus, clean_listed, normalise_licence
from .names import clean_name

LIKENESS = 0.85  # of two names that may be one person's, from 0 to 1
MOST_MATCHES = 5
NEW, SKIP = "new", "skip"
"""Decisions for a line, beside the id of the player who it is."""


class Recognition(StrEnum):
    """Whether a person of an imported list is a player of the club (KNOWN), nobody yet (NEW), perhaps one of some
    (DOUBTFUL), somebody further up in the list (REPEATED), or nobody who can be taken over (WRONG)."""

    KNOWN = "known"
    NEW = "new"
    DOUBTFUL = "doubtful"
    REPEATED = "repeated"
    WRONG = "wrong"


@dataclass(frozen=True)
class PlannedPlayer:
    """What an import will do with one person of a list. `listed`: what the list says of him, as far as it can be kept;
    `found`: whether he is known; `matches`: the players who he may be, the likeliest first; `likely`: the one who is
    proposed; `problem`: why he cannot be taken over; `same_as`: the number of the line that already has this person, or
    0."""

    listed: ListedPlayer
    line: int
    found: Recognition
    matches: tuple[Player, ...] = ()
    likely: Player | None = None
    problem: str = ""
    same_as: int = 0

    @property
    def key(self) -> str:
        """The person's key in a form: the number of his line, and his place on it unless he is the first: «12»,
        «12.2»."""
        return str(self.line) if self.listed.place == 1 else f"{self.line}.{self.listed.place}"

    @property
    def recognition(self) -> Recognition:
        """Whether the person is known, as the page shows it: WRONG with a problem, REPEATED after an earlier line, else
        `found`."""
        if self.problem:
            return Recognition.WRONG
        return Recognition.REPEATED if self.same_as else self.found

    @property
    def proposal(self) -> str:
        """The decision that is proposed: SKIP, NEW or the id of a player; "" where the organiser must choose."""
        if self.recognition in (Recognition.WRONG, Recognition.REPEATED) or self.listed.status != TicketStatus.ENTERED:
            return SKIP
        if self.found == Recognition.NEW:
            return NEW
        return str(self.likely.pk) if self.likely else ""


def build_person_key(name: str) -> tuple[str, ...]:
    """Return what two ways of writing one name have in common: its words without accents and capitals, in alphabetical
    order, so that «DUPONT Jean» and «Jean Dupont» both are ("dupont", "jean")."""
    return tuple(sorted(fold_letters(name).replace("-", " ").replace(",", " ").split()))


def build_pair_key(listed: ListedPlayer) -> frozenset[tuple[str, ...]]:
    """Return the key of the pair that this person and his partner are: the same from either one's line."""
    return frozenset((build_person_key(listed.name), build_person_key(listed.partner)))


def plan_people(known: "KnownPlayers", listed: Sequence[ListedPlayer], currency: str) -> list[PlannedPlayer]:
    """Return what an import will do with each person of the list, in its order; `known`: the players whom he may be."""
    seen: dict[tuple[str, ...], list[tuple[int, ListedPlayer]]] = {}
    planned = []
    for count, written in enumerate(listed, 1):
        each, line = clean_listed(written, currency), written.line or count
        before = seen.setdefault(build_person_key(each.name), [])
        problem = find_problem(each)
        if problem:
            planned.append(PlannedPlayer(each, line, Recognition.WRONG, problem=problem))
            continue
        same_as = next((n for n, other in before if may_be_one_person(each, other)), 0)
        found, matches, likely = known.recognise(each)
        if found == Recognition.NEW and not any(map(str.isalpha, each.name)):
            found = Recognition.DOUBTFUL  # «12345» or «=1+1» is hardly a name
        if each.asks:
            found, likely, same_as = Recognition.DOUBTFUL, None, 0
        else:
            before.append((line, each))
        planned.append(PlannedPlayer(each, line, found, tuple(matches[:MOST_MATCHES]), likely, same_as=same_as))
    return planned


def find_problem(listed: ListedPlayer) -> str:
    """Return in words why the person cannot be taken over; "" if he can."""
    try:
        clean_name(listed.name)
    except Refused as refused:
        return str(refused)
    return ""


def may_be_one_person(one: ListedPlayer, other: ListedPlayer) -> bool:
    """True unless two lines of one name differ in a licence or an address that both give."""
    pairs = (
        (normalise_licence(one.licence), normalise_licence(other.licence)),
        (one.email.casefold(), other.email.casefold()),
    )
    return all(not first or not second or first == second for first, second in pairs)


class KnownPlayers:
    """Players as an imported list is compared with them: found by licence, by name and by likeness of names."""

    def __init__(self, players: Iterable[Player]) -> None:
        everybody = list(players)
        self.by_licence = group_pairs((normalise_licence(read_detail(each, "licence")), each) for each in everybody)
        self.by_name = group_pairs((fold_letters(each.name), each) for each in everybody)
        self.by_key = group_pairs((build_person_key(each.name), each) for each in everybody)
        self.by_word = group_pairs(
            (word, each) for key, some in self.by_key.items() for word in set(key) for each in some
        )

    def recognise(self, listed: ListedPlayer) -> tuple[Recognition, list[Player], Player | None]:
        """Return (whether the person is known, the players who he may be, the one who is proposed or None). The person
        is DOUBTFUL, among other cases, where a player of another name has the person's licence, and where the player of
        that name has another licence."""
        licence, key = normalise_licence(listed.licence), build_person_key(listed.name)
        holders = self.by_licence.get(licence, []) if licence else []
        own = [each for each in holders if build_person_key(each.name) == key]
        if len(own) == 1 and len(holders) == 1:
            return Recognition.KNOWN, own, own[0]
        same = self.by_key.get(key, [])
        named = self.by_name.get(fold_letters(clean_name(listed.name)), [])
        if not holders and len(named) == 1 and len(same) == 1 and agrees(named[0], listed):
            return Recognition.KNOWN, named, named[0]
        agreeing = [each for each in same if agrees(each, listed)]
        alike = list(dict.fromkeys([*agreeing, *holders, *same, *self.list_alike(listed)]))
        if not alike:
            return Recognition.NEW, [], None
        is_plain = len(agreeing) == len(same) == 1 and not holders
        return Recognition.DOUBTFUL, alike, agreeing[0] if is_plain else None

    def list_alike(self, listed: ListedPlayer) -> list[Player]:
        """Return the players whose names are written almost like this one, the likest first."""
        key = build_person_key(listed.name)
        near = {each.pk: each for word in key if len(word) > 1 for each in self.by_word.get(word, [])}
        likeness = {pk: compute_likeness(key, build_person_key(each.name)) for pk, each in near.items()}
        agreeing = [each for pk, each in near.items() if likeness[pk] >= LIKENESS and agrees(each, listed)]
        return sorted(agreeing, key=lambda each: (-likeness[each.pk], each.pk))


def compute_likeness(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Return how like two names are, from 0 to 1."""
    matcher = SequenceMatcher(None, " ".join(one), " ".join(other))
    least = min(matcher.real_quick_ratio(), matcher.quick_ratio())  # bounds of it, and much sooner known
    return matcher.ratio() if least >= LIKENESS else least


def agrees(player: Player, listed: ListedPlayer) -> bool:
    """True unless the player and the listed person both have a licence, and the two differ."""
    licence, its = normalise_licence(read_detail(player, "licence")), normalise_licence(listed.licence)
    return not licence or not its or licence == its

"""How good a draft is: measured when it is drawn or changed by hand, stored with it, and read again for its page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tournaments.draws import model, movements, partners
from tournaments.draws.evaluation import Evaluation, evaluate_rounds
from tournaments.draws.mates import count_met_mates
from tournaments.draws.meetings import count_meetings, count_repeats
from tournaments.models import RoundDraft, Tournament
from tournaments.reading.grouping import group_pairs

from . import phases
from .pairing_pool import PairingPool

MATES = ("mates_met", "mates_bound")
"""The keys of the evaluation's measures of mates, stored only where they are not 0: a server of the version before,
which reads the drafts too, does not know them."""


@dataclass(frozen=True)
class DraftEvaluation:
    """A draft as shown to the organiser, with its quality.

    judgement: the measures of its rounds.
    repeated_partners: how often two people are partners again, where pairs are drawn anew each round; else 0.
    no_longer_present: entries that sit in one of its rounds and should not, because they left since the draw.
    newly_present: entries that should sit in one of its rounds and do not, because they came since the draw.
    least_spread: in a Swiss, the least `Evaluation.spread` (how far apart in the ranking the players of a table are)
        that any equally good round could reach; None if it is not known.
    season_round_count: how many rounds of other tournaments were counted as played before.
    """

    draft: RoundDraft
    judgement: Evaluation
    repeated_partners: int
    no_longer_present: frozenset[int]
    newly_present: frozenset[int]
    least_spread: int | None = None
    season_round_count: int = 0

    @property
    def stale(self) -> bool:
        """True if people came or went since the draw."""
        return bool(self.no_longer_present or self.newly_present)

    @property
    def last_exchange(self) -> tuple[int, int, int] | None:
        """The last exchange by hand that still stands, in the last round that has one: the round, the two entries; or
        None."""
        made = [(n, row["exchanges"][-1]) for n, row in enumerate(self.draft.rounds) if row.get("exchanges")]
        return (self.draft.first + made[-1][0], *made[-1][1]) if made else None

    @property
    def as_json(self) -> dict[str, Any]:
        """The evaluation as a RoundDraft stores it: without what depends on who is present now."""
        return {
            "judgement": {key: value for key, value in asdict(self.judgement).items() if value or key not in MATES},
            "repeated_partners": self.repeated_partners,
            "least_spread": self.least_spread,
            "season_round_count": self.season_round_count,
        }


def evaluate_draft(
    field: PairingPool,
    draft: RoundDraft,
    scores: Mapping[int, int] | None = None,
    judgement: Evaluation | None = None,
) -> DraftEvaluation:
    """Evaluate the draft as it is now. `scores`: by entry, those of a Swiss draw; `judgement`: the evaluation of its
    rounds, where it is known. Makes no database query."""
    rounds = read_rounds(field, draft)
    swiss = field.tournament.format == Tournament.Format.SWISS
    gone, come = find_changed_entries(field, draft)
    return DraftEvaluation(
        draft,
        judgement or evaluate_rounds(build_request(field, draft, scores or {}), rounds),
        count_repeated_partners(field, rounds),
        gone,
        come,
        phases.compute_least_spread(field, scores or {}) if swiss and draft.first == field.first else None,
        field.season_round_count,
    )


def read_evaluation(field: PairingPool, draft: RoundDraft) -> DraftEvaluation | None:
    """Return the evaluation that is stored with the draft, completed by who came or went since. None if there is none,
    or if the number of repeated meetings, counted anew with the rounds before, is no longer the stored one, as where a
    table was declared not played since. Makes no database query."""
    if draft.evaluation is None:
        return None
    content = dict(draft.evaluation)
    proof = model.Proof(**content["judgement"]["proof"])
    if count_repeats(count_meetings([*field.previous, *read_rounds(field, draft)])) != proof.repeats:
        return None
    judgement = Evaluation(**{**content.pop("judgement"), "proof": proof})
    gone, come = find_changed_entries(field, draft)
    return DraftEvaluation(draft, judgement, no_longer_present=gone, newly_present=come, **content)


def read_rounds(field: PairingPool, draft: RoundDraft) -> list[model.DrawRound]:
    """Return the rounds of the draft with the numbers of players of the draw instead of entries."""
    return [field.to_round(row) for row in draft.rounds]


def build_request(field: PairingPool, draft: RoundDraft, scores: Mapping[int, int]) -> model.DrawRequest:
    """Build the request to which the draft is an answer, so that the draft can be measured by it. `scores`: points so
    far by entry, used where rounds follow the standings."""
    arguments: dict[str, Any] = {"sizes": tuple(draft.sizes)}
    if field.tournament.format in (Tournament.Format.STANDING, Tournament.Format.SWISS):
        arguments["scores"] = field.compute_scores(scores)
    return field.build_request(len(draft.rounds), **arguments)


def count_mate_meetings(field: PairingPool, draft: RoundDraft) -> dict[int, int]:
    """Return how many pairs of mates (players of one team or club) sit together, by the number of the round; only
    rounds of the draft in which some do."""
    met = count_met_mates(field.build_request(len(draft.rounds)), read_rounds(field, draft))
    return {n: times for n, times in enumerate(met, draft.first) if times}


def find_clashes(draft: RoundDraft) -> list[tuple[int, list[int]]]:
    """Return (number, entries) of each table in the draft's first round where people sit who should not meet: one
    query."""
    apart = group_pairs(draft.tournament.exclusions.values_list("pk", "entries")).values()
    return [
        (n, together)
        for n, table in enumerate(draft.rounds[0]["tables"], 1)
        for group in apart
        if len(together := [entry for entry in table if entry in group]) > 1
    ]


def find_changed_entries(field: PairingPool, draft: RoundDraft) -> tuple[frozenset[int], frozenset[int]]:
    """Return (the entries that sit in the draft's rounds and are no longer present for them, those that are present and
    do not sit there)."""
    people = [(set(list_row_entries(row)), field.list_entries(n)) for n, row in enumerate(draft.rounds, draft.first)]
    return (
        frozenset(entry for there, wanted in people for entry in there - wanted),
        frozenset(entry for there, wanted in people for entry in wanted - there),
    )


def list_row_entries(row: Mapping[str, Any]) -> Iterable[int]:
    """Return every entry of a draft's round: at its tables, resting or without a part in the round."""
    return [*(entry for table in row["tables"] for entry in table), *row["resting"], *row.get("aside", ())]


def name_movement(field: PairingPool, rows: Iterable[Mapping[str, Any]]) -> str:
    """Return the standard name (as "howell") of the movement that the rounds played so far and a draft's rounds follow
    together, or else the draft's rounds by themselves. "" if they follow none, or if teams meet. `rows`: the rounds as
    a draft stores them."""
    if field.boards is not None:  # of a match of teams there are several tables
        return ""
    pattern = field.pattern if field.tournament.pairing == Tournament.Pairing.DRAWN else None
    rounds, played = [field.to_round(row) for row in rows], field.previous[field.season_round_count :]
    whole = movements.name_movement([*played, *rounds], len(field.units), pattern)
    return whole or movements.name_movement(rounds, len(field.units), pattern)


def count_repeated_partners(field: PairingPool, rounds: Sequence[model.DrawRound]) -> int:
    """Return how often, over these rounds and those played before, two people are partners again, where pairs are drawn
    anew each round; else 0."""
    if field.tournament.pairing != Tournament.Pairing.DRAWN or field.pattern is None:
        return 0
    return partners.count_partner_repeats([*field.previous, *rounds], field.pattern)

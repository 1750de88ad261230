"""Write docs/known-rounds.md: for full tables of 3 to 6, how many rounds without a repeated meeting are drawn, how many
could be, how many are published, and who found the way to them.

    python benchmarks/_known_rounds.py            writes the page
    python benchmarks/_known_rounds.py --mixed    draws mixed tables and rests anew as well, which takes minutes
    python benchmarks/_known_rounds.py --check    says which lines of it are no longer true, and exits 1

Each line is counted again by the checker that shares no code with the draw before it is written, its rounds and what
no draw can pass.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._exhaustive_rounds import TRIED_IN_TURN
from benchmarks._schedule_checker import check_answer, check_rounds, count_meetings, measure, prove_most_rounds
from tournaments.draws.bounds import TRIED_IN_FULL, RoundShape, compute_lower_bound
from tournaments.draws.design_library import find_series, get_published_rounds
from tournaments.draws.divisions import Division, divide
from tournaments.draws.model import Draw, DrawRequest
from tournaments.draws.seating import draw_rounds

PAGE = Path(__file__).resolve().parent.parent / "docs" / "known-rounds.md"
MOST_PLAYERS = 120
COLUMNS = "| players | tables | drawn | at most | proof | published | by |"
HEAD = """\
# How many rounds without meeting twice

All tables full, everybody plays each round, nobody meets anybody twice. «Drawn» is what `manage.py seat` draws, each
line counted again by a checker that shares no code with it; «at most» is what no draw can pass, and the checker proves
that too; «published» is the most that we found in the literature; where it is bold, the draw reaches more or less than
that. *By* says who found the way that the draw takes. *Proof* says why there are no more rounds than «at most»:
“counting” (each round shows everybody as many others as his table has, and there are only so many others), “pigeonhole”
(with fewer tables than seats at one, two of the same table must meet again) or “OEIS A107431” (all was tried).

This page is written by `benchmarks/_known_rounds.py`. It reads the draw and judges it; a schedule needs no belief:
count it, or lay your own beside it with `manage.py seat --judge FILE`.
"""
MIXED = """\
## Mixed tables, and rests

Where one size does not seat everybody: the rounds that are drawn before somebody meets somebody again, what no draw can
pass, and the repeats of one round more beside the least that there can be. *Proof* says why there are no more rounds
than “at most”: “counting” (of pairs and places), “each player” (each has only so many others, so he cannot sit often
enough, or not often enough at a large table), “pairs left” (of 19 players at tables of 4 whoever has not met all lacks
three others or more, as do these: six pairs at least, and seven rounds would leave three), “pigeonhole” (two of a table
sit together in the next round too, as there are too few tables, and too few who rest, to part them) or “all tried”: for
halls of four and five tables every draw was
(`benchmarks/_exhaustive_rounds.py` does it again, in a minute), and so it was for 17 at tables of 4 where all rest in
turn, which a fifth round would break. “By counting” is the bound of pairs and places alone. “Open”: neither has a draw
reached it nor a proof ruled it out; what was searched for one round more stands below. Whoever reaches more has a
record.

"""
MOST_MIXED, MIXED_EFFORT = 28, 0.2
MIXED_COLUMNS = (
    "| players | tables | rest | drawn | at most | proof | by counting | one round more: repeats | at least |"
)
MIXED_SIZES = ((3, 4), (4, 5), (5, 6), (4,))
SOURCES = """\
## Sources

“Published” is M. Miller, M. Valkov and R. J. R. Abel, *Symmetry* 2026, 18(2), 269, appendix B, for
tables of 5 and 6; for 105 players it is R. J. R. Abel and M. Greig, *Australasian Journal of Combinatorics* 15 (1997),
177: resolvable designs of blocks of five for all 20t + 5 players but 45 and a few beyond 120; we know it from hearsay,
and the rounds drawn are not theirs.
For tables of 3 and 4 theorems give every size: Kirkman and nearly Kirkman triple systems, resolvable designs with
tables of four and group divisible ones. “Own search” is `benchmarks/find_designs.py` and
`benchmarks/_record_search.py`: a base round under a cyclic group, stored in `tournaments/draws/designs.py`,
found by annealing or, where it must use every kind of pair, by exact cover.

For 85 and 105 players everybody meets everybody: 21 and 26 rounds, each the next one's shift in the residues modulo 84
and 104, beside a player who stays. A shift by a quarter of the residues leaves a round as it is. So four and five
blocks are all that is stored: they are searched modulo 21 and 26 first, where each difference must come four times, and
then the residues themselves are chosen.

A symmetry found what is above the published figures: 55, 75, 100 and 110 players at tables of 5 are five copies of
11, 15, 20 and 22 residues, turned by a map of order five, with up to three lines across the copies as further rounds;
80 players are four copies of 17 residues and twelve fixed points, turned by fours; 95 players are five copies of 19
residues, each multiplied by 7, with three lines; 84, 90 and 120 players at tables of 6 are six copies of 13, 14 and 18
residues and six or twelve fixed points, all turned in threes. So a quarter or a third of the base round is searched.
If you know of as many rounds in print, it is their authors who found them first.

At tables of 4, for 8 more than a multiple of 12 players, the complete number is a theorem but for 8 and 20 players and
for eighteen sizes that its authors left open (G. Ge, C. Lam, A. Ling and H. Shen, *Resolvable maximum packings with
quadruples*, doi 10.1007/s10623-003-6739-6; we have not seen their list). The 34 rounds of 104 players have a symmetry
of order three, on four copies of 26 residues. No such symmetry fits 68 and 92 players: 21 and 29 rounds, one short.
As far as we remember, 34, 46 and 52 pairs, our 68, 92 and 104 players, are among those eighteen sizes: then nobody may
have seen the 22 and 30 rounds that count as published here. A base round of 68 under 22 residues (three copies, two
fixed points) has no further symmetry of order two, three or five, nor has one under 17 residues (four copies, five
lines) one of order two or three: differences that come twice or not at all rule each out, by hand. Without a symmetry,
seventeen blocks that use every difference once were not searched: by a rough count no search of ours would end.

## What was searched

Each stored certificate is verified in a second by `benchmarks/find_designs.py`: anybody can repeat that, and the
tests do. Whether the search finds it again is another matter. With `find_designs.py 5 15` and so on, seed 1 (75 and
100 in processor time, the others by the clock of a busy machine):

| players | tables of | group | symmetry of the base round | rounds | found again |
|---|---|---|---|---|---|
| 55 | 5 | 5 × Z11 | copies turn, times 3 | 12 | not tried to an end |
| 75 | 5 | 5 × Z15 | copies turn | 18 | in 2.5 s |
| 80 | 5 | 4 × Z17, 12 fixed | copies turn | 17 | within 300 s |
| 95 | 5 | 5 × Z19 | each times 7 | 22 | not in 300 s |
| 100 | 5 | 5 × Z20 | copies turn | 22 | in 0.8 s |
| 110 | 5 | 5 × Z22 | copies turn, times 3 | 25 | not tried to an end |
| 85 | 5 | Z84, 1 fixed | a quarter turn | 21 | not in 100 s; in C in 0.1 s |
| 105 | 5 | Z104, 1 fixed | a quarter turn | 26 | in 2.7 s |
| 84 | 6 | 6 × Z13, 6 fixed | copies turn in threes, times 3 | 13 | not in 300 s |
| 90 | 6 | 6 × Z14, 6 fixed | copies turn in threes, times 9 | 14 | not in 300 s |
| 120 | 6 | 6 × Z18, 12 fixed | copies turn in threes, times 7 | 18 | not tried to an end |

One round more than the table has was looked for, and not found:

| players | tables of | group | how | how long |
|---|---|---|---|---|
| 24 halls | 5 and 6 | cyclic, and products of two | annealing | 1,391 searches |
| 50 | 5 | cyclic, with a symmetry | annealing | some minutes |
| 114 | 6 | cyclic, with a symmetry | annealing | some minutes |
| 21, one rests | 4 | none, Z2, Z3, Z6, Z7 | annealing, six rounds | 20 s: one pair too many |
| 22, two rest | 4 | 3 × Z7, 1 fixed | every base round, seven rounds | to the end: there is none |
| 25, one rests | 4 | Z8, however it moves the players | every base round, eight rounds | to the end: there is none |
| 26, two rest | 4 | Z8, however it moves the players | every base round, eight rounds | to the end: there is none |
| 23, three rest | 4 | none, Z2, Z4 | annealing, eight rounds | 32 searches |
| 25 | 3 and 4 | none, Z3 | annealing, nine rounds | 32 searches |
| 26 | 3 and 4 | none, Z3 | annealing, nine rounds | 31 searches |
| 26 | 4 and 5 | none, Z7 | annealing, seven rounds | 32 searches |
| 27 | 4 and 5 | none, Z7 | annealing, seven rounds | 32 searches |
| 28 | 4 and 5 | 4 × Z7 | annealing, seven rounds | 60 s: three pairs too many |

By Z8 the rests are in turn, and each way in which it can move so many players was tried, in seconds, by a program that
is not kept here.

A “search” is one of `benchmarks/_record_search.py`, 400,000 moves long. Of the 28 halls at tables of 5 and 6 whose most
rounds are not known, it looked in 24 for one round more than the table has: 1,391 searches, 556 million moves, nothing
found. The other four are 35 and 95 players at tables of 5, 42 and 72 at tables of 6: there such rounds would use more
than 97 in a hundred of the pairs that any of these groups leaves, and no search was made. The five mixed halls had half
a minute of processor time each: that is little, and says nothing of what there is.

It goes on where it stopped, in both cores: under cyclic groups and, for full tables, products of two of them. Groups of
three factors, and those that do not commute, were not tried. By a quarter or a fifth turn, as for 105 players, nothing
was found in some seconds for 45 players at tables of 5, nor for 66 and 96 at tables of 6.
"""


def write_row(size: int, tables: int) -> str:
    """Return the line of the page for these tables. Raises SystemExit where the checker finds a fault."""
    author, found = find_series(size, tables, size * tables)
    rounds = [[[p + 1 for p in table] for table in one] for one in found]
    faults = check_rounds(rounds, [[]] * len(rounds), size * tables)
    most, proof = prove_most_rounds(size * tables, (size,) * tables)
    if faults or measure(count_meetings(rounds, size * tables)) != (0, 0) or len(rounds) > most:
        raise SystemExit(f"{tables} tables of {size}: {faults or 'somebody meets twice'}")
    published = get_published_rounds(size, tables)
    known = "–" if published is None else f"{published[0]}" if published[0] == len(found) else f"**{published[0]}**"
    return f"| {size * tables} | {tables} | {len(found)} | {most} | {proof} | {known} | {author or '–'} |"


def write_page(mixed: str = "") -> Iterator[str]:
    """Yield the parts of the page. `mixed`: the part on mixed tables; as the page has it if ""."""
    yield HEAD
    for size in (3, 4, 5, 6):
        rows = [write_row(size, tables) for tables in range(2, MOST_PLAYERS // size + 1)]
        yield "\n".join([f"## Tables of {size}\n", COLUMNS, "|---" * 7 + "|", *rows, ""])
    yield mixed or read_mixed()
    yield SOURCES


def read_mixed() -> str:
    """Return the part on mixed tables as the page has it."""
    page = PAGE.read_text(encoding="utf-8")
    return page[page.index(MIXED[:9]) : page.index(SOURCES[:9])].removesuffix("\n")


def write_mixed(sizes: tuple[int, ...]) -> Iterator[str]:
    """Yield a section's lines: every number of players that one size alone does not seat."""
    told = " and ".join(map(str, sizes))
    yield f"### Tables of {told}{'' if len(sizes) > 1 else ', the others rest'}\n"
    yield MIXED_COLUMNS
    yield "|---" * 9 + "|"
    for players in range(3 * sizes[0] + 1, MOST_MIXED + 1):
        shape = divide(players, sizes)
        if shape.resting or len(set(shape.sizes)) > 1:
            yield write_mixed_row(players, sizes)
    yield ""


def write_mixed_row(players: int, sizes: tuple[int, ...]) -> str:
    """Return the line of so many players."""
    shape, rounds = divide(players, sizes), 1
    most, proof = _prove_most_rounds(players, shape)
    best, beyond = _draw(players, sizes, 1), _draw(players, sizes, 2)
    while not beyond.proof.repeats:
        rounds, best = rounds + 1, beyond
        beyond = _draw(players, sizes, rounds + 1)
    assert best.proof.repeats == 0 and rounds <= most
    alike = Counter(shape.sizes)
    tables = " + ".join(f"{alike[size]} × {size}" for size in sorted(alike, reverse=True))
    counted = players * (players - 1) // sum(size * (size - 1) for size in shape.sizes)
    at_most = most if rounds == most else f"{most}, open"
    figures = rounds, at_most, proof, counted, beyond.proof.repeats, beyond.proof.lower_bound
    return f"| {players} | {tables} | {shape.resting or '–'} | {' | '.join(map(str, figures))} |"


def _prove_most_rounds(players: int, shape: Division) -> tuple[int, str]:
    """Return (how many rounds there can be at most without a repeat, why): what all draws tried say, or else the
    checker. Raises SystemExit where the draw's own bound allows other than the checker."""
    tried = TRIED_IN_TURN | {(sizes, 0): most for sizes, most in TRIED_IN_FULL.items()}
    most, proof = prove_most_rounds(players, shape.sizes)
    allowed = _count_most_rounds(players, shape.sizes)
    if allowed != min(most, tried.get((shape.sizes, 0), most)):
        raise SystemExit(f"{players} players at {shape.sizes}: {allowed} rounds by the draw, {most} by the checker")
    if (shape.sizes, shape.resting) in tried:
        return tried[shape.sizes, shape.resting], "all tried"
    return most, proof


def _count_most_rounds(players: int, sizes: tuple[int, ...]) -> int:
    """Return how many rounds the proved bound allows without a repeat."""
    shape, rounds = RoundShape(frozenset(range(players)), sizes), 1
    while not compute_lower_bound([shape] * (rounds + 1), Counter(), ()).repeats:
        rounds += 1
    return rounds


def _draw(players: int, sizes: tuple[int, ...], rounds: int) -> Draw:
    """Draw, and let the checker count again. Raises SystemExit where it finds a fault."""
    drawn = draw_rounds(DrawRequest(players, sizes, rounds, effort=MIXED_EFFORT))
    answer = {"rounds": [one.tables for one in drawn.rounds], "resting": [one.resting for one in drawn.rounds]}
    figures = ("repeats", "lower_bound", "optimal", "pair_cost", "pair_cost_bound")
    if faults := check_answer(answer | {figure: getattr(drawn.proof, figure) for figure in figures}):
        raise SystemExit(f"{players} players at {sizes}: {faults}")
    return drawn


if __name__ == "__main__":
    anew = (
        MIXED + "\n".join(line for sizes in MIXED_SIZES for line in write_mixed(sizes)) if "--mixed" in sys.argv else ""
    )
    page = "\n".join(write_page(anew))
    if "--check" in sys.argv:
        old = PAGE.read_text(encoding="utf-8").splitlines()
        changed = [line for line in page.splitlines() if line not in old]
        sys.stdout.write("\n".join(changed) + "\n" if changed else "")
        sys.exit(bool(changed))
    PAGE.write_text(page, encoding="utf-8")

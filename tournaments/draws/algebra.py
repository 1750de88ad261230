"""Build rounds without repeated meetings by algebra: transversal designs, affine planes, shifted columns, triple and
quadruple systems, unitals; and the finite rings that these are made with.

Functions that take `tables` and `size` seat size·tables points, numbered column·tables + row, at `tables` tables of
`size`. Two points of one column never meet, unless the columns themselves are divided into tables at the end.
Sources: Bose 1938 (planes and squares over finite fields); MacNeish 1922 (products).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import compress, product
from math import gcd
from operator import not_

Square = tuple[tuple[int, ...], ...]
"""A square table of ring elements, by row and column."""


@dataclass(frozen=True)
class Ring:
    """Addition and multiplication tables of a ring with n elements; 0 is zero.

    `distinct` are elements whose differences are all invertible: as many as the smallest field has.
    """

    add: Square
    multiply: Square
    distinct: tuple[int, ...]

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.add)

    @property
    def one(self) -> int:
        """The neutral element of multiplication."""
        return next(x for x, row in enumerate(self.multiply) if row == tuple(range(self.order)))


def factorise(n: int) -> list[tuple[int, int]]:
    """Return the factorisation of n ≥ 2 as (prime, exponent) pairs."""
    factors, prime = [], 2
    while n > 1:
        exponent = 0
        while n % prime == 0:
            n, exponent = n // prime, exponent + 1
        if exponent:
            factors.append((prime, exponent))
        prime = prime + 1 if prime * prime <= n else max(n, 2)
    return factors


def _digits(x: int, prime: int, length: int) -> list[int]:
    """Return the digits of x in base `prime`, the lowest first."""
    return [x // prime**i % prime for i in range(length)]


def _from_digits(digits: list[int], prime: int) -> int:
    """Return the number that these digits in base `prime` write, the lowest first."""
    return sum(d * prime**i for i, d in enumerate(digits))


def _multiply_polynomials(a: list[int], b: list[int], modulus: list[int], prime: int) -> list[int]:
    """Multiply two polynomials modulo a monic polynomial of one degree more.

    Coefficients are modulo `prime`, the lowest power first.
    """
    degree = len(modulus) - 1
    out = [0] * (2 * degree - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    for top in range(len(out) - 1, degree - 1, -1):
        for k in range(degree + 1):
            out[top - degree + k] -= out[top] * modulus[k] if k < degree else 0
    return [x % prime for x in out[:degree]]


def _build_field_tables(prime: int, exponent: int) -> tuple[Square, Square]:
    """Return the addition and multiplication tables of GF(prime**exponent).

    The modulus is the first monic polynomial whose residues have no divisor of zero. The elements are numbers from 0:
    the digits of a residue in base `prime`.
    """
    order = prime**exponent
    words = [_digits(x, prime, exponent) for x in range(order)]
    add = tuple(
        tuple(_from_digits([(a + b) % prime for a, b in zip(x, y, strict=True)], prime) for y in words) for x in words
    )
    for tail in words:
        modulus = [*tail, 1]
        rows = tuple(
            tuple(_from_digits(_multiply_polynomials(x, y, modulus, prime), prime) for y in words) for x in words
        )
        if all(0 not in row[1:] for row in rows[1:]):
            return add, rows
    raise AssertionError("every prime power has its field")


@lru_cache(maxsize=16)
def build_ring(order: int) -> Ring:
    """Return the product of the finite fields whose orders are the prime powers of `order` (order ≥ 2)."""
    fields = [_build_field_tables(p, e) for p, e in factorise(order)]
    sizes = [len(add) for add, _ in fields]
    words = list(product(*map(range, sizes)))
    name = {word: i for i, word in enumerate(words)}

    def table(which: int) -> Square:
        return tuple(
            tuple(name[tuple(f[which][a][b] for f, a, b in zip(fields, x, y, strict=True))] for y in words)
            for x in words
        )

    return Ring(table(0), table(1), tuple(name[(i,) * len(sizes)] for i in range(min(sizes))))


def get_smallest_field(order: int) -> int:
    """Return the smallest prime power of `order`.

    It is the number of elements of `build_ring(order)` whose differences are all invertible.
    """
    return min(int(p**e) for p, e in factorise(order))


Blocks = list[list[int]]
Rounds = list[Blocks]
"""Rounds → tables → points from 0."""

FIELD_LIMIT = 64
"""The largest ring that is built: for more tables, shifted columns give more rounds than an evening has."""


def build_field_rounds(tables: int, size: int, rounds: int) -> Rounds:
    """Build up to `tables` rounds: a resolvable transversal design over the ring of order `tables`.

    In round r the table y holds, from column i, the point x with x = y + a_i·r. Points (i, x) and (j, x') meet where
    (a_i − a_j)·r = x − x': once, since the difference is invertible. Needs size ≤ the smallest prime power in `tables`;
    returns an empty list otherwise.
    """
    if not 2 <= tables <= FIELD_LIMIT or get_smallest_field(tables) < size:
        return []
    r = build_ring(tables)
    return [
        [[i * tables + r.add[y][r.multiply[r.distinct[i]][turn]] for i in range(size)] for y in range(tables)]
        for turn in range(min(rounds, tables))
    ]


def build_shift_rounds(tables: int, size: int, rounds: int) -> Rounds:
    """Build rounds for any number of tables by shifting columns: in round r, column i moves on by a_i·r tables.

    Columns i and j repeat a meeting after tables / gcd(tables, a_i − a_j) rounds; the a_i are chosen one after the
    other so that this comes late. Returns an empty list where there are too few tables for `size` different a_i.
    """
    steps = [0]
    while len(steps) < size:
        free = [a for a in range(1, min(tables, 4 * size + 8)) if a not in steps]
        if not free:
            return []
        steps.append(min(free, key=lambda a: (max(gcd(tables, abs(a - b)) for b in steps), a)))
    worst = max(gcd(tables, abs(a - b)) for a in steps for b in steps if a != b)
    return [
        [[i * tables + (y + steps[i] * turn) % tables for i in range(size)] for y in range(tables)]
        for turn in range(min(rounds, tables // worst))
    ]


def build_transversal_rounds(
    tables: int, size: int, group: Sequence[int], base: Sequence[Blocks], lines: Blocks
) -> Rounds:
    """Build rounds across columns from blocks under the product of cyclic groups of the orders in `group`.

    A block holds, for each column, the number of a point in it: copies of the group's elements, then points that stay.
    A base round gives one round for each element added to it; a line gives the round of all its shifts and of the
    points that stay. Blocks are cut to `size` columns.
    """
    elements = list(product(*map(range, group)))
    name = {e: i for i, e in enumerate(elements)}
    order = len(elements)
    moving = tables // order * order
    sums = [[name[tuple((x + y) % g for x, y, g in zip(a, b, group, strict=True))] for b in elements] for a in elements]

    def place(block: Sequence[int], by: int) -> list[int]:
        return [
            column * tables + (p // order * order + sums[p % order][by] if p < moving else p)
            for column, p in enumerate(block[:size])
        ]

    turned = [[place(block, by) for block in one] for one in base for by in range(order)]
    staying = [place([p] * size, 0) for p in range(moving, tables)]
    return turned + [[place(line, by) for by in range(order)] + staying for line in lines]


def build_rotational_rounds(blocks: Sequence[Sequence[int]]) -> Rounds:
    """Build the rounds in which everybody meets everybody, from the blocks of one round.

    With blocks of k points and m rounds, the points are the residues modulo m·(k − 1), and one more, the last, that
    stays. Round 0 holds each block shifted by each multiple of m, and one table of all multiples of m with the staying
    point; round r is round 0 with r added to each residue. Nobody meets twice if the blocks hold one number of each
    residue modulo m but 0, and each difference that is no multiple of m once.
    """
    size, rounds = len(blocks[0]), sum(map(len, blocks)) + 1
    points = rounds * (size - 1)
    return [
        [[*range(turn, points, rounds), points]]
        + [[(p + by) % points for p in block] for block in blocks for by in range(turn, points, rounds)]
        for turn in range(rounds)
    ]


def fill_columns(found: Rounds, tables: int, size: int, inner: Callable[[int], Rounds], rounds: int) -> Rounds:
    """Return the rounds `found`, whose tables run across the columns, then rounds inside each column of `tables`
    points.

    `inner(k)` returns up to k rounds for one column. Nothing is added to an empty list, nor unless `size` divides
    `tables`.
    """
    if not found or len(found) >= rounds or tables % size:
        return found
    for one in inner(rounds - len(found)):
        found.append([[i * tables + p for p in table] for i in range(size) for table in one])
    return found


def multiply_rounds(outer: Rounds, inner: Rounds, weight: int) -> Rounds:
    """Build rounds in which `weight` points, numbered weight·point + row, stand for each point of `outer`.

    The tables of all rounds of `outer` but its last become rounds across their points; each table of the last one
    becomes the rounds `inner`. Returns an empty list where a field of `weight` elements is too small.
    """
    fields = build_field_rounds(weight, len(outer[-1][0]), weight)
    if not fields:
        return []

    def place(points: Sequence[int], block: Sequence[int]) -> list[int]:
        return [points[p // weight] * weight + p % weight for p in block]

    across = [[place(points, block) for points in one for block in field] for one in outer[:-1] for field in fields]
    return across + [[place(points, block) for points in outer[-1] for block in one] for one in inner]


def build_power_rounds(tables: int, rounds: int) -> Rounds:
    """Build (3q − 1)/2 rounds, the most possible, of tables of three for 3·q players.

    q (`tables`) is a prime power of the form 6t + 1; returns an empty list for any other q. Blocks of powers of a
    primitive element: Ray-Chaudhuri and Wilson 1971, theorem 4. One base round whose q shifts are rounds, and 3t blocks
    whose shifts make one round each.
    """
    if not _is_field(tables, 6):
        return []
    field, t = build_ring(tables), tables // 6
    power = list_primitive_powers(field)

    def block(i: int, columns: Sequence[int]) -> list[int]:
        return [c * tables + power[(i + 2 * t * j) % (tables - 1)] for j, c in enumerate(columns)]

    def shifted(table: list[int], by: int) -> list[int]:
        return [p // tables * tables + field.add[p % tables][by] for p in table]

    pure: Blocks = [block(i, (c, c, c)) for i in range(t) for c in range(3)]
    across = [block(i, (0, 1, 2)) for i in range(6 * t)]
    based = [i // t % 2 == 1 for i in range(6 * t)]
    base: Blocks = [[0, tables, 2 * tables], *pure, *compress(across, based)]
    lines = compress(across, map(not_, based))
    found = [[shifted(table, by) for table in base] for by in range(tables)]
    found += [[shifted(line, by) for by in range(tables)] for line in lines]
    return found[:rounds]


def build_doubled_rounds(order: int) -> Rounds:
    """Build q rounds, the most possible, of tables of three for 2·q + 1 players.

    q (`order`) is a prime power of the form 6t + 1; returns an empty list for any other q. Blocks of powers of a
    primitive element x, where 2·x^m = x^t + 1: Ray-Chaudhuri and Wilson 1971.
    """
    if not _is_field(order, 6):
        return []
    field, t = build_ring(order), order // 6
    power = list_primitive_powers(field)
    double = field.add[field.one][field.one]
    m = next(m for m in range(order) if field.multiply[double][power[m]] == field.add[power[t]][field.one])

    def place(copy: int, exponents: Sequence[int]) -> list[int]:
        return [copy * order + power[i % (order - 1)] for i in exponents]

    base = [[0, order, 2 * order]]
    base += [[*place(0, (i, i + t)), *place(1, [i + m])] for turn in (0, 2, 4) for i in range(turn * t, turn * t + t)]
    base += [place(1, (i + m + t, i + m + 3 * t, i + m + 5 * t)) for i in range(t)]
    return _develop_over_field(field, base)


def build_tripled_rounds(order: int) -> Rounds:
    """Build q rounds, the most possible, of tables of four for 3·q + 1 players.

    q (`order`) is a prime power of the form 4t + 1; returns an empty list for any other q. Blocks of powers of a
    primitive element: Bose 1939, resolved by Hanani, Ray-Chaudhuri and Wilson 1972.
    """
    if not _is_field(order, 4):
        return []
    field, t = build_ring(order), order // 4
    power = list_primitive_powers(field)

    def place(copy: int, exponents: Sequence[int]) -> list[int]:
        return [copy % 3 * order + power[i % (order - 1)] for i in exponents]

    base = [[0, order, 2 * order, 3 * order]]
    base += [[*place(c, (i, i + 2 * t)), *place(c + 1, (i + t, i + 3 * t))] for i in range(t) for c in range(3)]
    return _develop_over_field(field, base)


def _is_field(order: int, step: int) -> bool:
    """True for a prime power that leaves 1 when divided by `step` and is not too large to be built."""
    return 1 < order <= FIELD_LIMIT and order % step == 1 and len(factorise(order)) == 1


def _develop_over_field(field: Ring, base: Blocks) -> Rounds:
    """Return the base round with each element of the field added to it. Points are copies of the field, and one that
    stays, the last."""
    order = field.order
    last = max(map(max, base))
    return [
        [[p if p == last else p // order * order + field.add[p % order][by] for p in block] for block in base]
        for by in range(order)
    ]


def build_unital_rounds(order: int) -> Rounds:
    """Build q² rounds, the most possible, of tables of q + 1 for q³ + 1 players, q (`order`) a prime power.

    The points are those of the Hermitian curve y^q + y = x^(q+1) over the field of q² elements, and one at infinity. A
    round for each slope m: a table for each line y = m·x + b that meets the curve more than once, and one for the
    points where the others touch it: Bose 1959.
    """
    if order < 2 or order**2 > FIELD_LIMIT or len(factorise(order)) > 1:
        return []
    field = build_ring(order**2)

    def raise_to(x: int, exponent: int) -> int:
        return reduce(lambda power, _: field.multiply[power][x], range(exponent), field.one)

    elements = range(order**2)
    curve = [
        (x, y) for x, y in product(elements, repeat=2) if field.add[raise_to(y, order)][y] == raise_to(x, order + 1)
    ]
    rounds = []
    for slope in elements:
        lines: dict[int, list[int]] = {}
        for point, (x, y) in enumerate(curve):
            lines.setdefault(field.add[field.multiply[slope][x]].index(y), []).append(point)
        touched = [line[0] for line in lines.values() if len(line) == 1]
        rounds.append([*(line for line in lines.values() if len(line) > 1), [*touched, len(curve)]])
    return rounds


def list_primitive_powers(field: Ring) -> list[int]:
    """Return the powers of the field's first primitive element: every element but 0, once each."""
    tried = (_list_powers(field, x) for x in range(2, field.order))
    return next(powers for powers in tried if len(set(powers)) == field.order - 1)


def _list_powers(field: Ring, x: int) -> list[int]:
    """Return the powers 0 to order − 2 of x in the field."""
    powers = [field.one]
    for _ in range(field.order - 2):
        powers.append(field.multiply[powers[-1]][x])
    return powers

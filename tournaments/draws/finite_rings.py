"""Small finite rings in which many differences are invertible: products of finite fields.

Elements are the numbers 0..n-1. Used to build rounds by algebra; knows nothing of players. Written out, because the
libraries of algebra have fields but not their products, and weigh a hundred times these lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

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

    The modulus is the first monic polynomial whose residues have no divisor of zero.
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

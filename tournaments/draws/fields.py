"""Small finite rings in which many differences can be divided by: products of finite fields.

Elements are the numbers 0..n-1. Used to build rounds by algebra; knows nothing of players.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

Square = tuple[tuple[int, ...], ...]


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
        return len(self.add)

    @property
    def one(self) -> int:
        """The element that changes nothing when multiplied by."""
        return next(x for x, row in enumerate(self.multiply) if row == tuple(range(self.order)))


def prime_powers(n: int) -> list[tuple[int, int]]:
    """The factors of n as (prime, exponent), n ≥ 2."""
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
    return [x // prime**i % prime for i in range(length)]


def _number(digits: list[int], prime: int) -> int:
    return sum(d * prime**i for i, d in enumerate(digits))


def _times(a: list[int], b: list[int], modulus: list[int], prime: int) -> list[int]:
    """Product of two polynomials (lowest power first), reduced by a monic one of one degree more."""
    degree = len(modulus) - 1
    out = [0] * (2 * degree - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    for top in range(len(out) - 1, degree - 1, -1):
        for k in range(degree + 1):
            out[top - degree + k] -= out[top] * modulus[k] if k < degree else 0
    return [x % prime for x in out[:degree]]


def _field_tables(prime: int, exponent: int) -> tuple[Square, Square]:
    """GF(prime**exponent): the first monic polynomial whose residues have no divisor of zero is taken."""
    order = prime**exponent
    words = [_digits(x, prime, exponent) for x in range(order)]
    add = tuple(
        tuple(_number([(a + b) % prime for a, b in zip(x, y, strict=True)], prime) for y in words) for x in words
    )
    for tail in words:
        modulus = [*tail, 1]
        rows = tuple(tuple(_number(_times(x, y, modulus, prime), prime) for y in words) for x in words)
        if all(0 not in row[1:] for row in rows[1:]):
            return add, rows
    raise AssertionError("every prime power has its field")


@lru_cache(maxsize=16)
def ring(order: int) -> Ring:
    """The product of the fields of the prime powers that make up `order` (order ≥ 2)."""
    fields = [_field_tables(p, e) for p, e in prime_powers(order)]
    sizes = [len(add) for add, _ in fields]
    words = list(product(*map(range, sizes)))
    name = {word: i for i, word in enumerate(words)}

    def table(which: int) -> Square:
        return tuple(
            tuple(name[tuple(f[which][a][b] for f, a, b in zip(fields, x, y, strict=True))] for y in words)
            for x in words
        )

    return Ring(table(0), table(1), tuple(name[(i,) * len(sizes)] for i in range(min(sizes))))


def smallest_field(order: int) -> int:
    """How many elements of `ring(order)` differ by invertible ones: its smallest prime power."""
    return min(int(p**e) for p, e in prime_powers(order))

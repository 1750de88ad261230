"""The draw of a tombola: which ticket wins which prize, from a seed that is shown afterwards and whose digest is
shown before. Pure; docs/fr/organisers.md says how anybody draws it again."""

from collections.abc import Iterator
from hashlib import sha256

STREAM_BITS = 256


def compute_seed_digest(seed: str) -> str:
    """Return the SHA-256 of the seed, 64 hexadecimal digits, which is shown before the draw. Nobody can find the seed
    from it, nor another seed that has it, so that the seed cannot be changed afterwards."""
    return sha256(seed.encode()).hexdigest()


def draw_tickets(seed: str, tickets: int, prizes: int, *, several: bool) -> list[int]:
    """Return the ticket (from 0) that each prize goes to, in the order of the prizes. `several`: a ticket may win more
    than once; otherwise one that has won is out, and there must be at least as many tickets as prizes."""
    numbers, left = iter_numbers(seed), list(range(tickets))
    drawn = []
    for _prize in range(prizes):
        at = choose_below(numbers, len(left))
        drawn.append(left[at] if several else left.pop(at))
    return drawn


def iter_numbers(seed: str) -> Iterator[int]:
    """Yield the seed's numbers, each below 2**256: the SHA-256 of «seed:0», «seed:1» and so on."""
    n = 0
    while True:
        yield int.from_bytes(sha256(f"{seed}:{n}".encode()).digest(), "big")
        n += 1


def choose_below(numbers: Iterator[int], count: int) -> int:
    """Return one of 0 to `count` - 1, each as likely as any other: numbers above the last whole multiple of `count` are
    passed over."""
    whole = 2**STREAM_BITS // count * count
    return next(number for number in numbers if number < whole) % count

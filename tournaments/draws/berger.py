"""Tables of two: everybody meets everybody once (the circle method, Kirkman 1847, tables by Berger)."""

from __future__ import annotations

Pairing = tuple[list[list[int]], list[int]]
"""Tables of two points, and who rests (points from 0)."""


def circle(n: int, rounds: int) -> list[Pairing]:
    """`rounds` rounds of n points; with n odd each rests once in n rounds. After a cycle it begins again."""
    seats = n + n % 2
    return [_turn(n, seats, r % (seats - 1)) for r in range(rounds)] if n > 1 else [([], [*range(n)])] * rounds


def _turn(n: int, seats: int, r: int) -> Pairing:
    last, turning = seats - 1, seats - 1
    couples = [[last, r]]
    couples += [[(r + i) % turning, (r - i) % turning] for i in range(1, seats // 2)]
    playing = [sorted(couple) if i % 2 else couple for i, couple in enumerate(couples) if max(couple) < n]
    return playing, [min(couple) for couple in couples if max(couple) >= n]

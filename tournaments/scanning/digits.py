"""What digit a hand wrote into a box, as chances: small nets of two convolutions, in numpy alone.

Their weights lie beside it in `digits.npz`; `benchmarks/train_digits.py --train` makes them again from nothing. A box
is 28 x 28, 0 paper and 1 ink, cut from 8 mm of the straightened picture: its outline may show, and the cut may be off
by 0.5 mm. This knows nothing of sheets, games or points.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float32]]
Net = dict[str, Floats]

EMPTY, NO_DIGIT = 10, 11
"""The classes after the ten digits: nothing but specks; a scribble, a blot, a letter, two digits."""
BOX, SIDE, HEIGHT = 28, 24, 18
"""Pixels: of a box as it comes, of what a net sees, of a digit in it."""
WEIGHTS = Path(__file__).with_name("digits.npz")
_EDGE = 4  # rows and columns at each side where the outline may be
_PALEST = 0.18  # what is paler than this is not stretched to full black
_PLACES = np.arange(BOX, dtype=np.float32)
_INNER = np.minimum(1, (np.minimum(_PLACES, BOX - 1 - _PLACES) + 0.5) / _EDGE)
"""How much each row and column moves the centre: what pokes in from a neighbour moves it little."""


def weigh_digits(boxes: Floats) -> Floats:
    """Return the probabilities of the 12 classes (ten digits, an empty box, no digit) for each box, as an array (n,
    12). `boxes`: (n, 28, 28) pixels, all of a page at once."""
    return compute_chances(score_classes(load_nets(), normalise(boxes)))


@cache
def load_nets() -> list[Net]:
    """Return the trained nets, each as the weights (w1 to w4) and biases (b1 to b4) of its layers; cached."""
    with np.load(WEIGHTS) as held:
        weights = {name: held[name].astype(np.float32) for name in held.files}
    return [{name: one[n] for name, one in weights.items()} for n in range(len(weights["w1"]))]


def score_classes(nets: list[Net], pictures: Floats) -> Floats:
    """Return the scores of the 12 classes for each picture: the mean of all nets, as each errs on other shapes."""
    return np.mean([run_net(net, pictures)[-1] for net in nets], axis=0)


def normalise(boxes: Floats) -> Floats:
    """Return the boxes ready for the nets, (n, 24, 24): printed outline removed, ink from 0 to 1, digit upright,
    centred and of one height."""
    ink = _stretch(_wipe_outline(np.array(boxes, dtype=np.float32)))
    weight = np.maximum(ink - 0.2, 0) * np.outer(_INNER, _INNER)
    mass = weight.sum(axis=(1, 2)) + 1e-3
    cy, cx = weight.sum(axis=2) @ _PLACES / mass, weight.sum(axis=1) @ _PLACES / mass
    dy, dx = _PLACES - cy[:, None], _PLACES - cx[:, None]
    yy = (weight.sum(axis=2) * dy**2).sum(axis=1) / mass + 1e-3
    xx = (weight.sum(axis=1) * dx**2).sum(axis=1) / mass
    xy = np.einsum("nyx,ny,nx->n", weight, dy, dx) / mass
    slant = np.clip(xy / yy, -0.6, 0.6)
    spread = np.sqrt(np.maximum(yy, xx - 2 * slant * xy + slant**2 * yy))
    scale = np.clip(3.2 * spread, 10, BOX) / HEIGHT
    steps = (np.arange(SIDE, dtype=np.float32) - (SIDE - 1) / 2) * scale[:, None]
    y = np.repeat((cy[:, None] + steps)[:, :, None], SIDE, axis=2)
    x = cx[:, None, None] + steps[:, None, :] + slant[:, None, None] * steps[:, :, None]
    return _sample(ink, y, x)


def _wipe_outline(boxes: Floats) -> Floats:
    """Remove the printed outline from the boxes: near each side, what runs along a whole row or column."""
    for rows in (boxes, boxes.transpose(0, 2, 1)):
        for part in (rows[:, :_EDGE], rows[:, -_EDGE:]):
            part -= np.quantile(part, 0.3, axis=2, keepdims=True)
    return boxes


def _stretch(boxes: Floats) -> Floats:
    flat = boxes.reshape(len(boxes), -1)
    paper, black = np.quantile(flat, (0.5, 0.975), axis=1)
    clear = (flat - paper[:, None]) / np.maximum(black - paper, _PALEST)[:, None]
    return np.clip(clear, 0, 1).reshape(boxes.shape).astype(np.float32)


def _sample(ink: Floats, y: Floats, x: Floats) -> Floats:
    """Return the ink at places between pixels, interpolated from the four around each; 0 (paper) outside the box."""
    padded = np.pad(ink, ((0, 0), (1, 1), (1, 1)))
    y, x = np.clip(y + 1, 0, BOX + 0.999), np.clip(x + 1, 0, BOX + 0.999)
    top, left = y.astype(int), x.astype(int)
    down, right = y - top, x - left
    n = np.arange(len(ink))[:, None, None]
    upper = padded[n, top, left] * (1 - right) + padded[n, top, left + 1] * right
    lower = padded[n, top + 1, left] * (1 - right) + padded[n, top + 1, left + 1] * right
    return (upper * (1 - down) + lower * down).astype(np.float32)


def run_net(weights: Net, pictures: Floats) -> list[Floats]:
    """Return the inputs and outputs of each layer of a net, in order, the scores of the 12 classes last; training needs
    all of them."""
    n = len(pictures)
    first = unfold(pictures[..., None], 5)
    one = np.maximum(first @ weights["w1"] + weights["b1"], 0)
    second = unfold(one.reshape(n, 10, 10, -1), 3)
    two = np.maximum(second @ weights["w2"] + weights["b2"], 0).reshape(n, -1)
    three = np.maximum(two @ weights["w3"] + weights["b3"], 0)
    return [first, one, second, two, three, three @ weights["w4"] + weights["b4"]]


def unfold(maps: Floats, size: int) -> Floats:
    """Return each square of `size` pixels as a row, at every second place: (n, h, w, c) becomes (n * places, size² *
    c), as for a convolution of stride 2."""
    views = np.lib.stride_tricks.sliding_window_view(maps, (size, size), axis=(1, 2))[:, ::2, ::2]
    return np.ascontiguousarray(views.transpose(0, 1, 2, 4, 5, 3)).reshape(-1, size * size * maps.shape[3])


def compute_chances(scores: Floats) -> Floats:
    """Return the probabilities of the classes from their scores (softmax); each row's sum is 1."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)

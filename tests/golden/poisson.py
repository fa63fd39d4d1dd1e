#!/usr/bin/env python3
"""Value, prox and conjugate of the Poisson and the expectile loss, from 60 digits of decimal arithmetic; writes poisson.txt.

PAID is the loss as it is reported, VALUE what lies above its least: of the Poisson loss they differ. The prox halves a
bracket of the point p at which  slope(p) + lambda/m (p - z)  changes its sign; no closed form is used. Inputs are dyadic, so that
a double holds them exactly.
"""
import pathlib
from decimal import Decimal as D, getcontext

getcontext().prec = 60


def poisson_paid(p, y):
    return p.exp() - y * p


def poisson_value(p, y):
    return poisson_paid(p, y) - (poisson_paid(y.ln(), y) if y > 0 else 0)


def poisson_slope(p, y):
    return p.exp() - y


def poisson_conjugate(s, y):
    mean = s + y
    return (mean * mean.ln() - mean if mean > 0 else D(0)) + (y - y * y.ln() if y > 0 else 0)


def expectile_of(k):
    def side(p, y):
        return k if p < y else 1 - k

    def value(p, y):
        return side(p, y) * (p - y) ** 2

    return (
        value,
        value,
        lambda p, y: 2 * side(p, y) * (p - y),
        lambda s, y: s * y + s * s / (4 * (1 - k if s > 0 else k)),
    )


LOSSES = {
    "poisson": (poisson_paid, poisson_value, poisson_slope, poisson_conjugate, D(0)),
    "expectile": (*expectile_of(D("0.75")), D("0.75")),
}


def prox(slope, z, y, lam, m):
    def pull(p):
        return slope(p, y) + lam / m * (p - z)

    low, high = z - 1, z + 1
    while pull(low) > 0:
        low -= 2 * (high - low)
    while pull(high) < 0:
        high += 2 * (high - low)
    for _ in range(260):
        middle = (low + high) / 2
        low, high = (low, middle) if pull(middle) > 0 else (middle, high)
    return (low + high) / 2


class Random:
    state = 20261118

    def below(self, n):
        self.state = (6364136223846793005 * self.state + 1442695040888963407) % 2**64
        return (self.state >> 33) % n


def main():
    random = Random()
    lines = ["# Written by poisson.py.", "# LOSS PARAMETER Z LABEL LAMBDA M VALUE POINT MULTIPLIER SLOPE CONJUGATE PAID"]
    for name, (paid, value, slope, conjugate, parameter) in LOSSES.items():
        for _ in range(300):
            z = D(random.below(4001) - 2000) / 256
            y = (D(0), D(1), D(random.below(64)), D(random.below(4096)) / 1024, D(random.below(10**6)))[random.below(5)]
            lam = D(2) ** (random.below(81) - 40)
            m = D(2) ** (random.below(21) - 10) * (1 + D(random.below(16)) / 16)
            point = prox(slope, z, y, lam, m)
            s = D(random.below(512)) / 64 - (y if name == "poisson" else 4)
            numbers = (value(z, y), point, (z - point) / m, s, conjugate(s, y), paid(z, y))
            lines.append(f"{name} {parameter} {z} {y} {float(lam)!r} {m} " + " ".join(f"{number:.25e}" for number in numbers))
    pathlib.Path(__file__).with_suffix(".txt").write_text("\n".join(lines) + "\n")


main()

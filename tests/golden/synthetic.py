#!/usr/bin/env python3
"""Expected numbers of the paper's synthetic experiment, from 50 digits of decimal arithmetic; writes synthetic.txt beside itself.

l_t(x) = (x - y_t)^2 / 4,  y_t = 100 sin(pi t / (10 T)),  T = 2000,  on [-75, 75]. The labels are rounded to doubles, as a program
would hold them; all else is exact to about 45 digits. In one dimension every update is the unconstrained one, clipped.
"""
import math
import pathlib
from decimal import Decimal as D, getcontext

getcontext().prec = 50
ROUNDS = 2000
RADIUS = D(75)
LEARNERS = ("ogd", "ada-ogd", "implicit", "ada-implicit")


def arctangent_of_inverse(n):
    """atan(1/n) by its series."""
    term = total = D(1) / n
    k = 1
    while abs(term) > D(10) ** -60:
        term = -term / (n * n)
        k += 2
        total += term / k
    return total


PI = 4 * (4 * arctangent_of_inverse(5) - arctangent_of_inverse(239))


def sine(x):
    term = total = x
    k = 1
    while abs(term) > D(10) ** -60:
        term = -term * x * x / ((k + 1) * (k + 2))
        k += 2
        total += term
    return total


LABELS = [D(float(100 * sine(PI * t / (10 * ROUNDS)))) for t in range(1, ROUNDS + 1)]


def clip(x):
    return max(-RADIUS, min(RADIUS, x))


def run(learner, beta, start):
    """Cumulative loss after half the rounds and after all of them."""
    x, total, squares, lam, half = start, D(0), D(0), D(0), None
    for t, y in enumerate(LABELS, 1):
        loss = (x - y) ** 2 / 4
        slope = (x - y) / 2
        total += loss
        if learner == "ogd":
            x = clip(x - beta / D(t).sqrt() * slope)
        elif learner == "ada-ogd":
            squares += slope**2
            x = clip(x - beta / squares.sqrt() * slope)
        elif learner == "implicit":
            eta = beta / D(t).sqrt()
            x = clip(x - eta / (2 + eta) * (x - y))
        else:
            after = clip(x - (x - y) / (2 * lam + 1))
            lam += (loss - (after - y) ** 2 / 4 - lam * (after - x) ** 2 / 2) / beta**2
            x = after
        if t == ROUNDS // 2:
            half = total
    return half, total


def digits(x):
    return f"{x:.20e}"


def main():
    lines = ["# Written by synthetic.py.", "# run LEARNER BETA START LOSS_AT_HALF LOSS"]
    wide = D(75 * math.sqrt(2))  # the double that a program would use
    for beta, start in ((D(1), D(0)), (D(1), D(10)), (D(1), D(75)), (wide, D(0))):
        for learner in LEARNERS:
            half, total = run(learner, beta, start)
            lines.append(f"run {learner} {float(beta)!r} {start} {digits(half)} {digits(total)}")
    first, last = LABELS[0], LABELS[-1]
    lines.append("# max over [-75, 75] of l_t - l_{t-1} is at x = -75 where labels rise")
    lines.append(f"variability {digits((2 * RADIUS * (last - first) + last**2 - first**2) / 4)}")
    best = clip(sum(LABELS) / ROUNDS)
    lines.append(f"comparator {digits(best)} {digits(sum((best - y) ** 2 for y in LABELS) / 4)}")
    pathlib.Path(__file__).with_name("synthetic.txt").write_text("\n".join(lines) + "\n")


main()

#!/usr/bin/env python3
"""delta_t of single rounds whose losses are up to 1e17 times as large, and lambda after a hundred of them; writes large_labels.txt.

All numbers come from 90 digits of decimal arithmetic, delta_t by subtraction of the losses as the paper defines it. The implicit
update halves a bracket of the multiplier tau in  lambda tau in dphi(<z, x(tau)>), as in sparse.py, on every domain. Inputs are
dyadic, so that a double holds them exactly, and so are predictions but on the simplex.
"""
import pathlib
from decimal import Decimal as D, getcontext

getcontext().prec = 90
DIMENSION = 4
QUANTILE, THRESHOLD, EPSILON = D("0.75"), D(2), D("0.5")


def sign(x):
    return (x > 0) - (x < 0)


# Loss: value, slope of least magnitude, and the minimiser nearest to p (None: at infinity).
def huber(p, y):
    r = abs(p - y)
    return r * r / 2 if r <= THRESHOLD else THRESHOLD * (r - THRESHOLD / 2)


LOSSES = {
    "absolute": (lambda p, y: abs(p - y), lambda p, y: D(sign(p - y)), lambda p, y: y),
    "square": (lambda p, y: (p - y) ** 2 / 2, lambda p, y: p - y, lambda p, y: y),
    "quarter-square": (lambda p, y: (p - y) ** 2 / 4, lambda p, y: (p - y) / 2, lambda p, y: y),
    "huber": (huber, lambda p, y: max(-THRESHOLD, min(THRESHOLD, p - y)), lambda p, y: y),
    "pinball": (
        lambda p, y: max(QUANTILE * (y - p), (QUANTILE - 1) * (y - p)),
        lambda p, y: (1 - QUANTILE) if p > y else -QUANTILE if p < y else D(0),
        lambda p, y: y,
    ),
    "epsilon-insensitive": (
        lambda p, y: max(D(0), abs(p - y) - EPSILON),
        lambda p, y: D(sign(p - y)) if abs(p - y) > EPSILON else D(0),
        lambda p, y: max(y - EPSILON, min(y + EPSILON, p)),
    ),
    "hinge": (lambda p, y: max(D(0), 1 - y * p), lambda p, y: -y if y * p < 1 else D(0), lambda p, y: y if y * p < 1 else p),
    "squared-hinge": (
        lambda p, y: max(D(0), 1 - y * p) ** 2 / 2,
        lambda p, y: -y * max(D(0), 1 - y * p),
        lambda p, y: y if y * p < 1 else p,
    ),
    "logistic": (lambda p, y: softplus(-y * p), lambda p, y: -y * chance(y * p), lambda p, y: None),
}
TWO_CLASS = ("hinge", "squared-hinge", "logistic")


def chance(margin):
    return 1 - chance(-margin) if margin < 0 else (-margin).exp() / (1 + (-margin).exp())


def softplus(x):
    return x + softplus(-x) if x > 0 else (1 + x.exp()).ln()


def dot(u, v):
    return sum(a * b for a, b in zip(u, v))


def moved(domain, x, tau, z):
    """The point x(tau) of the curve of mirror steps."""
    if domain == "simplex":
        top = max(-tau * b for b in z)
        mass = [a * (-tau * b - top).exp() for a, b in zip(x, z)]
        return [a / sum(mass) for a in mass]
    point = [a - tau * b for a, b in zip(x, z)]
    if domain == "box":
        return [max(D(-1), min(D(1), a)) for a in point]
    norm = dot(point, point).sqrt()
    return [a / norm for a in point] if domain == "ball" and norm > 1 else point


def divergence(domain, x, start):
    if domain == "simplex":
        return sum(a * (a / b).ln() for a, b in zip(x, start) if a > 0)
    return sum((a - b) ** 2 for a, b in zip(x, start)) / 2


def update(domain, loss, y, lam, x, z):
    value, slope, minimiser = loss
    a = dot(z, x)
    start = slope(a, y)
    if start == 0:
        return x
    way = sign(start)
    if lam == 0:  # the unit ball only
        target = minimiser(a, y)
        root = dot(z, z).sqrt()
        if target is None or way * target <= -root:
            return [-way * b / root for b in z]

    def too_far(length):
        p = dot(z, moved(domain, x, way * length, z))
        return way * (p - minimiser(a, y)) < 0 if lam == 0 else lam * length > way * slope(p, y)

    low, high = D(0), abs(start) / lam if lam > 0 else D(1)
    while not too_far(high * D("1.1")):
        high *= 2
    high *= D("1.1")
    while high - low > D(10) ** -80 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if too_far(middle) else (middle, high)
    return moved(domain, x, way * high, z)


def delta_of(domain, loss, y, lam, x, z):
    after = update(domain, loss, y, lam, x, z)
    return loss[0](dot(z, x), y) - loss[0](dot(z, after), y) - lam * divergence(domain, after, x), after


class Random:
    state = 20201206

    def below(self, n):
        self.state = (6364136223846793005 * self.state + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def dyadic(self):
        return D(self.below(255) - 127) / 64


# Loss of about this size, in units of a step: a label where labels are numbers, features where they are classes.
SIZES = (1, 2**10, 2**27, 2**40, 2**57)


def single_rounds(random):
    for name, loss in LOSSES.items():
        for domain in ("whole-space", "ball", "box", "simplex"):
            for size in SIZES:
                for lam in (D(2) ** -20, D(1), D(2) ** 20, D(2) ** 40):
                    z = [random.dyadic() or D(1) for _ in range(DIMENSION)]
                    x = [D(random.below(63) - 31) / 64 for _ in range(DIMENSION)]
                    if domain == "simplex":
                        x = [D(w) / 8 for w in (1, 2, 4, 1)]
                    y = D(random.below(2) * 2 - 1)
                    if name not in TWO_CLASS:
                        y *= size
                    elif domain != "simplex":
                        z = [b * (size if size < 2**41 else 2**41) for b in z]
                        x[0] = D(31) / 64 * (-1 if z[0] * y > 0 else 1)
                        if size > 1 and domain == "whole-space":  # a large loss, and steps that lambda keeps short
                            z, x = [b / size for b in z], [a * size for a in x]
                    if loss[0](dot(z, x), y) < D("0.001"):  # nothing to fall
                        continue
                    yield name, domain, lam, y, z, x, delta_of(domain, loss, y, lam, x, z)[0]


def lambdas(random):
    """lambda of AdaImplicit, beta = 2, on the unit ball after a hundred rounds with such labels."""
    rows = [([random.dyadic() for _ in range(DIMENSION)], D(random.below(129) - 64) / 64) for _ in range(100)]
    for name in LOSSES:
        if name in TWO_CLASS:
            continue
        for size in SIZES:
            x, lam = [D(0)] * DIMENSION, D(0)
            for z, target in rows:
                delta, x = delta_of("ball", LOSSES[name], target * size, lam, x, z) if any(z) else (D(0), x)
                lam += delta / 4
            yield name, size, lam
    for z, target in rows:
        yield "row", float(target), z


def main():
    random = Random()
    lines = ["# Written by large_labels.py.", "# round LOSS DOMAIN LAMBDA LABEL DELTA FEATURE... WEIGHT..."]
    for name, domain, lam, y, z, x, delta in single_rounds(random):
        numbers = " ".join(repr(float(v)) for v in [*z, *x])
        lines.append(f"round {name} {domain} {float(lam)!r} {float(y)!r} {delta:.20e} {numbers}")
    lines.append("# row TARGET FEATURE..., lambda LOSS TIMES LAMBDA: after all rows, their targets so many times as large")
    for name, size, rest in lambdas(random):
        if name == "row":
            lines.append(f"row {size!r} " + " ".join(repr(float(v)) for v in rest))
        else:
            lines.append(f"lambda {name} {size} {rest:.20e}")
    pathlib.Path(__file__).with_name("large_labels.txt").write_text("\n".join(lines) + "\n")


main()

#!/usr/bin/env python3
"""Expected numbers of every learner on a tiny sparse stream, from 60 digits of decimal arithmetic; writes sparse.txt beside itself.

Nothing here is a closed form of the library: the implicit update on the ball is found by halving a bracket of the multiplier tau
in  lambda tau in dphi(<z, x(tau)>),  x(tau) = P(x_t - tau z),  whose sides are monotone, and weights are dense vectors.
"""
import pathlib
from decimal import Decimal as D, getcontext

getcontext().prec = 60
ROUNDS, DIMENSION, LIPSCHITZ = 200, 7, D(2)
LEARNERS = ("ogd", "ada-ogd", "implicit", "ada-implicit", "doubling")


class Hinge:
    def value(self, p, y):
        return max(D(0), 1 - y * p)

    def slope(self, p, y):
        return -y if y * p < 1 else D(0)

    def minimiser(self, p, y):
        return y if y * p < 1 else p


class Absolute:
    def value(self, p, y):
        return abs(p - y)

    def slope(self, p, y):
        return D((p > y) - (p < y))

    def minimiser(self, p, y):
        return y


class Square:
    def value(self, p, y):
        return (p - y) ** 2 / 2

    def slope(self, p, y):
        return p - y

    def minimiser(self, p, y):
        return y


def dot(u, v):
    return sum(a * b for a, b in zip(u, v))


def moved(x, tau, z, radius):
    """P(x - tau z)."""
    point = [a - tau * b for a, b in zip(x, z)]
    norm = dot(point, point).sqrt()
    return point if norm <= radius else [a * radius / norm for a in point]


def implicit_update(loss, y, weight, lam, x, z, radius):
    a, m, n = dot(z, x), dot(z, z), dot(x, x)
    slope = weight * loss.slope(a, y)
    if slope == 0 or m == 0:
        return x
    sign = 1 if slope > 0 else -1

    def prediction(tau):
        norm = (n - 2 * tau * a + tau * tau * m).sqrt()
        return (a - tau * m) * min(D(1), radius / norm if norm > 0 else D(1))

    def too_far(length):
        p = prediction(sign * length)
        if lam == 0:
            return sign * (p - loss.minimiser(a, y)) < 0
        return lam * length > sign * weight * loss.slope(p, y)

    if lam == 0 and sign * loss.minimiser(a, y) <= -radius * m.sqrt():  # no loss so small in the ball: its end along z
        return [-sign * radius * b / m.sqrt() for b in z]
    low, high = D(0), D(1)
    while not too_far(high):
        high *= 2
    while high - low > D(10) ** -52 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if too_far(middle) else (middle, high)
    return moved(x, sign * high, z, radius)


def run(stream, loss, learner, beta, radius):
    """Cumulative loss, lambda of the coming round, final weights."""
    x = [D(0)] * DIMENSION
    total, squares, lam, epoch, progress = D(0), D(0), D(0), 0, D(0)
    for t, (z, label, target, weight) in enumerate(stream, 1):
        y = label if isinstance(loss, Hinge) else target
        a = dot(z, x)
        before = weight * loss.value(a, y)
        slope = weight * loss.slope(a, y)
        total += before
        squares += slope**2 * dot(z, z)
        if learner in ("ogd", "implicit"):
            lam = D(t).sqrt() / beta
        elif learner == "ada-ogd":
            lam = squares.sqrt() / beta
        elif learner == "doubling":
            lam = LIPSCHITZ * D(2**epoch).sqrt() / beta
        if learner in ("ogd", "ada-ogd"):
            x = moved(x, slope / lam, z, radius) if slope != 0 else x
            continue
        after = implicit_update(loss, y, weight, lam, x, z, radius)
        step = [u - v for u, v in zip(after, x)]
        delta = before - weight * loss.value(dot(z, after), y) - lam * dot(step, step) / 2
        x = after
        if learner == "ada-implicit":
            lam += delta / beta**2
        if learner == "doubling":
            progress += delta
            if progress >= beta * LIPSCHITZ * D(2**epoch).sqrt():
                epoch, progress, x = epoch + 1, D(0), [D(0)] * DIMENSION
    if learner in ("ogd", "implicit"):
        lam = D(ROUNDS + 1).sqrt() / beta
    if learner == "doubling":
        lam = LIPSCHITZ * D(2**epoch).sqrt() / beta
    return total, lam, x


def random_stream():
    """Values are multiples of 1/64, so that a double holds them exactly."""
    state = 20201206

    def below(n):
        nonlocal state
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64
        return (state >> 33) % n

    truth = [below(129) - 64 for _ in range(DIMENSION)]
    stream = []
    for _ in range(ROUNDS):
        z = [D(below(257) - 128) / 64 if below(5) < 2 else D(0) for _ in range(DIMENSION)]
        score = dot(z, truth) / 64 + D(below(65) - 32) / 64
        label = D(1) if score > 0 else D(-1)
        target = D(int(score * 64)) / 64
        weight = D((1, 1, 1, 2, 0.5)[below(5)])
        stream.append((z, label, target, weight))
    return stream


def digits(x):
    return f"{x:.20e}"


def main():
    stream = random_stream()
    lines = ["# Written by sparse.py.", "# row LABEL TARGET WEIGHT INDEX:VALUE... (hinge learns the label, the others the target)"]
    for z, label, target, weight in stream:
        features = "".join(f" {i}:{float(v)!r}" for i, v in enumerate(z) if v != 0)
        lines.append(f"row {label} {float(target)!r} {float(weight)!r}{features}")
    lines.append("# run LOSS LEARNER BETA RADIUS CUMULATIVE_LOSS LAMBDA WEIGHT...")
    for name, loss in (("hinge", Hinge()), ("absolute", Absolute()), ("square", Square())):
        for learner in LEARNERS:
            for beta in ("0.25", "4", "1048576"):
                for radius in ("0.5", "2"):
                    total, lam, x = run(stream, loss, learner, D(beta), D(radius))
                    weights = " ".join(digits(w) for w in x)
                    lines.append(f"run {name} {learner} {beta} {radius} {digits(total)} {digits(lam)} {weights}")
    pathlib.Path(__file__).with_name("sparse.txt").write_text("\n".join(lines) + "\n")


main()

#!/usr/bin/env python3
"""Random numbers, orders and first rows of generated streams, from whole numbers and 50 digits of decimal arithmetic; writes generate.txt
beside itself.

The generator is written from its authors' description: xoshiro256** with state filled by splitmix64.
"""
import pathlib
from decimal import Decimal as D, getcontext

getcontext().prec = 50
MASK = 2**64 - 1


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


def cosine(x):
    return sine(x + PI / 2)


def rotate_left(x, k):
    return (x << k | x >> (64 - k)) & MASK


class Random:
    def __init__(self, seed):
        self.state = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) & MASK
            z = seed
            z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
            z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
            self.state.append(z ^ z >> 31)

    def bits(self):
        s = self.state
        result = rotate_left(s[1] * 5 & MASK, 7) * 9 & MASK
        t = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate_left(s[3], 45)
        return result

    def below(self, count):
        """The largest k with k 2^64 <= bits count, drawn anew where that k would come up too often."""
        while True:
            high, low = divmod(self.bits() * count, 2**64)
            if low >= 2**64 % count:
                return high

    def uniform(self):
        return D(self.bits() >> 11) / 2**53

    def normal(self):
        radius = (-2 * (1 - self.uniform()).ln()).sqrt()
        return radius * cosine(2 * PI * self.uniform())


def order(rows, seed):
    random, result = Random(seed), list(range(rows))
    for i in range(rows - 1, 0, -1):
        j = random.below(i + 1)
        result[i], result[j] = result[j], result[i]
    return result


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def direction(features, random, other=None):
    v = [random.normal() for _ in range(features)]
    if other:
        along = dot(v, other)
        v = [x - along * o for x, o in zip(v, other)]
    norm = dot(v, v).sqrt()
    return [x / norm for x in v]


def hyperplane(kind, rounds, features, seed, noise, speed=0, period=0):
    targets = Random(seed)
    random = Random(targets.bits())
    a = direction(features, targets)
    b = direction(features, targets, a) if kind == "rotating" else None
    for t in range(rounds):
        target = a
        if kind == "rotating":
            target = [cosine(t * speed) * x + sine(t * speed) * y for x, y in zip(a, b)]
        if kind == "switches" and t > 0 and t % period == 0:
            target = a = direction(features, targets)
        z = [random.normal() for _ in range(features)]
        label = 1 if dot(target, z) > 0 else -1
        yield (-label if random.uniform() < noise else label), z, target


def sea(rounds, seed, noise):
    random = Random(seed)
    for t in range(rounds):
        z = [10 * random.uniform() for _ in range(3)]
        label = 1 if z[0] + z[1] <= (8, 9, 7, D("9.5"))[4 * t // rounds] else -1
        yield (-label if random.uniform() < noise else label), z, []


def friedman(rounds, seed, noise, period):
    random = Random(seed)
    starts = [-(-k * rounds // 3) for k in range(3)]
    for t in range(rounds):
        z = [random.uniform() for _ in range(10)]
        third = max(k for k in range(3) if starts[k] <= t)
        changed = random.uniform() < D(t - starts[third] + 1) / (period + 1)
        role = (0, 5, 0)[third] if changed or third == 0 else (0, 5, 0)[third - 1]
        x = z[role : role + 5]
        value = 10 * sine(PI * x[0] * x[1]) + 20 * (x[2] - D("0.5")) ** 2 + 10 * x[3] + 5 * x[4]
        yield value + noise * random.normal(), z, []


def digits(x):
    return f"{D(x):.20e}"


def main():
    lines = ["# Written by generate.py."]
    for seed in (0, 1, 2**64 - 1):
        lines.append("# state SEED four words; bits, uniform, normal SEED first draws; below SEED COUNT first draws")
        lines.append(" ".join(map(str, ["state", seed] + Random(seed).state)))
        for name in ("bits", "uniform", "normal"):
            random = Random(seed)
            draws = [getattr(random, name)() for _ in range(8)]
            lines.append(" ".join([name, str(seed)] + [str(d) if name == "bits" else digits(d) for d in draws]))
        for count in (1, 6, 10**9 + 7, 2**63 + 1, 2**64 - 1):
            random = Random(seed)
            lines.append(" ".join(map(str, ["below", seed, count] + [random.below(count) for _ in range(8)])))
    lines.append("# order ROWS SEED the row of each round")
    for rows, seed in ((1, 1), (2, 1), (10, 1), (10, 2), (40, 123456789)):
        lines.append(" ".join(map(str, ["order", rows, seed] + order(rows, seed))))
    streams = {
        "stationary": hyperplane("stationary", 5, 2, 4, D("0.5")),
        "rotating": hyperplane("rotating", 8, 3, 7, D("0.25"), speed=D("0.75")),
        "switches": hyperplane("switches", 7, 2, 3, 0, period=3),
        "sea": sea(10, 5, D("0.25")),
        "friedman": friedman(16, 2, D("0.5"), 3),
    }
    lines.append("# row KIND LABEL features; target KIND of the same round")
    for kind, rows in streams.items():
        for label, z, target in rows:
            lines.append(" ".join(["row", kind, digits(label)] + [digits(x) for x in z]))
            if target:
                lines.append(" ".join(["target", kind] + [digits(x) for x in target]))
    pathlib.Path(__file__).with_name("generate.txt").write_text("\n".join(lines) + "\n")


main()

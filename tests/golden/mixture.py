#!/usr/bin/env python3
"""The first rounds of `--learner auto` on a tiny stream, from 60 digits of decimal arithmetic; writes mixture.txt beside itself.

Written from the comments of include/tacit/mixture: dense, one expert at a time, every average from all that it is the mean of.
Features 1 and 2 are in every example and go beyond their range at times, feature 3 is in the fourth and the sixth alone.
"""
import pathlib
from decimal import Decimal as D, getcontext

getcontext().prec = 60

SCALED = [("adaptive", D("0.125")), ("adaptive", D(1)), ("adaptive", D(8)), ("adaptive", D(64)), ("full", None), ("curved", D(64)),
          ("averaged", 1), ("averaged", 2)]
CENTRED = [("adaptive", D(4)), ("adaptive", D(16)), ("adaptive", D(64)), ("full", None), ("curved", D(32)), ("averaged", 8), ("averaged", 9),
           ("averaged", 10)]
EXPERTS = SCALED + CENTRED
D0, D1 = D(0), D(1)

ROWS = [  # label, weight, bias and features
    (D("1.5"), D1, [D1, D("2"), D("-0.5"), D0]),
    (D("-0.75"), D1, [D1, D("-1"), D("0.25"), D0]),
    (D("0.5"), D(2), [D1, D("0.5"), D("-0.25"), D0]),
    (D("2.25"), D1, [D1, D("1.5"), D("0.125"), D("4")]),
    (D("-1"), D("0.5"), [D1, D("-2.5"), D("-0.375"), D0]),
    (D("3"), D1, [D1, D("1"), D("-0.125"), D("3")]),
]


def sign(x):
    return D(int(x > 0) - int(x < 0))


class Absolute:
    name = "absolute"

    def value(self, p, y):
        return abs(p - y)

    def slope(self, p, y):
        return sign(p - y)

    def step(self, p, y, lam, norm):
        """The prediction after an implicit step: at most norm / lambda towards the label."""
        far = abs(p - y)
        if lam > 0:
            far = min(far, norm / lam)
        return p - sign(p - y) * far


class Square:
    name = "square"

    def value(self, p, y):
        return (p - y) ** 2 / 2

    def slope(self, p, y):
        return p - y

    def step(self, p, y, lam, norm):
        return p - (p - y) * norm / (norm + lam)


class Mixer:
    def __init__(self, count, horizon=None):
        self.count = count
        self.kept = 1 - D1 / horizon if horizon else D1
        self.regret = [D0] * count
        self.squares = [D0] * count
        self.largest = D0

    def weights(self):
        """Regrets and squares in units of the data, unlike those that the mixer keeps."""
        worth = [r / (self.largest**2 + v) if r > 0 else D0 for r, v in zip(self.regret, self.squares)]
        total = sum(worth)
        return [w / total for w in worth] if total > 0 else [D1 / self.count] * self.count

    def mean(self, q):
        return sum(w * x for w, x in zip(self.weights(), q))

    def learn(self, q, mean, slope):
        gain = [slope * (mean - x) for x in q]
        largest = max(abs(g) for g in gain)
        if largest == 0:
            return
        if largest > self.largest:
            if self.largest > 0:
                gain = [g * self.largest / largest for g in gain]
            self.largest = largest
        self.regret = [max(D0, self.kept * r + g) for r, g in zip(self.regret, gain)]
        self.squares = [self.kept * v + g * g for v, g in zip(self.squares, gain)]


class Features:
    """Scales, weights and directions. A weight is that of t = x / s; weights[expert][feature]."""

    def __init__(self, dimension):
        self.values = [[] for _ in range(dimension)]  # nonzero ones
        self.mean = [D0] * dimension
        self.metric = [None] * dimension  # of common features
        self.rare = [D0] * dimension
        self.range = [None] * dimension  # least and largest value, 0 among them if ever absent
        self.dimension = dimension

    def scale(self, j):
        return max(abs(x) for x in self.values[j]) if j > 0 else D1

    def look(self, x, n, weights):
        t = [D0] * self.dimension
        t[0] = x[0]
        for j in range(1, self.dimension):
            if x[j] == 0:
                continue
            first = not self.values[j]
            before = None if first else self.scale(j)
            if first:
                self.range[j] = (x[j], x[j]) if n == 1 else (min(D0, x[j]), max(D0, x[j]))
            elif not self.range[j][0] <= x[j] <= self.range[j][1]:
                assert self.metric[j] is not None, "widening of rare features is not written here"
                self.widen(j, x[j], before, weights)
            self.values[j].append(x[j])
            t[j] = x[j] / self.scale(j)
            if self.metric[j] is None:
                if 2 * len(self.values[j]) >= n:
                    self.metric[j] = D0
                else:
                    self.rare[j] = (n / self.sum_of_squares(j)).sqrt()
        return t  # up to 64 examples the metric is renewed in every round

    def widen(self, j, x, before, weights):
        """Of the old prediction w x / s, the scaled experts keep what 3/2 s would give; the centred ones likewise around the mean."""
        now = max(before, abs(x))
        mean = self.mean[j]  # in units of the old s
        low, high = self.range[j]
        reach = max(high / before - mean, mean - low / before)
        away = abs(x / before - mean)
        keep_scaled = min(D1, D("1.5") * before / now) if now > before else D1
        keep_centred = min(D1, D("1.5") * reach / away) if reach > 0 else D1
        for k, w in enumerate(weights):
            keep = keep_scaled if k % len(EXPERTS) < len(SCALED) else keep_centred
            w[0] += w[j] * (1 - keep) * mean
            w[j] *= keep * now / before
        self.range[j] = (min(low, x), max(high, x))

    def sum_of_squares(self, j):
        return sum((x / self.scale(j)) ** 2 for x in self.values[j])

    def directions(self, t, n):
        for j in range(1, self.dimension):
            if self.metric[j] is None:
                continue
            if 2 * len(self.values[j]) < n:
                self.metric[j] = None
                self.rare[j] = (n / self.sum_of_squares(j)).sqrt()
                continue
            self.mean[j] = sum(x / self.scale(j) for x in self.values[j]) / n
            span = (self.range[j][1] - self.range[j][0]) / self.scale(j)
            spread = max(D0, self.sum_of_squares(j) / n - self.mean[j] ** 2) + 2 * span**2 / n + D("1e-12")
            self.metric[j] = 1 / spread if n > 1 else D0
        u = [D0] * self.dimension
        u[0] = t[0]
        for j in range(1, self.dimension):
            if self.metric[j] is None:
                u[j] = t[j] * self.rare[j]
            else:
                u[j] = (t[j] - self.mean[j] * t[0]) * self.metric[j]
                u[0] -= self.mean[j] * u[j]
        return u


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def clip(x, low, high):
    return min(high, max(low, x))


def run(loss):
    """Yields each round's prediction and loss."""
    dimension = len(ROWS[0][2])
    features = Features(dimension)
    w = [[D0] * dimension for _ in EXPERTS]
    # Of averaged experts, the sum over s of (2 s - 1) times their source's weights after round s: the average is that over n^2.
    sums = [[D0] * dimension for _ in EXPERTS]
    progress = [D0] * len(EXPERTS)
    lasting, recent, last = Mixer(16), Mixer(16, D(500)), Mixer(4)
    labels, distances, norms = [], [], ([], [])
    scale = D1
    for n, (y, weight, x) in enumerate(ROWS, start=1):
        t = features.look(x, n, w + sums)
        raw = [dot(v, t) for v in w]
        for k, (rule, c) in enumerate(EXPERTS):
            if rule == "averaged":
                raw[k] = dot(sums[k], t) / D((n - 1) ** 2) if n > 1 else raw[c]
        q = [clip(p, min(labels), max(labels)) for p in raw] if labels else raw
        a, b = lasting.mean(q), recent.mean(q)
        outputs = [a, a, b, b]
        prediction = last.mean(outputs)
        yield prediction, weight * loss.value(prediction, y)

        u_centred = features.directions(t, n)
        norm = (dot(t, t), dot(t, u_centred))
        norms[0].append(norm[0])
        norms[1].append(norm[1])
        if labels:
            distances.append(abs(y - sum(labels) / len(labels)))
            scale = sum(distances) / len(distances)
        else:
            scale = abs(y)
            for k, (rule, c) in enumerate(EXPERTS):  # the first label is the first guess
                if rule != "averaged":
                    w[k][0] = y / x[0]
            raw = [y] * len(EXPERTS)
        labels.append(y)
        for k, (rule, c) in enumerate(EXPERTS):
            if rule == "averaged":
                continue
            which = 0 if k < len(SCALED) else 1
            if loss.slope(raw[k], y) == 0 or norm[which] == 0:
                continue
            taken, lam = loss, D0
            if rule == "adaptive":  # from l / (c S^2) on, by progress over beta^2 = (c S)^2 / m
                lam = loss.value(scale, D0) / (c * scale**2) + progress[k] / (c * scale) ** 2
            if rule == "curved":
                taken, lam = Square(), D(n).sqrt() / c
            lam *= sum(norms[which]) / n
            after = taken.step(raw[k], y, lam / weight, norm[which])
            tau = (raw[k] - after) / norm[which]
            if rule == "adaptive":
                progress[k] += max(D0, weight * (loss.value(raw[k], y) - loss.value(after, y)) - lam * tau**2 * norm[which] / 2)
            w[k] = [v - tau * d for v, d in zip(w[k], u_centred if which else t)]
        for k, (rule, c) in enumerate(EXPERTS):
            if rule == "averaged":
                sums[k] = [s + (2 * n - 1) * v for s, v in zip(sums[k], w[c])]
        lasting.learn(q, a, weight * loss.slope(a, y))
        recent.learn(q, b, weight * loss.slope(b, y))
        last.learn(outputs, prediction, weight * loss.slope(prediction, y))


def main():
    lines = []
    for y, weight, x in ROWS:
        lines.append(f"row {y} {weight} " + " ".join(f"{j}:{v}" for j, v in enumerate(x) if v != 0))
    for loss in (Absolute(), Square()):
        for n, (prediction, paid) in enumerate(run(loss), start=1):
            lines.append(f"round {loss.name} {n} {prediction:.20e} {paid:.20e}")
    (pathlib.Path(__file__).parent / "mixture.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

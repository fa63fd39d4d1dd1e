#!/usr/bin/env python3
"""Forty rounds of `--learner auto`, with guesses and without, from 60 digits of decimal arithmetic; writes mixture.txt beside itself.

Written from the comments of src/learners/mixture: one expert at a time, every scale and sum from all values so far, averages from
all that they are the mean of, regressions by their normal equations. Features 1 and 2 are in every example and go beyond their range at
times, 3 is a counter, 4 is in most examples but not in the first ones, 5 and 6 are rare, 7 is in the first examples alone.
"""
import pathlib
import random
from decimal import Decimal as D, getcontext

getcontext().prec = 60
D0, D1 = D(0), D(1)
HALF = D("0.5")

# Geometry, rule, and c: of newton the horizon, of a mean that of its source, which comes last.
EXPERTS = (
    [("scaled", "adaptive", D(1)), ("scaled", "adaptive", D(8)), ("scaled", "leap", D0), ("scaled", "steady", D1)]
    + [("centred", "adaptive", D(4)), ("centred", "adaptive", D(16)), ("centred", "steady", D("0.25")), ("centred", "mean", D(16), 5)]
    + [("per-feature", "steady", c) for c in (D("0.25"), D(1), D(4), D(16))]
    + [("relevant", "adaptive", D(16)), ("relevant", "adaptive", D(64)), ("relevant", "mean", D(16), 12), ("relevant", "mean", D(64), 13)]
    + [("full-matrix", "adaptive", D(4)), ("full-matrix", "adaptive", D(16)), ("full-matrix", "newton", D(400)), ("full-matrix", "mean", D(4), 16)]
)
GEOMETRIES = ("scaled", "centred", "per-feature", "relevant", "full-matrix")
REFERENCE = 4
GUESSES = 4


def sign(x):
    return D(int(x > 0) - int(x < 0))


def clip(x, low, high):
    return min(high, max(low, x))


def dot(a, b):
    return sum((x * y for x, y in zip(a, b)), D0)


def solve(matrix, right):
    """Gauss and Jordan, with pivots from the diagonal: the matrices are positive."""
    size = len(right)
    rows = [list(row) + [r] for row, r in zip(matrix, right)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [x / pivot for x in rows[i]]
        for k in range(size):
            if k != i and rows[k][i] != 0:
                by = rows[k][i]
                rows[k] = [x - by * p for x, p in zip(rows[k], rows[i])]
    return [row[-1] for row in rows]


class Absolute:
    name, two_class, bend, certainty = "absolute", False, D1, D1

    def value(self, p, y):
        return abs(p - y)

    def slope(self, p, y):
        return sign(p - y)

    def step(self, p, y, lam, norm):
        """The prediction after an implicit step: at most norm / lambda towards the label."""
        far = abs(p - y)
        return p - sign(p - y) * (min(far, norm / lam) if lam > 0 else far)

    def companion(self):
        return Square()


class Square:
    name, two_class, bend, certainty = "square", False, D1, D1

    def value(self, p, y):
        return (p - y) ** 2 / 2

    def slope(self, p, y):
        return p - y

    def step(self, p, y, lam, norm):
        return p - (p - y) * norm / (norm + lam)

    def companion(self):
        return self


class SquaredHinge:
    bend = D1

    def step(self, p, y, lam, norm):
        left = 1 - y * p
        return p + y * left * norm / (norm + lam) if left > 0 else p


class Hinge:
    name, two_class, bend, certainty = "hinge", True, D1, D(16)

    def value(self, p, y):
        return max(D0, 1 - y * p)

    def slope(self, p, y):
        return -y if y * p < 1 else D0

    def step(self, p, y, lam, norm):
        left = 1 - y * p
        if left <= 0:
            return p
        return p + y * (min(left, norm / lam) if lam > 0 else left)

    def companion(self):
        return SquaredHinge()


class Logistic:
    name, two_class, bend, certainty = "logistic", True, D("0.25"), D(2)

    def value(self, p, y):
        return (1 + (-y * p).exp()).ln()

    def slope(self, p, y):
        return -y / (1 + (y * p).exp())

    def step(self, p, y, lam, norm):
        """The way d solves (lambda / norm) d = 1 / (1 + e^(y p + d)): halved often, then by Newton's method."""
        low, high = D0, norm / lam
        for _ in range(30):
            d = (low + high) / 2
            if lam / norm * d > 1 / (1 + (y * p + d).exp()):
                high = d
            else:
                low = d
        for _ in range(4):
            chance = 1 / (1 + (y * p + d).exp())
            d -= (lam / norm * d - chance) / (lam / norm + chance * (1 - chance))
        return p + y * d

    def companion(self):
        return self


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
        """None is a guess that is not made: the others have its weight. What all say is the mean, to the last digit."""
        known = [(w, x) for w, x in zip(self.weights(), q) if x is not None]
        if all(x == known[0][1] for w, x in known):
            return known[0][1]
        total = sum(w for w, x in known)
        if total == 0:
            return sum(x for w, x in known) / len(known)
        return sum(w * x for w, x in known) / total

    def learn(self, q, mean, slope):
        gain = [D0 if x is None else slope * (mean - x) for x in q]
        largest = max(abs(g) for g in gain)
        if largest == 0:
            return
        if largest > self.largest:
            if self.largest > 0:
                gain = [g * self.largest / largest for g in gain]
            self.largest = largest
        self.regret = [max(D0, self.kept * r + g) for r, g in zip(self.regret, gain)]
        self.squares = [self.kept * v + g * g for v, g in zip(self.squares, gain)]


class Regression:
    """Newton's steps of a loss from ridge 2, by normal equations.

    Where `kept` of earlier rounds stays, every eighth round one input in turn gets back what the ridge lost since its last turn.
    """

    def __init__(self, count, kept, first=None):
        self.kept = kept
        self.matrix = [[D(2) if i == k else D0 for k in range(count)] for i in range(count)]
        self.weights = [D(int(i == first)) for i in range(count)]
        self.rounds = 0

    def predict(self, x):
        return dot(self.weights, x)

    def learn(self, x, slope, bend):
        self.matrix = [[self.kept * a + bend * x[i] * x[k] for k, a in enumerate(row)] for i, row in enumerate(self.matrix)]
        self.weights = [w - slope * d for w, d in zip(self.weights, solve(self.matrix, x))]
        self.rounds += 1
        if self.kept < 1 and self.rounds % 8 == 0:
            i = (self.rounds // 8 - 1) % len(x)
            self.matrix[i][i] += (1 - self.kept) * 2 * 8 * len(x)


class Calibration:
    def __init__(self):
        self.slope, self.shift = D1, D0
        self.matrix = [[D(20), D0], [D0, D(20)]]

    def prediction(self, m):
        return self.slope * m + self.shift

    def learn(self, m, y):
        wrong = 1 / (1 + (y * self.prediction(m)).exp())
        bend = max(wrong * (1 - wrong), D("1e-4"))
        inputs = [m, D1]
        self.matrix = [[a + bend * inputs[i] * inputs[k] for k, a in enumerate(row)] for i, row in enumerate(self.matrix)]
        way = solve(self.matrix, [y * wrong * x for x in inputs])
        self.slope = clip(self.slope + way[0], D0, D(100))
        self.shift = clip(self.shift + way[1], D(-100), D(100))


class Feature:
    """All that is known of a feature: its values so far, and how it counts for centred experts."""

    def __init__(self):
        self.values = []  # nonzero ones
        self.zero = False  # whether the range has 0: it came after the first example, or was absent while it was common
        self.gradient = D0
        self.common = False
        self.factor = D0  # of a rare one
        self.renewal = 0  # how many values there are when the factor is due
        self.mean = self.scale = D0  # of a common one, in units of the scale
        self.worth = self.worth_squares = D0
        self.visible = True
        self.usual = D0  # a mean of phi of a common one
        self.welford_mean = D0  # in the data's units

    def largest(self):
        return max(abs(x) for x in self.values)

    def span(self):
        ends = self.values + ([D0] if self.zero else [])
        return min(ends) / self.largest(), max(ends) / self.largest()

    def squares(self):
        return sum((x / self.largest()) ** 2 for x in self.values)

    def rare_factor(self, n):
        return (n / self.squares()).sqrt().sqrt()

    def ridge(self, n):
        low, high = self.span()
        return 2 * (high - low) ** 2 / n + D("1e-12")

    def refresh(self, n):
        self.mean = sum(self.values) / self.largest() / n
        self.scale = 1 / (max(D0, self.squares() / n - self.mean**2) + self.ridge(n)).sqrt()

    def phi_of_common(self, z):
        low, high = self.span()
        most = D("1.5") * max(high - self.mean, self.mean - low)
        return (clip(z / self.largest(), self.mean - most, self.mean + most) - self.mean) * self.scale


class Table:
    """Features, weights[expert][feature] and sums[expert][feature]: of (2 s - 1) times the weights that an average is of."""

    def __init__(self):
        self.features = {}
        self.common = []  # in the order in which they joined
        self.weights = [{0: D0} for _ in EXPERTS]
        self.sums = [{0: D0} for _ in EXPERTS]
        self.moments = {}  # of pairs of common features, in the data's units
        self.observed = D0
        self.bias_gradient = D0
        self.reference = D0

    def look(self, x, n):
        """Coordinates (t, phi) of the bias, of features the example has and of common ones."""
        self.row = {0: (x.get(0, D0), x.get(0, D0))}
        self.rare = []
        spans = {j: (self.features[j].largest(), self.features[j].span()) for j in self.common}
        for j, z in x.items():
            if j == 0 or z == 0:
                continue
            feature = self.features.setdefault(j, Feature())
            first = not feature.values
            phi = feature.phi_of_common(z) if feature.common else None
            if first:
                feature.zero = n > 1
                feature.factor = D(n).sqrt().sqrt()
                for table in (self.weights, self.sums):
                    for weights in table:
                        weights[j] = D0
            feature.values.append(z)
            t = z / feature.largest()
            if not feature.common:
                self.rare.append(j)
            self.row[j] = (t, phi if feature.common else t * feature.factor)
        for j in self.common:
            if x.get(j, D0) == 0:
                self.row[j] = (D0, self.features[j].phi_of_common(D0))
                self.features[j].zero = True
        self.widened = [j for j in self.common if spans[j] != (self.features[j].largest(), self.features[j].span())]

    def visible(self, j):
        return j == 0 or self.features[j].visible

    def predict(self, k, n):
        geometry, rule = EXPERTS[k][:2]
        weights, by = self.weights[k], D1
        if rule == "mean":
            weights, by = (self.sums[k], D((n - 1) ** 2)) if n > 1 else (self.weights[EXPERTS[k][3]], D1)
        total = D0
        for j, (t, phi) in self.row.items():
            if geometry == "scaled":
                total += weights[j] * t
            elif geometry == "centred" or self.visible(j):
                total += weights[j] * phi
            else:
                total += weights[j] * self.features[j].usual
        return total / by

    def screen(self, shares, prediction, value):
        for j in self.common:
            feature = self.features[j]
            part = sum(share * self.weights[k][j] for k, share in shares.items()) * self.row[j][1]
            worth = value(prediction - part) - value(prediction)
            feature.worth += worth
            feature.worth_squares += worth**2

    def directions(self, n, mean_square):
        others = self.rare + self.common
        if others:
            mean = sum(abs(self.weights[REFERENCE][j]) for j in others) / len(others)
            self.reference += (mean - self.reference) / n
        b = self.row[0][0]
        u = {g: {0: b} for g in GEOMETRIES}
        u["per-feature"][0] = b / (self.bias_gradient + mean_square).sqrt()
        for j in others:
            t, phi = self.row[j]
            u["scaled"][j] = t
            u["centred"][j] = phi
            shown = phi if self.visible(j) else D0
            u["per-feature"][j] = shown / (self.features[j].gradient + mean_square).sqrt()
            relative = abs(self.weights[REFERENCE][j]) / self.reference if self.reference > 0 else None
            u["relevant"][j] = shown if relative is None else shown * (relative**2 + D("0.01"))
            u["full-matrix"][j] = shown
        if self.common:
            turned = solve(self.metric, [u["full-matrix"][j] for j in self.common])
            for j, d in zip(self.common, turned):
                u["full-matrix"][j] = d if self.visible(j) else D0
        norms = {g: sum(d * self.row[j][0 if g == "scaled" else 1] for j, d in u[g].items()) for g in GEOMETRIES}
        return u, norms

    def settle(self, n, slope):
        self.bias_gradient += (slope * self.row[0][0]) ** 2
        for j in self.rare + self.common:
            self.features[j].gradient += (slope * self.row[j][1]) ** 2
        for j in self.rare:
            feature, count = self.features[j], len(self.features[j].values)
            if count >= feature.renewal:
                feature.factor = feature.rare_factor(n)
                feature.renewal = count + max(1, count // 16)
        for j in self.common:
            self.features[j].usual += (self.row[j][1] - self.features[j].usual) / n
        self.observe()
        for j in self.widened:
            self.features[j].refresh(n)
        for j in self.rare:
            if n >= 2 and 2 * len(self.features[j].values) >= n:
                self.join(j, n)
        for j in reversed(list(self.common)):
            if 2 * len(self.features[j].values) < n:
                self.leave(j, n)
        for j in self.common:
            feature = self.features[j]
            feature.refresh(n)
            # After one round the two sides are equal, but for the last digit of a root.
            feature.visible = feature.worth >= -feature.worth_squares.sqrt() * (1 + D("1e-40"))
        self.invert(n)

    def observe(self):
        """Welford's moments, begun anew for a feature that joins, with what is known of it alone."""
        if not self.common:
            return
        self.observed += 1
        away = {}
        for j in self.common:
            feature = self.features[j]
            away[j] = self.row[j][0] * feature.largest() - feature.welford_mean
            feature.welford_mean += away[j] / self.observed
        for j in self.common:
            for i in self.common:
                self.moments[i, j] = self.moments.get((i, j), D0) + (1 - 1 / self.observed) * away[i] * away[j]

    def change(self, j, a, b, c, d):
        """From coordinates a t + b to c t + d."""
        for k, (geometry, *_) in enumerate(EXPERTS):
            if geometry == "scaled":
                continue
            for weights in (self.weights[k], self.sums[k]):
                w = weights[j]
                weights[j] = w * a / c
                weights[0] += w * (b - a / c * d)

    def join(self, j, n):
        feature = self.features[j]
        feature.refresh(n)
        self.change(j, feature.factor, D0, feature.scale, -feature.mean * feature.scale)
        feature.common = True
        feature.worth = feature.worth_squares = feature.usual = D0
        feature.visible = True
        self.common.append(j)
        feature.welford_mean = sum(feature.values) / n
        self.moments[j, j] = sum(z * z for z in feature.values) - n * feature.welford_mean**2
        for i in self.common[:-1]:
            self.moments[i, j] = self.moments[j, i] = D0

    def leave(self, j, n):
        feature = self.features[j]
        feature.factor = feature.rare_factor(n)
        self.change(j, feature.scale, -feature.mean * feature.scale, feature.factor, D0)
        feature.common = False
        feature.visible = True
        self.common.remove(j)

    def invert(self, n):
        self.metric = []
        for i in self.common:
            one = self.features[i]
            row = []
            for j in self.common:
                two = self.features[j]
                together = i == j or (one.visible and two.visible)
                mean = self.moments[i, j] / self.observed if together and self.observed > 0 else D0
                row.append(mean / one.largest() / two.largest() * one.scale * two.scale)
                if i == j:
                    row[-1] += one.ridge(n) / 4 * one.scale**2 + D("1e-6")
            self.metric.append(row)


class ClassScores:
    """Two logistic regressions, one of which forgets. They begin as the mean that lasts, and as the one that forgets."""

    def __init__(self):
        self.misses = [D0, D0]
        self.regressions = [Regression(12, D1, 0), Regression(12, D("0.998"), 1)]

    def inputs(self, given):
        return [D0 if g is None else g for g in given["means"] + given["guesses"]] + given["geometries"] + self.misses + [D1]

    def scores(self, given):
        return [clip(regression.predict(self.inputs(given)), D(-30), D(30)) for regression in self.regressions]

    def learn(self, given, y):
        x = self.inputs(given)
        wrong = [1 / (1 + (y * score).exp()) for score in self.scores(given)]
        for regression, w in zip(self.regressions, wrong):
            regression.learn(x, -y * w, max(w * (1 - w), D("1e-4")))
        self.misses = [y * wrong[0], self.misses[0]]


class Corrections:
    """Of numbers: levels of the last misses, and regressions of the next miss."""

    def __init__(self):
        self.levels = [D0] * 3
        self.misses = [D0] * 3
        self.products = self.squares = D0
        self.regressions = [Regression(12, D1), Regression(12, D("0.998"))]

    @staticmethod
    def bounded(x):
        return clip(x, D(-100), D(100))

    def inputs(self, given, scale):
        lasting, recent = given["means"]
        guesses = [recent] + given["guesses"] + given["geometries"]
        away = [D0 if guess is None else self.bounded((guess - lasting) / scale) for guess in guesses]
        return away + [self.bounded(miss / scale) for miss in self.misses] + [D("0.3")]

    def predictions(self, given, scale):
        lasting, recent = given["means"]
        repeated = clip(self.products / self.squares, D(-1), D(1)) if self.squares > 0 else D0
        corrected = [recent + level for level in self.levels] + [recent + repeated * self.levels[0]]
        return corrected + [lasting + scale * regression.predict(self.inputs(given, scale)) for regression in self.regressions]

    def learn(self, given, y, before, scale, n):
        lasting, recent = given["means"]
        if n > 2:
            x = self.inputs(given, before)
            for regression in self.regressions:
                regression.learn(x, clip(regression.predict(x) - (y - lasting) / before, D(-3), D(3)), D1)
        self.misses = [y - lasting] + self.misses[:2]
        level = y - recent
        last = self.bounded(self.levels[0] / scale)
        self.products = D("0.99") * self.products + self.bounded(level / scale) * last
        self.squares = D("0.99") * self.squares + last**2
        self.levels = [old + (level - old) / min(D(h), D(n)) for old, h in zip(self.levels, (1, 4, 32))]


class LastStage:
    def __init__(self, loss):
        self.loss = loss
        self.mixer = Mixer(8)
        self.calibrations = [Calibration(), Calibration()]
        self.made = ClassScores() if loss.two_class else Corrections()

    def outputs(self, given, scale, low, high):
        if not self.loss.two_class:
            return given["means"] + [clip(p, low, high) for p in self.made.predictions(given, scale)]
        c, scores = self.loss.certainty, self.made.scores(given)
        outputs = scores + [c * m for m in given["means"]]
        if self.loss.name == "logistic":
            outputs += [calibration.prediction(m) for calibration, m in zip(self.calibrations, given["means"])]
        else:
            outputs += [c * score for score in scores]
        return given["means"] + [clip(p, low, high) for p in outputs]

    def share_of_lasting(self):
        """Of all outputs that are made of the mean that lasts, or of the scores that began as it."""
        weights = self.mixer.weights()
        return sum(weights[k] for k in ((0, 2, 4, 6) if self.loss.two_class else (0, 6, 7)))

    def learn(self, outputs, mixed, slope, given, y, before, scale, n):
        self.mixer.learn(outputs, mixed, slope)
        if self.loss.two_class:
            self.made.learn(given, y)
            for calibration, m in zip(self.calibrations, given["means"]):
                calibration.learn(m, y)
        else:
            self.made.learn(given, y, before, scale, n)


def mean_by_geometry(raw, mixers, low, high):
    """By the shares of their experts in both mixers, none of which is nothing."""
    means = []
    weights = [sum(pair) + D("1e-4") for pair in zip(*(mixer.weights() for mixer in mixers))]
    for g in GEOMETRIES:
        of = [k for k, expert in enumerate(EXPERTS) if expert[0] == g]
        means.append(sum(weights[k] * clip(raw[k], low, high) for k in of) / sum(weights[k] for k in of))
    return means


def run(loss, rows, with_guesses):
    """Yields each round's prediction, and its loss before and after the experts' steps."""
    table, last = Table(), LastStage(loss)
    lasting, recent = Mixer(len(EXPERTS) + GUESSES), Mixer(len(EXPERTS) + GUESSES, D(500))
    progress = [D0] * len(EXPERTS)
    norms_so_far = {g: D0 for g in GEOMETRIES}
    labels, distances = [], []
    scale, squared_slopes, lost = D1, D0, D0
    for n, (y, weight, x, guesses) in enumerate(rows, start=1):
        if loss.two_class:
            end = D(2 * n + 2).ln() if loss.name == "logistic" else D1
            low, high = -end, end
        else:
            low, high = (min(labels), max(labels)) if labels else (D("-1e400"), D("1e400"))
        if not with_guesses:
            guesses = [None] * GUESSES
        table.look(x, n)
        raw = [table.predict(k, n) for k in range(len(EXPERTS))]
        said = [clip(p, low, high) for p in raw] + [None if g is None else clip(g, low, high) for g in guesses]
        a, b = lasting.mean(said), recent.mean(said)
        # With hinge what experts say goes on beyond the range.
        reach = (D(-8), D(8)) if loss.name == "hinge" else (low, high)
        given = {
            "means": [a, b],
            "guesses": [guesses[0], guesses[2] if guesses[1] is None else guesses[1]],
            "geometries": mean_by_geometry(raw, (lasting, recent), *reach),
        }
        before = scale
        outputs = last.outputs(given, before, low, high)
        mixed = last.mixer.mean(outputs)
        prediction = mixed
        if loss.name == "hinge":  # close to an end is at the end, and a small part keeps the order of the scores
            score = sum(last.made.scores(given)) / 2
            part = D("0.005") * min(D1, (lost + 1) / (n + 1))
            sure = sign(mixed) if abs(mixed) > D("0.98") else mixed
            prediction = (1 - part) * sure + part * (2 / (1 + (-score).exp()) - 1)
        paid = weight * loss.value(prediction, y)
        lost += paid
        label = y
        part = last.share_of_lasting()
        of_prediction = [part * u + (1 - part) * v for u, v in zip(lasting.weights(), recent.weights())]
        moved_by = D0

        if not loss.two_class and n > 10:  # a label far beyond those before is cut off
            width = max(max(labels) - min(labels), scale)
            y = clip(y, min(labels) - width, max(labels) + width)
        slope = weight * loss.slope(mixed, y)
        if not loss.two_class:
            if labels:
                distances.append(abs(y - sum(labels) / len(labels)))
                scale = sum(distances) / len(distances)
            else:
                scale = abs(y)
                for k, (_, rule, *_) in enumerate(EXPERTS):  # the first label is the first guess
                    if rule != "mean":
                        table.weights[k][0] = y / x[0]
                raw = [y] * len(EXPERTS)
            labels.append(y)

        shares = {}
        for k, (geometry, rule, *_) in enumerate(EXPERTS):
            if geometry == "centred" and rule != "mean":
                shares[k] = lasting.weights()[k] + recent.weights()[k] + D("0.001") / len(EXPERTS)
        total = sum(shares.values())
        shares = {k: share / total for k, share in shares.items()}
        table.screen(shares, sum(share * raw[k] for k, share in shares.items()), lambda p: weight * loss.value(p, y))

        mean_square = squared_slopes / (n - 1) if n > 1 and squared_slopes > 0 else D1
        u, norms = table.directions(n, mean_square)
        unit_loss = loss.value(D0, D1) if loss.two_class else loss.value(scale, D0)
        for g in GEOMETRIES:
            norms_so_far[g] += norms[g]
        for k, (g, rule, c, *_) in enumerate(EXPERTS):
            m = norms_so_far[g] / n
            if loss.slope(raw[k], y) == 0 or norms[g] == 0:
                continue
            taken = loss
            adapts = rule in ("adaptive", "mean")  # a mean is taken to move as if it were adaptive itself
            if adapts:
                lam = (unit_loss / (c * scale**2) + progress[k] / (c * scale) ** 2) * m
            elif rule == "steady":
                lam = 1 / (c * scale) if g == "per-feature" else unit_loss / (c * scale**2) * m
            elif rule == "leap":
                lam = m / 16 if loss.name == "logistic" else D0
            else:
                taken = loss.companion()
                lam = taken.bend * min(D(n), c)
            after = taken.step(raw[k], y, lam / weight, norms[g])
            tau = (raw[k] - after) / norms[g]
            moved_by += of_prediction[k] * (clip(after, low, high) - clip(raw[k], low, high))
            if adapts:
                fall = weight * (loss.value(raw[k], y) - loss.value(after, y))
                progress[k] += max(D0, fall - lam * tau**2 * norms[g] / 2)
            if rule != "mean":
                for j, d in u[g].items():
                    table.weights[k][j] -= tau * d
        for k, (_, rule, _, *source) in enumerate(EXPERTS):
            if rule == "mean":
                for j, w in table.weights[source[0]].items():
                    table.sums[k][j] = table.sums[k].get(j, D0) + (2 * n - 1) * w
        table.settle(n, slope)
        squared_slopes += slope**2
        lasting.learn(said, a, weight * loss.slope(a, y))
        recent.learn(said, b, weight * loss.slope(b, y))
        last.learn(outputs, mixed, slope, given, y, before, scale, n)
        yield prediction, paid, weight * loss.value(clip(prediction + moved_by, low, high), label)


def stream(count):
    """Rows of binary fractions: label, weight, features and guesses."""
    draw = random.Random(7)
    rows = []

    def fraction(low, high):
        return round(draw.uniform(low, high) * 1024) / 1024

    for i in range(count):
        x = {0: 1.0, 1: fraction(-2, 2) * (1 + i / 16), 2: 40 + fraction(-1, 1), 3: float(i + 1)}
        if i >= 3 and i % 6 != 1:
            x[4] = fraction(0.25, 1)
        if i in (4, 5, 11, 19, 30, 33):
            x[5] = fraction(1, 8)
        if i in (9, 26, 27):
            x[6] = fraction(-100, 100)
        if i < 6:
            x[7] = fraction(-1, 1)
        y = fraction(-0.25, 0.25) + x[1] / 2 + 2 * (x[2] - 40) + (1 if 5 in x else 0)
        if i == 21:
            y = 400.0
        weight = 2.0 if i % 7 == 2 else 0.5 if i % 11 == 4 else 1.0
        guesses = [rows[-1][0] if rows else None, rows[i - 5][0] if i >= 5 else None, fraction(-1, 1) if rows else None, None]
        rows.append((y, weight, x, guesses))
    return rows


def main():
    rows = stream(40)
    lines = []
    for y, weight, x, guesses in rows:
        said = " ".join("nan" if g is None else repr(g) for g in guesses)
        lines.append(f"row {y!r} {weight!r} {said} " + " ".join(f"{j}:{v!r}" for j, v in x.items()))
    for loss in (Absolute(), Square(), Hinge(), Logistic()):
        exact = []
        for y, weight, x, guesses in rows:
            label = sign(D(y)) if loss.two_class else D(y)
            exact.append((label, D(weight), {j: D(v) for j, v in x.items()}, [None if g is None else D(g) for g in guesses]))
        for guessed in (False, True):
            for n, numbers in enumerate(run(loss, exact, guessed), start=1):
                numbers = " ".join(f"{number:.20e}" for number in numbers)
                lines.append(f"round {loss.name} {'guesses' if guessed else 'alone'} {n} {numbers}")
    (pathlib.Path(__file__).parent / "mixture.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

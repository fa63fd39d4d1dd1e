#!/usr/bin/env python3
"""A hundred and forty rounds of `--learner auto` on up to four classes, and eighty with crosses, lags and a calendar, from 60 digits of
decimal arithmetic; writes class_mixture.txt beside itself.

Written from docs/auto-classes.md: one expert and class at a time, steps from their own definition, the minimiser of loss and way.
Coordinates, and polynomial weights for the hinge loss, are those of mixture.py. Feature 1 goes beyond its range at times, 2 is far
from 0 and absent twice, 3 becomes common late, 4 ceases to be, 5 and 6 are rare. Class 1 comes with an example of weight 0.
Of the second stream, crosses come first, then lags, then the calendar; some rows lack them again.
"""
import copy
import itertools
import pathlib
import random

from mixture import D, D0, D1, HALF, Mixer, Table, clip, dot, solve

EXPERTS = (
    [("scaled", "adaptive", D(8)), ("scaled", "adaptive", D(64)), ("scaled", "steady", D(1)), ("scaled", "steady", D(16))]
    + [("centred", "adaptive", D(16)), ("centred", "adaptive", D(64)), ("centred", "steady", D("0.25")), ("centred", "steady", D(1))]
    + [("per-feature", "steady", c) for c in (D(1), D(4), D(16), D(64))]
    + [("full-matrix", "adaptive", D(16)), ("full-matrix", "adaptive", D(64))]
    + [("full-matrix", "steady", D("0.25")), ("full-matrix", "steady", D(1))]
)
GEOMETRIES = ("scaled", "centred", "per-feature", "full-matrix")
GUESSES = 4
MOST_SOURCE = D(15)
CLASSES = 4
FIRST_CROSS, FIRST_LAG, FIRST_CALENDAR = 0xC0000000, 0xFFFF0000, 0xFFFF8000
# The groups that the team at each place does not see.
UNSEEN = {"given": {"cross", "lag", "calendar"}, "lags": {"calendar"}, "all": set(), "uncrossed": {"cross"}}
TOLD = ("all", "uncrossed", "lags", "given")  # the order in which shares are told


def group_of(j):
    return "calendar" if j >= FIRST_CALENDAR else "lag" if j >= FIRST_LAG else "cross" if j >= FIRST_CROSS else "data"


def called_for(x):
    groups = {group_of(j) for j in x}
    calls = {"given": groups & {"lag", "calendar"}, "lags": {"lag", "calendar"} <= groups, "uncrossed": "cross" in groups}
    return [place for place, calls_for in calls.items() if calls_for]


def softmax(u):
    powers = [(v - max(u)).exp() for v in u]
    return [p / sum(powers) for p in powers]


def squares(numbers):
    return sum((v * v for v in numbers), D0)


class Softmax:
    name, of_chances = "softmax", True

    def value(self, u, y):
        return sum((v - u[y]).exp() for v in u).ln()

    def step(self, u, y, c):
        """The scores p with p = u - c (softmax(p) - e_y): Newton's method on c loss + |p - u|^2 / 2, halved until it helps."""

        def objective(p):
            return c * self.value(p, y) + squares(a - b for a, b in zip(p, u)) / 2

        p = list(u)
        while True:
            q = softmax(p)
            missed = [p[k] - u[k] + c * (q[k] - int(k == y)) for k in range(len(u))]
            if max(map(abs, missed)) < D("1e-35") * max(D1, c):
                return p
            matrix = [[int(i == k) + c * (q[i] * int(i == k) - q[i] * q[k]) for k in range(len(u))] for i in range(len(u))]
            way = solve(matrix, missed)
            before = objective(p)
            while max(map(abs, way)) > D("1e-12") and objective([a - b for a, b in zip(p, way)]) > before:
                way = [b / 2 for b in way]
            p = [a - b for a, b in zip(p, way)]


class Hinge:
    name, of_chances = "multiclass-hinge", False

    def value(self, u, y):
        return max([D0] + [1 + v - u[y] for k, v in enumerate(u) if k != y])

    def slope(self, u, y):
        """Of all subgradients the shortest."""
        lost = self.value(u, y)
        ties = [k for k in range(len(u)) if k != y and lost > 0 and 1 + u[k] - u[y] == lost]
        if not ties:
            return [D0] * len(u)
        return [-D1 if k == y else D1 / len(ties) if k in ties else D0 for k in range(len(u))]

    def step(self, u, y, c):
        """Every set of classes that may tie is tried, without a loss behind the step and with one."""
        others = [k for k in range(len(u)) if k != y]
        points = [list(u)]
        for size in range(1, len(u)):
            for tied in itertools.combinations(others, size):
                held = sum(u[k] for k in tied)
                level = (held + u[y] - 1) / (size + 1)
                points.append([level + 1 if k == y else level if k in tied else u[k] for k in range(len(u))])
                level = (held - c) / size
                points.append([u[y] + c if k == y else level if k in tied else u[k] for k in range(len(u))])
        return min(points, key=lambda p: c * self.value(p, y) + squares(a - b for a, b in zip(p, u)) / 2)


class ShareMixer:
    """Bayes' rule with a share for all."""

    def __init__(self, count, horizon=None):
        self.shares = [D1 / count] * count
        self.horizon = horizon
        self.rounds = 0

    def weights(self):
        return self.shares

    def learn(self, said):
        """`said` is what each voice gave to the label."""
        self.rounds += 1
        part = D1 / (self.horizon or self.rounds + 1)
        mean = dot(self.shares, said)
        self.shares = [(1 - part) * w * q / mean + part / len(said) for w, q in zip(self.shares, said)]


class Blend:
    """Of V voices, each of which says a number per class, or None."""

    def __init__(self, loss, count, forgets=False):
        self.loss = loss
        if loss.of_chances:
            self.mixer = ShareMixer(count, D(200) if forgets else None)
        else:
            self.mixer = Mixer(count, D(500) if forgets else None)

    def weights(self):
        return self.mixer.weights()

    def mean(self, said, classes):
        known = [(w, q) for w, q in zip(self.weights(), said) if q is not None]
        total = sum(w for w, _ in known)
        if total == 0:
            known, total = [(D1, q) for _, q in known], D(len(known))
        return [sum(w * q[k] for w, q in known) / total for k in range(classes)]

    def learn(self, said, mean, y, weight):
        if self.loss.of_chances:
            self.mixer.learn([(mean if q is None else q)[y] ** min(weight, D1) for q in said])
            return
        slope = self.loss.slope(mean, y)
        better = [None if q is None else weight * dot(slope, [a - b for a, b in zip(q, mean)]) for q in said]
        self.mixer.learn(better, D0, D1)


class Regression:
    """One weight per source, whatever the class; the ridge stays."""

    def __init__(self, kept):
        self.kept = kept
        self.weights = [D1] + [D0] * 11
        self.matrix = [[D0] * 12 for _ in range(12)]

    def chances(self, sources):
        return softmax([dot(self.weights, x) for x in sources])

    def learn(self, sources, y, weight):
        chances = self.chances(sources)
        mean = [dot(chances, column) for column in zip(*sources)]
        away = [[a - b for a, b in zip(x, mean)] for x in sources]
        for i in range(12):
            for j in range(12):
                curvature = sum(p * x[i] * x[j] for p, x in zip(chances, away))
                self.matrix[i][j] = self.kept * self.matrix[i][j] + weight * curvature
        ridged = [[a + (2 if i == j else 0) for j, a in enumerate(row)] for i, row in enumerate(self.matrix)]
        step = solve(ridged, [-weight * a for a in away[y]])
        self.weights = [w - s for w, s in zip(self.weights, step)]


class Guesses:
    """From the history: a class and the hints of its round."""

    def __init__(self):
        self.history = []

    def again(self, which, hints, classes):
        if hints[which] is None:
            return None
        rounds = [(y, past[which]) for y, past in self.history if past[which] is not None]
        chance = D(sum(y == hint for y, hint in rounds) + 1) / (len(rounds) + 2) if classes > 1 else D1
        return [chance if k == hints[which] else (1 - chance) / (classes - 1) for k in range(classes)]

    def say(self, hints, classes):
        labels = [y for y, _ in self.history]
        base = [(labels.count(k) + HALF) / (len(labels) + HALF * classes) for k in range(classes)]
        followers = None
        if hints[0] is not None:
            after = [y for y, past in self.history if past[0] == hints[0]]
            followers = [(after.count(k) + HALF * base[k]) / (len(after) + HALF) for k in range(classes)]
        return [self.again(0, hints, classes), self.again(1, hints, classes), followers, base]


class ClassTable(Table):
    """Weights by expert and class."""

    def __init__(self):
        super().__init__()
        self.weights, self.sums = [], []
        self.classes = 0

    def add_class(self):
        self.classes += 1
        self.weights += [{j: D0 for j in [0, *self.features]} for _ in EXPERTS]

    def of(self, e, k):
        return self.weights[k * len(EXPERTS) + e]

    def scores(self, e):
        which = 0 if EXPERTS[e][0] == "scaled" else 1
        return [sum(self.of(e, k)[j] * c[which] for j, c in self.row.items()) for k in range(self.classes)]

    def directions(self, mean_square):
        u = {"scaled": {j: t for j, (t, _) in self.row.items()}, "centred": {j: phi for j, (_, phi) in self.row.items()}}
        gradients = {j: feature.gradient for j, feature in self.features.items()} | {0: self.bias_gradient}
        u["per-feature"] = {j: phi / (gradients[j] + mean_square).sqrt() for j, phi in u["centred"].items()}
        u["full-matrix"] = dict(u["centred"])
        if self.common:
            u["full-matrix"].update(zip(self.common, solve(self.metric, [u["centred"][j] for j in self.common])))
        norms = {g: sum(d * self.row[j][0 if g == "scaled" else 1] for j, d in u[g].items()) for g in GEOMETRIES}
        return u, norms

    def change(self, j, a, b, c, d):
        for i, weights in enumerate(self.weights):
            if EXPERTS[i % len(EXPERTS)][0] != "scaled":
                weights[0] += weights[j] * (b - a / c * d)
                weights[j] *= a / c

    def settle(self, n, squared_slope):
        self.bias_gradient += squared_slope * self.row[0][0] ** 2
        for j in self.rare + self.common:
            self.features[j].gradient += squared_slope * self.row[j][1] ** 2
        for j in self.rare:
            feature, count = self.features[j], len(self.features[j].values)
            if count >= feature.renewal:
                feature.factor = feature.rare_factor(n)
                feature.renewal = count + max(1, count // 16)
        self.observe()
        for j in self.widened:
            self.features[j].refresh(n)
        joins = [j for j in self.rare if n >= 2 and 2 * len(self.features[j].values) >= n]
        for j in joins:
            self.join(j, n)
        if joins or n < 128 or n % 2 == 0:  # a 64th of 128, and as many rounds until 256
            for j in reversed(list(self.common)):
                if 2 * len(self.features[j].values) < n:
                    self.leave(j, n)
            for j in self.common:
                self.features[j].refresh(n)
            self.invert(n)


class Team:
    """Experts that see some groups of features, with the guesses, and two blends of what they say."""

    def __init__(self, loss):
        self.loss = loss
        voices = len(EXPERTS) + GUESSES
        self.table = ClassTable()
        self.blends = [Blend(loss, voices), Blend(loss, voices, forgets=True)]
        self.voices_lost = [D0] * voices
        self.norms = {g: D0 for g in GEOMETRIES}
        self.progress = [D0] * len(EXPERTS)

    def lambdas(self):
        lambdas = []
        for (geometry, rule, c), progress in zip(EXPERTS, self.progress):
            m = D1 if geometry == "per-feature" else self.norms[geometry]
            lambdas.append((1 / c + progress / c**2) * m if rule == "adaptive" else m / c)
        return lambdas

    def say(self, at_least, guesses):
        classes = self.table.classes
        self.raw = [self.table.scores(e) for e in range(len(EXPERTS))]
        if self.loss.of_chances:
            self.said = [at_least(softmax(u)) for u in self.raw]
        else:
            self.said = [[max(D0, v - max(u) + 1) for v in u] for u in self.raw]
        self.said += guesses
        self.means = [blend.mean(self.said, classes) for blend in self.blends]

    def of_geometry(self, geometry):
        """The mean of its experts, per class."""
        weights = [sum(pair) + D("1e-6") for pair in zip(*(blend.weights() for blend in self.blends))]
        of = [e for e, expert in enumerate(EXPERTS) if expert[0] == geometry]
        said = self.said if self.loss.of_chances else [[clip(v, -MOST_SOURCE, MOST_SOURCE) for v in u] for u in self.raw]
        return [sum(weights[e] * said[e][k] for e in of) / sum(weights[e] for e in of) for k in range(self.table.classes)]

    def shares(self, lasting, recent):
        return [dot((lasting, recent), pair) for pair in zip(*(blend.weights() for blend in self.blends))]

    def step(self, y, weight, mean_square, n):
        u, norms = self.table.directions(mean_square)
        for g in GEOMETRIES:
            self.norms[g] += (norms[g] - self.norms[g]) / n
        lambdas = self.lambdas()
        if self.table.classes > 1:
            for e, (g, rule, _) in enumerate(EXPERTS):
                if norms[g] == 0:
                    continue
                before = self.table.scores(e)
                after = self.loss.step(before, y, weight * norms[g] / lambdas[e])
                for k in range(self.table.classes):
                    for j, d in u[g].items():
                        self.table.of(e, k)[j] -= (before[k] - after[k]) / norms[g] * d
                fall = weight * (self.loss.value(before, y) - self.loss.value(after, y))
                price = lambdas[e] * squares(a - b for a, b in zip(before, after)) / norms[g] / 2
                if rule == "adaptive":
                    self.progress[e] += max(D0, fall - price)
        return lambdas


class ClassMixture:
    def __init__(self, loss):
        self.loss = loss
        self.teams, self.guesses = {"all": Team(loss)}, Guesses()
        self.classes = 0
        self.team_blends = [Blend(loss, 2 * len(UNSEEN)), Blend(loss, 2 * len(UNSEEN), forgets=True)]
        self.last = Blend(loss, 4)
        self.regressions = [Regression(D1), Regression(D("0.998"))]
        self.n = 0
        self.lost = D0
        self.squared_slopes = D0
        self.last_miss, self.misses = [], []

    def add_class(self):
        self.classes += 1
        for team in self.teams.values():
            team.table.add_class()
        self.last_miss.append(D0)
        self.misses.append(D0)

    def form(self, x):
        for place in called_for(x):
            if place not in self.teams:
                self.teams[place] = copy.deepcopy(self.teams["all"])

    def speaker(self, place):
        """The team that is heard at the place: one that does not work is spoken for by its like, or by the whole."""
        like = {"given": "uncrossed", "uncrossed": "given"}.get(place)
        return next(name for name in (place, like, "all") if name in self.teams)

    def at_least(self, chances):
        part = D1 / (self.n + 2)
        return [(1 - part) * p + part / len(chances) for p in chances]

    def decided(self, chances):
        return [D(int(p > HALF)) for p in chances]

    def taken(self, lasting, recent):
        """By team: what a prediction takes from its two means."""
        taken = {team: [D0, D0] for team in self.teams}
        if len(self.teams) == 1:
            return {"all": [lasting, recent]}
        both = [dot((lasting, recent), pair) for pair in zip(*(blend.weights() for blend in self.team_blends))]
        for i, place in enumerate(UNSEEN):
            taken[self.speaker(place)][0] += both[2 * i]
            taken[self.speaker(place)][1] += both[2 * i + 1]
        return taken

    def shares(self):
        """Of the voices, by team: a regression's share counts as that of the blend which remembers or forgets as it does."""
        last = self.last.weights()
        taken = self.taken(last[0] + last[2], last[1] + last[3])
        return {name: team.shares(*taken[name]) for name, team in self.teams.items()}

    def lambda_of(self, shares):
        return sum(dot(shares[name][: len(EXPERTS)], team.lambdas()) for name, team in self.teams.items())

    def centred(self, column):
        mean = sum(column) / len(column)
        return [clip(x - mean, -MOST_SOURCE, MOST_SOURCE) for x in column]

    def say(self, x, hints):
        """What is said of an example; numbers of it stay for learning."""
        classes = self.classes
        self.form(x)
        for name, team in self.teams.items():
            team.table.look({j: z for j, z in x.items() if group_of(j) not in UNSEEN[name]}, self.n + 1)
        if classes == 0:
            return []
        of_chances = self.loss.of_chances
        guesses = [None if g is None else self.at_least(g) for g in self.guesses.say(hints, classes)]
        said = [g if g is None or of_chances else self.decided(g) for g in guesses]
        for team in self.teams.values():
            team.say(self.at_least, said)
        if len(self.teams) == 1:
            self.means = self.teams["all"].means
        else:
            self.of_teams = [mean for place in UNSEEN for mean in self.teams[self.speaker(place)].means]
            self.means = [blend.mean(self.of_teams, classes) for blend in self.team_blends]

        columns = [[v.ln() for v in mean] if of_chances else mean for mean in self.means]
        parts = {name: sum(taken) for name, taken in self.taken(HALF, HALF).items()}
        for geometry in GEOMETRIES:
            means = [[parts[name] * v for v in team.of_geometry(geometry)] for name, team in self.teams.items()]
            mean = [sum(column) for column in zip(*means)]
            columns.append([v.ln() for v in mean] if of_chances else mean)
        columns += [[D0] * classes if g is None else [p.ln() for p in g] for g in guesses]
        columns = [self.centred(column) for column in columns]
        columns += [self.last_miss, self.misses] if hints[0] is not None else [[D0] * classes] * 2
        self.sources = list(zip(*columns))

        self.chances = [regression.chances(self.sources) for regression in self.regressions]
        self.offered = self.means + [self.at_least(p) if of_chances else self.decided(p) for p in self.chances]
        self.mixed = self.last.mean(self.offered, classes)
        if of_chances:
            return [p.ln() for p in self.mixed]
        part = D("0.005") * min(D1, (self.lost + 1) / (self.n + 1))
        return [(1 - part) * v + part * (p + q) / 2 for v, p, q in zip(self.mixed, *self.chances)]

    def learn(self, x, y, weight, hints):
        """Returns scores, the loss and lambda. A class that is new is the next one."""
        seen = self.classes
        is_new = y == seen
        if weight == 0:
            scores = copy.deepcopy(self).say(x, hints)
            if is_new:
                self.add_class()
            return scores, D0, self.lambda_of(self.shares())
        scores = self.say(x, hints)
        shares = self.shares()
        unseen = D1 / (self.n + 1)
        if self.loss.of_chances:
            lost = -weight * (unseen if is_new else (1 - unseen) * self.mixed[y]).ln()
            slope = [] if is_new else [int(k == y) - p for k, p in enumerate(self.mixed)]
            squared_slope = D1 if is_new else squares(slope)
        else:
            as_seen = scores + [D0] * int(is_new)
            lost = weight * self.loss.value(as_seen, y)
            squared_slope = squares(self.loss.slope(as_seen, y))
        for team in self.teams.values():
            for v in range(len(team.voices_lost)):
                if is_new or team.said[v] is None:
                    team.voices_lost[v] += lost
                elif self.loss.of_chances:
                    team.voices_lost[v] -= weight * ((1 - unseen) * team.said[v][y]).ln()
                else:
                    team.voices_lost[v] += weight * self.loss.value(team.said[v], y)
        self.lost += lost
        if is_new:
            self.add_class()
        else:
            for team in self.teams.values():
                for blend, mean in zip(team.blends, team.means):
                    blend.learn(team.said, mean, y, weight)
            if len(self.teams) > 1:
                for blend, mean in zip(self.team_blends, self.means):
                    blend.learn(self.of_teams, mean, y, weight)
            self.last.learn(self.offered, self.mixed, y, weight)
            for regression in self.regressions:
                regression.learn(self.sources, y, min(weight, D1))
        chances = (self.chances[0] if seen else []) + [D0] * int(is_new)
        self.last_miss = [int(k == y) - p for k, p in enumerate(chances)]
        self.misses = [D("0.8") * a + b for a, b in zip(self.misses, self.last_miss)]
        self.n += 1
        self.guesses.history.append((y, hints))
        mean_square = self.squared_slopes / (self.n - 1) if self.squared_slopes > 0 else D1
        lambdas = {name: team.step(y, weight, mean_square, self.n) for name, team in self.teams.items()}
        lam = sum(dot(shares[name][: len(EXPERTS)], lambdas[name]) for name in self.teams)
        for team in self.teams.values():
            team.table.settle(self.n, squared_slope * weight**2)
        self.squared_slopes += squared_slope * weight**2
        return scores, lost, lam


def run(loss, rows):
    """Yields per round: the class with the largest score, the loss, lambda, and a score per class; then shares and losses."""
    mixture, order = ClassMixture(loss), []
    for y, weight, hints, x in rows:
        seen = list(order)
        if y not in order:
            order.append(y)
        places = [seen.index(hint) if hint in seen else None for hint in hints]
        scores, lost, lam = mixture.learn(x, order.index(y), weight, places)
        best = min((k for k in seen if scores[seen.index(k)] == max(scores)), default=-1)
        yield [D(best), lost, lam] + [scores[seen.index(k)] if k in seen else D0 for k in range(CLASSES)]
    total = sum(weight for _, weight, _, _ in rows)
    for name in TOLD:
        if name in mixture.teams:
            for share, lost in zip(mixture.shares()[name], mixture.teams[name].voices_lost):
                yield [share, lost / total]


def stream(count):
    """Rows of binary fractions: class, weight, hints and features. Classes come in the order 2, 0, 3, 1."""
    draw = random.Random(11)
    rows = []

    def fraction(low, high):
        return round(draw.uniform(low, high) * 1024) / 1024

    for i in range(count):
        x = {0: 1.0, 1: fraction(-1, 1) * (1 + i / 32), 2: 5000 + 1000 * fraction(-1, 1)}
        if i in (77, 101):
            del x[2]
        if i >= 18 and i % 6 != 1:
            x[3] = fraction(0.25, 1)
        if i < 22 or i % 9 == 4:
            x[4] = fraction(-4, 4)
        if i % 8 == 5:
            x[5] = float(draw.randint(1, 8))
        if i in (9, 40, 41, 87, 131):
            x[6] = fraction(-100, 100)
        known = (2,) if i < 3 else (2, 0) if i < 24 else (2, 0, 3) if i < 59 else (2, 0, 3, 1)
        far = (x.get(2, 5000) - 5000) / 1000
        truth = {2: 0.0, 0: x[1] - far, 3: x.get(3, 0) + 2 * far, 1: 0.25 * x.get(5, 0) + x.get(4, 0) / 4 - x[1]}
        y = max(known, key=lambda k: truth[k] + fraction(-0.5, 0.5))
        if i % 5 == 3 and i > 3:
            y = rows[-1][0]
        y = {3: 0, 24: 3, 59: 1}.get(i, y)
        weight = 0.0 if i in (7, 59, 85, 110) else 0.5 if i % 7 == 3 else 2.0 if i % 11 == 5 else 1.0
        last = rows[-1][0] if rows and i % 10 != 4 else None
        if i == 50:
            last = 1  # which has not come yet
        season = rows[i - 6][0] if 40 <= i < 100 and i % 8 != 0 else None
        rows.append((y, weight, [last, season], x))
    return rows


def with_groups(rows):
    """The same rows with crosses, lags and the calendar."""
    made = []
    for i, (y, weight, hints, x) in enumerate(rows):
        x = dict(x)
        if i >= 6 and i % 4 != 2:
            x[FIRST_CROSS + 5] = x[1] * (x.get(2, 0) - 5000) / 1024
        if i % 7 == 6:
            x[FIRST_CROSS + 17] = x[1] * x.get(4, 1.0)
        if i >= 33 and i % 5 != 0:
            x[FIRST_LAG + 1 + rows[i - 1][0]] = 1.0
        if i >= 58 and i % 6 != 2:
            x[FIRST_CALENDAR + i % 3] = 1.0
        made.append((y, weight, hints, x))
    return made


def main():
    lines = []
    for name, rows in (("", stream(140)), ("team_", with_groups(stream(80)))):
        for y, weight, hints, x in rows:
            hints = " ".join("nan" if hint is None else str(hint) for hint in hints)
            lines.append(f"{name}row {y} {weight!r} {hints} " + " ".join(f"{j}:{v!r}" for j, v in x.items()))
        exact = [(y, D(weight), hints, {j: D(v) for j, v in x.items()}) for y, weight, hints, x in rows]
        for loss in (Softmax(), Hinge()):
            for n, numbers in enumerate(run(loss, exact)):
                word, n = ("round", n) if n < len(rows) else ("voice", n - len(rows))
                lines.append(f"{name}{word} {loss.name} {n} " + " ".join(f"{number:.20e}" for number in numbers))
    (pathlib.Path(__file__).parent / "class_mixture.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

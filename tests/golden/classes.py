#!/usr/bin/env python3
"""Rounds of ada-implicit with losses of several classes, classes coming as they do, in the whole space and on the ball; writes
classes.txt beside itself.

All numbers come from 60 digits (mpmath). A step is found from its own definition, without the closed forms of the library: the
minimiser over all weights of  loss + lambda/2 |W - W_t|^2  (in a ball of them) lies at  W = f (W_t - G z') with G a subgradient at
the scores; softmax by Newton's method on the scores, the hinge by trying every set of classes that may tie.
"""
import itertools
import pathlib

import mpmath as mp

mp.mp.dps = 60
FIRST_LAMBDA = mp.mpf("1e-6")


def softmax_value(u, y):
    return mp.log(sum(mp.exp(v - u[y]) for v in u))


def hinge_value(u, y):
    return max([mp.mpf(0)] + [1 + v - u[y] for k, v in enumerate(u) if k != y])


def softmax_step(u, y, c):
    """p with p = u - c (softmax(p) - e_y): Newton's method with a full matrix on  c loss(p) + |p - u|^2/2, each step halved until it
    helps."""
    n = len(u)

    def objective(p):
        return c * softmax_value(list(p), y) + sum((a - b) ** 2 for a, b in zip(p, u)) / 2

    p = mp.matrix(u)
    for _ in range(1000):
        e = [mp.exp(v - max(p)) for v in p]
        q = [v / sum(e) for v in e]
        f = mp.matrix([p[k] - u[k] + c * (q[k] - (k == y)) for k in range(n)])
        if mp.norm(f) < mp.mpf(10) ** -48 * max(1, c):
            return list(p)
        jacobian = mp.matrix(n, n)
        for i in range(n):
            for j in range(n):
                jacobian[i, j] = (i == j) + c * (q[i] * (i == j) - q[i] * q[j])
        step = mp.lu_solve(jacobian, f)
        length = mp.mpf(1)
        while objective(p - length * step) > objective(p) and length > mp.mpf(10) ** -3:
            length /= 2
        p = p - length * step
    raise ArithmeticError("no convergence")


def hinge_step(u, y, c):
    """argmin of hinge + |p - u|^2/(2 c), c perhaps infinite: every set of tied classes is tried, the best point is the answer."""
    others = [k for k in range(len(u)) if k != y]
    best = None
    for size in range(len(others) + 1):
        for tied in itertools.combinations(others, size):
            points = [list(u)] if not tied else []
            if tied:
                n = len(tied)
                # All of the tied and 1 lower than y: loss 0. u_y + s - 1 = t, sum of (u_k - t) = s.
                t = (sum(u[k] for k in tied) + u[y] - 1) / (n + 1)
                s = t + 1 - u[y]
                points.append([t if k in tied else u[y] + s if k == y else u[k] for k in range(len(u))])
                if c != mp.inf:
                    # The whole slope: the tied fall by c in all, y rises by c.
                    t = (sum(u[k] for k in tied) - c) / n
                    points.append([t if k in tied else u[y] + c if k == y else u[k] for k in range(len(u))])
            for p in points:
                way = sum((a - b) ** 2 for a, b in zip(p, u))
                value = (hinge_value(p, y), way) if c == mp.inf else (hinge_value(p, y) + way / (2 * c), 0)
                if c == mp.inf and value[0] > mp.mpf(10) ** -50:
                    continue
                if best is None or value < best[0]:
                    best = (value, p)
    return best[1]


def stream():
    """Dyadic rows; class 2 comes in the third row, class 3 in the sixth."""
    rows = [
        (0, (1, 0.5, -1)),
        (1, (1, -0.75, 0.25)),
        (2, (1, 2, 1.5)),
        (0, (1, 0.625, -1.25)),
        (1, (1, -1, 0.5)),
        (3, (1, 0.125, 3)),
        (2, (1, 1.75, 1)),
        (2, (1, -0.5, -0.5)),
        (3, (1, 0.25, 2.5)),
        (0, (1, 1, -2)),
        (1, (1, -2, 0)),
        (3, (1, 0, 2)),
    ]
    return [(y, [mp.mpf(v) for v in z]) for y, z in rows]


def run(loss, radius):
    value = softmax_value if loss == "softmax" else hinge_value
    step = softmax_step if loss == "softmax" else hinge_step
    weights = []
    accumulated = mp.mpf(0)
    if loss == "softmax" and radius is None:
        accumulated = FIRST_LAMBDA
    lines = []
    for y, z in stream():
        known = len(weights)
        while len(weights) <= y:
            weights.append([mp.mpf(0)] * len(z))
        m = sum(v * v for v in z)
        u = [sum(a * b for a, b in zip(w, z)) for w in weights]
        prediction = max(range(known), key=lambda k: (u[k], -k)) if known else -1
        lam = accumulated
        before = value(u, y)

        def moved(factor, stiffness):
            centre = [factor * v for v in u]
            c = mp.inf if stiffness == 0 else m / stiffness
            p = step(centre, y, c)
            return [[factor * w - (centre[k] - p[k]) / m * v for w, v in zip(weights[k], z)] for k in range(len(weights))]

        def norm(w):
            return sum(v * v for row in w for v in row)

        after = weights
        if before > 0:
            if radius is None or (lam > 0 or loss != "softmax"):
                after = moved(mp.mpf(1), lam)
            if radius is not None and (after is weights or norm(after) > radius**2):
                # lambda + mu in place of lambda, with the centre shrunk by lambda / (lambda + mu): the norm falls in mu.
                def beyond(mu):
                    return norm(moved(lam / (lam + mu), lam + mu)) - radius**2

                low, high = mp.mpf(10) ** -4, mp.mpf(1)
                while beyond(high) > 0:
                    high *= 4
                while beyond(low) < 0:
                    low /= 16
                for _ in range(230):
                    middle = mp.sqrt(low * high)
                    if beyond(middle) > 0:
                        low = middle
                    else:
                        high = middle
                after = moved(lam / (lam + high), lam + high)
        scores = [sum(a * b for a, b in zip(w, z)) for w in after]
        divergence = sum((a - b) ** 2 for r, s in zip(after, weights) for a, b in zip(r, s)) / 2
        loss_after = value(scores, y)
        delta = before - loss_after - lam * divergence
        accumulated += delta  # beta is 1
        weights = after
        lines.append(" ".join([loss, "0" if radius is None else mp.nstr(radius, 5), str(prediction)] +
                              [mp.nstr(v, 25) for v in (before, loss_after, divergence, lam, delta)]))
    return lines


lines = []
for name in ("softmax", "multiclass-hinge"):
    for radius in (None, mp.mpf("0.5"), mp.mpf(2)):
        lines += run(name, radius)
pathlib.Path(__file__).with_suffix(".txt").write_text("\n".join(lines) + "\n")

#!/usr/bin/env python3
"""An outside check: Vowpal Wabbit's cumulative losses against ours.

In the whole space, without a bias, Vowpal Wabbit's --invariant is our `implicit` and its --sgd our `ogd` (hinge and quantile losses), except that
its rate in round t is beta / sqrt(t + 1). An empty example in front shifts our rounds by one. Its quantile loss at 0.5 is half the absolute
loss, so rate and loss are doubled. Its weights are single precision, hence the tolerance.

Usage: vowpal_wabbit.py TACIT [VW]   (VW: a path, or the environment's TACIT_VW, or vw on the PATH). Exit status 77: skipped, with the reason.
"""
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile

TOLERANCE = 2e-6


def find_data(name):
    root = os.path.join(os.path.dirname(__file__), "..", "..")
    for folder in (os.environ.get("TACIT_DATA"), os.path.join(root, "data"), os.path.join(root, "..", "shared", "data")):
        for ending in ("", ".libsvm", ".libsvm.gz"):
            path = folder and os.path.join(folder, name + ending)
            if path and os.path.isfile(path):
                return path
    return None


def read_lines(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt") as lines:
        return [line.split() for line in lines if line.strip()]


def ours(tacit, path, loss, learner, beta):
    command = [tacit, "train", "--no-bias", "--quiet", "--json", "--loss", loss, "--learner", learner, "--beta", str(beta), path]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["cumulative_loss"]


def theirs(vw, path, labels, loss, learner, beta, folder):
    factor = 2 if loss == "absolute" else 1
    predictions = os.path.join(folder, "predictions")
    command = [vw, "-d", path, "-b", "18", "--noconstant", "--min_prediction=-1e30", "--max_prediction=1e30", "--power_t", "0.5",
               "--initial_t", "1", "-l", str(factor * beta), "--quiet", "-r", predictions, "--no_stdin",
               "--invariant" if learner == "implicit" else "--sgd", "--loss_function"]
    command += ["hinge"] if loss == "hinge" else ["quantile", "--quantile_tau", "0.5"]
    subprocess.run(command, check=True, capture_output=True)
    with open(predictions) as lines:
        values = [float(line.split()[0]) for line in lines if line.strip()]
    if loss == "hinge":
        return sum(max(0.0, 1 - y * p) for y, p in zip(labels, values))
    return sum(abs(p - y) for y, p in zip(labels, values))


def main():
    tacit = sys.argv[1]
    vw = (sys.argv[2] if len(sys.argv) > 2 else None) or os.environ.get("TACIT_VW") or shutil.which("vw")
    if vw is None:
        print("skipped: no Vowpal Wabbit at hand; give its path in TACIT_VW")
        return 77
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for name, loss in (("a9a", "hinge"), ("abalone_scale", "absolute")):
            data = find_data(name)
            if data is None:
                print(f"skipped: no data set {name}; put it into data/ or name its folder in TACIT_DATA")
                return 77
            rows = read_lines(data)
            labels = [float(row[0]) for row in rows]
            shifted, text = os.path.join(folder, "shifted"), os.path.join(folder, "text")
            with open(shifted, "w") as out:
                out.write("1\n" + "".join(" ".join(row) + "\n" for row in rows))
            with open(text, "w") as out:
                out.writelines(f"{row[0]} | {' '.join(row[1:])}\n" for row in rows)
            for learner in ("implicit", "ogd"):
                for beta in (0.01, 0.1, 1, 10):
                    mine = ours(tacit, shifted, loss, learner, beta) - 1  # what the empty example costs: label 1, prediction 0
                    other = theirs(vw, text, labels, loss, learner, beta, folder)
                    difference = (other - mine) / mine
                    worst = max(worst, abs(difference))
                    print(f"{name:14} {loss:9} {learner:9} beta {beta:<5} tacit {mine:15.6f}  vw {other:15.6f}  relative difference {difference:9.1e}")
    print(f"largest relative difference {worst:.1e}; allowed {TOLERANCE:.0e}")
    return 0 if worst <= TOLERANCE else 1


if __name__ == "__main__":
    sys.exit(main())

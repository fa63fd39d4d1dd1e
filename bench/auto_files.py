"""Table `files` of bench/auto: files in their order against Vowpal Wabbit."""
import json
import math
import pathlib
import statistics
import sys
import tempfile

from auto_tools import geometric_mean, number, output, power, summary, table

LIMITS = {"covtype.binary": 100000}  # rows
WORDS = {"hinge": "hinge", "logistic": "logistic", "absolute": "quantile", "square": "squared"}  # of Vowpal Wabbit


def loss_value(loss, prediction, label):
    if loss == "hinge":
        return max(0.0, 1 - label * prediction)
    if loss == "logistic":
        margin = -label * prediction
        return max(margin, 0.0) + math.log1p(math.exp(-abs(margin)))
    return abs(prediction - label) if loss == "absolute" else (prediction - label)**2


def average(loss, predictions, labels):
    """With the square loss the root mean square error."""
    mean = statistics.fmean(loss_value(loss, p, y) for p, y in zip(predictions, labels))
    return math.sqrt(mean) if loss == "square" else mean


class VowpalWabbit:
    """Average losses of one pass over a file, by learning rate."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.kept = pathlib.Path(arguments.vw_results) if arguments.vw_results else None
        self.results = json.loads(self.kept.read_text()) if self.kept and self.kept.exists() else {}

    def losses(self, name, loss, options):
        key = f"{name}, {loss}"
        if key not in self.results:
            if not self.arguments.vw:
                sys.exit(f"{self.kept} has no losses of {key}: say where the program is, --vw PATH")
            self.results[key] = self.measure(loss, options)
            if self.kept:
                self.kept.write_text(json.dumps(self.results, indent=1))
        return self.results[key]

    def measure(self, loss, options):
        with tempfile.TemporaryDirectory() as folder:
            text, cache, predictions = f"{folder}/data.vw", f"{folder}/data.cache", f"{folder}/predictions"
            output([self.arguments.tacit, "convert", *options, "-o", text, "--quiet"])
            lines = [line.split(" ", 1) for line in pathlib.Path(text).read_text().splitlines()]
            labels = [float(label) for label, _ in lines]
            if loss in ("hinge", "logistic"):
                positive = max(labels)
                labels = [1.0 if label == positive else -1.0 for label in labels]
                pathlib.Path(text).write_text("".join(f"{label:g} {rest}\n" for label, (_, rest) in zip(labels, lines)))
            low, high = (-math.inf, math.inf) if loss == "logistic" else (min(labels), max(labels))
            how = ["--loss_function", WORDS[loss], *(["--quantile_tau", "0.5"] if loss == "absolute" else [])]
            how += ["--no_stdin", "--quiet", "-p", predictions]
            output([self.arguments.vw, "-d", text, "--cache_file", cache, *how])
            found = {}

            def run(name_of_rate, rate):
                output([self.arguments.vw, "--cache_file", cache, *how, *rate])
                said = [min(max(float(line.split()[0]), low), high) for line in open(predictions)]
                if len(said) != len(labels) or not all(map(math.isfinite, said)):
                    sys.exit(f"{options[0]}: expected {len(labels)} predictions of Vowpal Wabbit that are numbers")
                found[name_of_rate] = average(loss, said, labels)

            run("default", [])
            k = -20
            while k <= 20 or found[power(2.0**(k - 1))] < found[power(2.0**(k - 2))]:  # on, if the largest is the best
                run(power(2.0**k), ["-l", repr(2.0**k)])
                k += 1
        return found


def files(arguments, sets):
    theirs = VowpalWabbit(arguments) if arguments.vw or arguments.vw_results else None
    measured = []
    for name in sets.every():
        options = [*sets.source(name), *(["--limit", str(LIMITS[name])] if name in LIMITS else [])]
        for loss in ("hinge", "logistic") if sets.has_classes(name) else ("absolute", "square"):
            run = summary(arguments.tacit, [*options, *sets.how(name, loss)])
            last = run["baselines"]["last_label"]
            squared = loss == "square"  # which is half the squared error
            ours, ratio, default_ratio = run["rmse"] if squared else run["average_loss"], None, None
            row = [name, "square, RMSE" if squared else loss, f"{run['examples']:,}", number(ours)]
            if theirs:
                found = theirs.losses(name, loss, options)
                rate = min((rate for rate in found if rate != "default"), key=found.get)
                ratio, default_ratio = ours / found[rate], ours / found["default"]
                row += [number(found["default"]), f"{number(found[rate])} ({rate})", f"{ratio:.3f}"]
            measured.append((ratio, default_ratio, loss, [*row, number(math.sqrt(2 * last) if squared else last)]))
    if theirs:
        measured.sort(key=lambda one: -one[0])
    table(["file", "loss", "rows", "auto", *(["vw", "vw, best rate", "ratio"] if theirs else []), "last label"], [row for *_, row in measured])
    if theirs:
        by_loss = ", ".join(f"{loss} {geometric_mean([ratio for ratio, _, one, _ in measured if one == loss]):.3f}" for loss in WORDS)
        print(f"Geometric means of the ratios: {geometric_mean([ratio for ratio, *_ in measured]):.3f} ({by_loss}), and "
              f"{geometric_mean([ratio for _, ratio, *_ in measured]):.3f} to the defaults.\n")

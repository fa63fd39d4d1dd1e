"""What the tables of bench/auto share: running the program, its data sets, and Markdown."""
import csv
import io
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import time


CLASSES = ["a9a", "cod-rna", "covtype.binary", "ijcnn1", "ipinyou", "phishing", "skin_nonskin"]
NUMBERS = ["abalone", "abalone_scale", "bike_hour", "bike_sharing", "cadata", "cpusmall", "cpusmall_scale", "housing", "housing_scale", "space_ga",
           "space_ga_scale", "turbine_emission", "vic_electricity"]
COLUMNS = {  # of tables: the label's, and those that are no features without --time
    "bike_sharing": ("count", ["time"]),
    "turbine_emission": ("NOX", ["CO", "datetime"]),
    "vic_electricity": ("Demand", ["Time", "Date"]),
}


def output(command):
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{run.stderr}")
    return run.stdout


def summary(tacit, arguments):
    return json.loads(output([tacit, "train", *arguments, "--quiet", "--json"]))


def power(beta):
    return f"2^{math.log2(beta):.0f}"


def number(x):
    return f"{x:.5g}" if x < 1e5 else f"{x:.0f}"


def percent(x):
    return "" if x is None else f"{100 * x:.2f}"


def table(columns, rows):
    """Numbers to the right: all columns but the first."""
    print("| " + " | ".join(columns) + " |")
    print("| --- |" + " ---: |" * (len(columns) - 1))
    for row in rows:
        print("| " + " | ".join(str(field) for field in row) + " |", flush=True)
    print()


def geometric_mean(ratios):
    return math.exp(statistics.fmean(math.log(ratio) for ratio in ratios)) if ratios else math.nan


class DataSets:
    def __init__(self, tacit):
        self.all = {one["name"]: one for one in json.loads(output([tacit, "data", "list", "--json"])) if one["path"]}

    def names(self, wanted, known=None):
        known = self.all if known is None else known
        missing = [name for name in wanted if name not in known]
        if missing:
            print(f"Not at hand: {', '.join(missing)}.\n")
        return [name for name in wanted if name in known]

    def in_paper(self):
        return [name for name, one in self.all.items() if one["in_paper"]]

    def loss(self, name):
        return self.all[name]["loss"]

    def labels(self, name):
        """Of the two classes, the negative first."""
        return sorted(one["label"] for one in self.all[name]["classes"]) if self.loss(name) == "hinge" else None

    def files(self):
        """Paths by name: the data sets that are known, and others of the folder in which the first of them is."""
        found = {name: one["path"] for name, one in self.all.items()}
        for path in pathlib.Path(next(iter(found.values()))).parent.iterdir():
            found.setdefault(path.name.split(".libsvm")[0].split(".csv")[0], str(path))
        return found

    def options(self, name):
        return [name, *self.how(name, self.loss(name))]

    def every(self):
        """Names of the files, known data sets and others, that are at hand."""
        return self.names(CLASSES + NUMBERS, self.files())

    def has_classes(self, name):
        return name in CLASSES

    def source(self, name, used=()):
        """What tells a command the file and its columns; those in `used` are not left out."""
        label, ignored = COLUMNS.get(name, (None, []))
        left = [column for column in ignored if column not in used]
        return [name if name in self.all else self.files()[name], *(["--label-column", label] if label else []),
                *(["--ignore", ",".join(left)] if left else [])]

    def how(self, name, loss):
        """The loss, and the words of the two classes where they are known."""
        labels = self.labels(name) if name in self.all else None
        return ["--loss", loss, *(["--labels", "{:g},{:g}".format(*labels)] if labels else [])]


def train_auto(tacit, arguments):
    """Average loss, share of errors, and the average loss of the collapsed weights."""
    summary = json.loads(output([tacit, "train", *arguments, "--learner", "auto", "--quiet", "--json"]))
    mistakes = summary["mistakes"]
    return summary["average_loss"], None if mistakes is None else mistakes / summary["examples"], summary["mixture"]["collapsed_loss"]


def mean_of(runs):
    return [None if None in column else statistics.fmean(column) for column in zip(*runs)]


def sweep(tacit, arguments):
    """{(learner, beta): (average loss, share of errors)}, means over the repeats; runs that diverged are left out."""
    rows = csv.DictReader(io.StringIO(output([tacit, "sweep", *arguments, "--threads", "1", "--quiet", "-o", "-"])))
    runs = {}
    for row in rows:
        mistakes = int(row["mistakes"]) / int(row["examples"]) if row["mistakes"] else None
        runs.setdefault((row["learner"], float(row["beta"])), []).append((float(row["average_loss"]), mistakes))
    means = {key: mean_of(values) for key, values in runs.items()}
    return {key: mean for key, mean in means.items() if math.isfinite(mean[0])}


def least(runs, learner=None):
    """Key of the least loss, the smallest beta first."""
    return min((key for key in runs if learner in (None, key[0])), key=lambda key: (runs[key][0], key[1]))


def seconds(command):
    """By the clock, of all its threads on processors, and megabytes at most in memory."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} failed")
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024

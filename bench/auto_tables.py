"""Tables of bench/auto: time, features that tell nothing, first rows, age, squares and order."""
import json
import math
import random
import subprocess
import tempfile

from auto_tools import geometric_mean, number, output, power, summary, table

SQUARES = ["space_ga_scale", "housing_scale", "abalone_scale", "cadata"]
ORDERED = ["ipinyou", "a9a", "ijcnn1", "phishing"]
TIMED = {  # flags in turn
    "bike_hour": [[], ["--lags", "auto"], ["--lags", "1,2,24"]],
    "vic_electricity": [[], ["--time", "Time"], ["--time", "Time", "--lags", "auto"]],
    "bike_sharing": [[], ["--time", "time", "--lags", "auto"]],
    "turbine_emission": [[], ["--time", "datetime", "--lags", "auto"]],
}


def time(arguments, sets):
    rows = []
    for name in sets.names(TIMED, sets.files()):
        for flags in TIMED[name]:
            run = summary(arguments.tacit, [*sets.source(name, flags), *sets.how(name, "absolute"), *flags])
            guesses = run["baselines"]
            rows.append([f"{name} {' '.join(flags)}".strip(), number(run["average_loss"]),
                         *("" if guesses[guess] is None else number(guesses[guess]) for guess in ("last_label", "last_season", "best_constant"))])
    table(["stream", "auto", "last label", "last season", "best constant"], rows)


def losses_of(sets, name):
    return ["hinge", "logistic"] if sets.has_classes(name) else ["absolute"]


def lines_of(arguments, source, folder):
    """The first rows of a file as LIBSVM text."""
    path = f"{folder}/whole.svm"
    output([arguments.tacit, "convert", *source, "-o", path, "--quiet"])
    with open(path) as text:
        return [line.rstrip("\n") for line, _ in zip(text, range(arguments.rows))]


def total_loss(arguments, lines, folder, chosen):
    path = f"{folder}/changed.svm"
    with open(path, "w") as out:
        out.writelines(line + "\n" for line in lines)
    return summary(arguments.tacit, [path, *chosen])["cumulative_loss"]


def useless(lines):
    """Per name: what each line gets more. Indices are behind all others."""
    free = 1 + max(int(field.split(":")[0]) for line in lines for field in line.split()[1:])
    draw = random.Random(1)
    rounds = range(1, len(lines) + 1)
    yield "a counter", [f"{free}:{t}" for t in rounds]
    yield "its square", [f"{free}:{t * t}" for t in rounds]
    yield "epoch seconds", [f"{free}:{1700000000 + 60 * t}" for t in rounds]
    yield "ten columns of noise", [" ".join(f"{free + k}:{draw.gauss(0, 1):.6g}" for k in range(10)) for _ in rounds]
    yield "a constant of 1e6", [f"{free}:1e6" for _ in rounds]


def growth(arguments, sets):
    rows, columns, ratios = [], [], {}
    for name in sets.every():
        with tempfile.TemporaryDirectory() as folder:
            lines = lines_of(arguments, sets.source(name), folder)
            for loss in losses_of(sets, name):
                chosen = sets.how(name, loss)
                plain = total_loss(arguments, lines, folder, chosen)
                row = [f"{name}, {loss}", len(lines)]
                for column, more in useless(lines):
                    ratio = total_loss(arguments, [f"{line} {end}" for line, end in zip(lines, more)], folder, chosen) / plain
                    ratios.setdefault(column, []).append(ratio)
                    row.append(f"{ratio:.4f}")
                columns = list(ratios)
                rows.append(row)
    rows.append(["geometric mean", "", *(f"{geometric_mean(ratios[column]):.4f}" for column in columns)])
    rows.append(["largest", "", *(f"{max(ratios[column]):.4f}" for column in columns)])
    table(["file, loss", "rows", *(f"+ {column}" for column in columns)], rows)


def first(arguments, sets):
    rows, most = [], 0.0
    for name in sets.every():
        with tempfile.TemporaryDirectory() as folder:
            lines = lines_of(arguments, sets.source(name), folder)
            for loss in losses_of(sets, name):
                chosen = sets.how(name, loss)
                plain = total_loss(arguments, lines, folder, chosen)
                changed = [lines[5:], lines[4::-1] + lines[5:], lines[:5] + lines]
                changes = [total_loss(arguments, other, folder, chosen) / plain - 1 for other in changed]
                most = max(most, *map(abs, changes))
                rows.append([f"{name}, {loss}", len(lines), *(f"{100 * change:+.2f}" for change in changes)])
    table(["file, loss", "rows", "first five dropped, %", "in reverse, %", "twice, %"], rows)
    print(f"The largest change is {100 * most:.2f} %.\n")


def doublings(command):
    """Average loss since the line before, by the number of examples, as progress tells it."""
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    told = [json.loads(line) for line in run.stderr.splitlines() if line.startswith("{")]
    return {one["examples"]: one["since_last"] for one in told if one.get("event") == "progress"}


def old(arguments, _):
    tacit = arguments.tacit
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/rotating.tacit-cache"
        output([tacit, "generate", "rotating", "--rounds", str(arguments.rounds), "--features", "10", "--noise", "0.1", "-o", path])
        rows, columns = [], None
        for loss in ("logistic", "hinge"):
            train = [tacit, "train", path, "--loss", loss, "--log", "json"]
            auto = doublings(train)
            rates = {power(2.0**k): doublings([*train, "--update", "implicit", "--step-size", "constant", "--beta", repr(2.0**k)])
                     for k in range(-20, 21)}
            columns = [examples for examples in auto if examples > 2**16]
            best = {examples: min(rates, key=lambda rate: rates[rate].get(examples, math.inf)) for examples in columns}
            rows.append([loss, *(number(auto[examples]) for examples in columns)])
            rows.append([f"{loss}, best rate", *(f"{number(rates[best[examples]][examples])} ({best[examples]})" for examples in columns)])
            rows.append([f"{loss}, ratio", *(f"{auto[examples] / rates[best[examples]][examples]:.3f}" for examples in columns)])
    table(["loss up to round", *(f"{examples:,}" for examples in columns)], rows)


def squares(arguments, sets):
    rows = []
    for name in sets.names(SQUARES):
        run = summary(arguments.tacit, [name, "--loss", "square"])
        guesses = run["baselines"]
        # The square loss is half the squared error.
        rows.append([name, number(run["rmse"]), *(number(math.sqrt(2 * guesses[guess])) for guess in ("last_label", "best_constant"))])
    table(["file", "auto, RMSE", "last label", "best constant so far"], rows)


def order(arguments, sets):
    files, rows = sets.files(), []
    for name in ORDERED:
        if name not in files:
            print(f"Not at hand: {name}.\n")
            continue
        measured = [summary(arguments.tacit, [files[name], "--loss", loss, "--metrics", "auc,calibration-error"])["metrics"]
                    for loss in ("hinge", "logistic")]
        areas = [one["auc"] for one in measured]
        rows.append([name, *(f"{area:.4f}" for area in areas), f"{areas[1] - areas[0]:+.4f}", f"{measured[1]['calibration-error']:.4f}"])
    table(["file", "AUC, hinge", "AUC, logistic", "difference", "calibration error, logistic"], rows)


TABLES = {"time": time, "growth": growth, "first": first, "old": old, "squares": squares, "order": order}

#!/usr/bin/env python3
"""Will this advertisement be clicked? Hashed features from a table of words, in one pass, with probabilities that mean something.

    PYTHONPATH=build/python python3 examples/python/clicks.py

A log of 50,000 impressions is made up first: users, sites and advertisements by name, and a chance of a click that depends on all three and
on which site shows what. The log is then learned from as a file, as `tacit train` would, and as a stream of dictionaries.
"""

import csv
import math
import pathlib
import random
import tempfile

import tacit


def write_log(path, rows=50_000, seed=1):
    """A CSV file, and the chances that the clicks were drawn with: what no learner can beat."""
    chance = random.Random(seed)
    liking = {f"site{s}": {f"ad{a}": chance.gauss(0, 1) for a in range(20)} for s in range(30)}
    users = {f"user{u}": chance.gauss(0, 0.7) for u in range(500)}
    best = 0.0
    with open(path, "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["clicked", "user", "site", "ad", "site_ad", "hour"])
        for row in range(rows):
            user, site = chance.choice(list(users)), chance.choice(list(liking))
            ad = chance.choice(list(liking[site]))
            p = 1 / (1 + math.exp(2 - users[user] - liking[site][ad]))
            clicked = chance.random() < p
            best -= math.log(p if clicked else 1 - p)
            table.writerow([int(clicked), user, site, ad, f"{site} {ad}", row % 24])
    return best / rows


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "log.csv")
        best = write_log(path)
        words = ["user", "site", "ad", "site_ad", "hour"]

        learner = tacit.Learner(loss="logistic", hash=20)
        learner.learn_file(path, label_column="clicked", categorical=words)
        summary = learner.summary()
        print(f"{summary['examples']} impressions, log loss {summary['cumulative_loss'] / summary['examples']:.4f} before each was learned")
        print(f"with the true chances it would have been {best:.4f}")

        # The same, one impression at a time, as a server would see them.
        online = tacit.Learner(loss="logistic", hash=20)
        buckets = {}
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                clicked = int(row.pop("clicked"))
                features = {f"{column}={value}": 1 for column, value in row.items()}
                p = 1 / (1 + math.exp(-online.learn_one(features, clicked)))
                shown, hits, told = buckets.get(int(5 * p), (0, 0, 0.0))
                buckets[int(5 * p)] = shown + 1, hits + clicked, told + p
        print("\npredicted  clicked  impressions")
        for shown, hits, told in (buckets[k] for k in sorted(buckets)):
            print(f"{told / shown:9.3f}  {hits / shown:7.3f}  {shown:11}")


if __name__ == "__main__":
    main()

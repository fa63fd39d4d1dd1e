#!/usr/bin/env python3
"""An hourly forecast that learns as it goes: how many bicycles will be hired in the next hour?

Every hour it predicts from what is known (the calendar, the weather, the hires of the hour before, of yesterday and of last week), then sees
the number and learns from it. There is no training set, no test set and no learning rate. The data are the two years of bike_hour, in order of time:

    PYTHONPATH=build/python python3 examples/python/bike_forecast.py [bike_hour.svg]

With a name for a picture, the last two weeks are drawn (needs matplotlib).
"""

import sys

import tacit

SEASON, YEAR, MONTH, HOUR, HOLIDAY, WEEKDAY, WORKING, WEATHER, TEMPERATURE, FELT, HUMIDITY, WIND = range(12)
WEEK = 7 * 24


def features(row, hired):
    """What is known before the hour begins. `hired` are the hours so far."""
    day = "work" if row[WORKING] else "free"
    known = {
        f"{day} {row[HOUR]:.0f} o'clock": 1,
        f"weekday {row[WEEKDAY]:.0f}": 1,
        f"weather {row[WEATHER]:.0f}": 1,
        f"month {row[MONTH]:.0f}": 1,
        "felt": row[FELT],
        "felt squared": row[FELT] ** 2,
        "humidity": row[HUMIDITY],
        "wind": row[WIND],
    }
    for name, hours in (("hour", 1), ("day", 24), ("week", WEEK)):
        if len(hired) >= hours:
            known[f"a {name} ago"] = hired[-hours] / 100
    if len(hired) > WEEK:
        known["rise since last week"] = (hired[-1] - hired[-WEEK - 1]) / 100
    return known


def main():
    try:
        X, y, _ = tacit.read("bike_hour", features=12)
    except FileNotFoundError:
        sys.exit("the data set bike_hour is not here; `tacit data get bike_hour` says how to make it")
    learner = tacit.Learner(loss="absolute", dictionary=True)
    forecasts, hired, errors, errors_of_last_week = [], [], [], []
    for row, count in zip(X.toarray(), y):
        forecast = learner.learn_one(features(row, hired), count)  # the prediction made before learning
        forecasts.append(max(0.0, forecast))
        errors.append(abs(forecasts[-1] - count))
        if len(hired) >= WEEK:
            errors_of_last_week.append(abs(hired[-WEEK] - count))
        hired.append(count)

    hours = len(hired)
    print(f"{hours} hours, {sum(hired) / hours:.0f} bicycles in the mean")
    print(f"mean error of the forecast         {sum(errors) / hours:6.1f}")
    print(f"  in the second year               {sum(errors[hours // 2:]) / (hours - hours // 2):6.1f}")
    print(f"mean error of 'as a week ago'      {sum(errors_of_last_week) / len(errors_of_last_week):6.1f}")
    if len(sys.argv) > 1:
        draw(sys.argv[1], hired[-2 * WEEK :], forecasts[-2 * WEEK :])


def draw(path, hired, forecasts):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(10, 3.6), layout="constrained")
    days = [hour / 24 for hour in range(len(hired))]
    axes.plot(days, hired, color="#888888", linewidth=2.5, label="hired")
    axes.plot(days, forecasts, color="#d55e00", linewidth=1.2, label="forecast an hour ahead")
    axes.set(xlabel="day of the last two weeks", ylabel="bicycles per hour", xlim=(0, len(hired) / 24), ylim=(0, None))
    axes.legend(frameon=False, ncol=2, loc="upper left")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)
    print(f"drawn: {path}")


if __name__ == "__main__":
    main()

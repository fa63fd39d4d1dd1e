#!/usr/bin/env python3
"""Says which settings the pages and the header of another face forget.

    settings_named.py

docs/settings.md, which is printed from the table of settings, says what each face calls a setting: docs/c.md and include/tacit.h list the names of C,
docs/python.md the keywords of Python.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| `--.*$", re.M)
PAGES = {"docs/python.md": 2, "docs/c.md": 3, "include/tacit.h": 3}  # and the column of settings.md with the names that they use


def names(column):
    for row in ROW.findall((ROOT / "docs/settings.md").read_text()):
        name = row.replace(r"\|", " ").split("|")[column].strip(" `")
        if name:
            yield name


def is_named(name, text):
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


def main():
    wrong = 0
    for page, column in PAGES.items():
        text = (ROOT / page).read_text()
        listed = text if page.endswith(".h") else " ".join(re.findall(r"`([^`\n]+)`", text))
        for name in names(column):
            if not is_named(name, listed):
                print(f"{page}: nothing says `{name}`, which docs/settings.md has")
                wrong += 1
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())

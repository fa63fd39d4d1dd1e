#!/usr/bin/env python3
"""Says which paths and links of the documentation lead nowhere.

    paths.py FILE.md...

Looked at are links, their anchors included, and words in backquotes that name a file or folder of the tree: `src/core/names.cpp`, `paths/*.hpp`, `named.hpp`. A path may be
given from the root, from include, include/tacit, src or tests; a header or source without a folder may lie anywhere.
"""
import glob
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BASES = ["", "include", "include/tacit", "src", "tests"]
FOLDERS = "include|src|cli|python|web|tests|fuzz|bench|examples|docs|scripts|cmake|tacit"
SOURCES = r"(?:hpp|cpp|h|cmake|py|js|md)"
WORD = re.compile(r"`([^`\n]+)`")
PATH = re.compile(rf"(?:[\w.*-]+/)+[\w.*-]*\.{SOURCES}|(?:{FOLDERS})/(?:[\w.*-]+/)*[\w.*-]*|[\w*]+\.(?:hpp|cpp)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.M)


def without_blocks(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)


def anchors(path):
    """As GitHub makes them of headings."""
    for heading in HEADING.findall(without_blocks(path.read_text())):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        yield re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def tree():
    names = subprocess.run(["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard"], capture_output=True, text=True)
    if names.returncode == 0 and names.stdout:
        return {pathlib.Path(name).name for name in names.stdout.splitlines()}
    return {path.name for path in ROOT.rglob("*")}


def exists(name, names):
    if "/" not in name:
        return name in names
    return any(glob.glob(str(ROOT / base / name)) for base in BASES)


def wrong_paths(text, names):
    for word in WORD.findall(without_blocks(text)):
        for part in word.split():
            if PATH.fullmatch(part) and not exists(part, names):
                yield part


def wrong_links(path, text):
    for target in LINK.findall(without_blocks(text)):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            yield target


def main():
    names = tree()
    wrong = 0
    for name in sys.argv[1:]:
        path = pathlib.Path(name).resolve()
        text = path.read_text()
        for found in sorted({*wrong_paths(text, names), *wrong_links(path, text)}):
            wrong += 1
            print(f"{name}: {found} leads nowhere")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()

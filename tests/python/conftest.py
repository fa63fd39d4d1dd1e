"""What the tests share: the program, small data sets, and a folder for files."""

import os
import pathlib
import subprocess

import numpy as np
import pytest
import scipy.sparse

PROGRAM = os.environ.get("TACIT_PROGRAM")
ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture(scope="session")
def program():
    """Runs the command line and returns what it printed."""
    if not PROGRAM:
        pytest.skip("TACIT_PROGRAM does not say where the program is")

    def run(*arguments):
        done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def make_examples(rows=300, columns=20, seed=0, density=0.3):
    """Sparse rows, labels -1 and 1, and numbers that depend on them."""
    random = np.random.RandomState(seed)
    X = scipy.sparse.random(rows, columns, density, format="csr", random_state=random, data_rvs=random.standard_normal)
    numbers = X @ random.standard_normal(columns) + 0.1 * random.standard_normal(rows) + 1
    return X, np.where(numbers > 1, 1.0, -1.0), numbers


@pytest.fixture(scope="session")
def examples():
    return make_examples()


def write_libsvm(path, X, y):
    with open(path, "w") as file:
        for i in range(X.shape[0]):
            row = X[i]
            pairs = sorted(zip(row.indices.tolist(), row.data.tolist()))
            file.write(f"{float(y[i])!r} " + " ".join(f"{j + 1}:{value!r}" for j, value in pairs) + "\n")
    return path

"""A learner with several outputs: the module with one of three, which the tests build, in a process of its own."""

import json
import os
import subprocess
import sys

import pytest

MODULE = os.environ.get("TACIT_THREE_OUTPUTS")

# The package takes the module that is there already.
BEGIN = """
import importlib.util, json, sys
specification = importlib.util.spec_from_file_location("tacit._core", {module!r})
sys.modules["tacit._core"] = importlib.util.module_from_spec(specification)
specification.loader.exec_module(sys.modules["tacit._core"])
import numpy as np
import tacit
X = np.eye(3)
learner = tacit.Learner("three-perceptrons", beta=0.5, bias={bias})
learner.learn(np.tile(X, (4, 1)), [0, 1, 2] * 4)

def refusal(output):
    try:
        return learner.predict(X, output=output)
    except ValueError as error:
        return str(error)

"""


def with_three_outputs(code, bias=False):
    if not MODULE:
        pytest.skip("TACIT_THREE_OUTPUTS does not say where the module is")
    begin = BEGIN.format(module=MODULE, bias=bias)
    done = subprocess.run([sys.executable, "-c", begin + f"print(json.dumps({code}))"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_predictions_have_a_row_of_scores_per_row():
    scores = with_three_outputs("learner.predict(X).tolist()")
    assert [row.index(max(row)) for row in scores] == [0, 1, 2]
    assert with_three_outputs("learner.predict(X, output='value').tolist()") == scores
    assert with_three_outputs("[learner.predict_one({j + 1: 1}).tolist() for j in range(3)]") == scores


def test_weights_and_bias_are_lists_with_an_entry_per_output():
    scores = with_three_outputs("learner.predict(X).tolist()")
    weights = with_three_outputs("learner.weights")
    assert [[weights[k].get(str(j + 1), 0.0) for k in range(3)] for j in range(3)] == scores
    assert with_three_outputs("learner._coefficients(3).T.tolist()") == scores
    assert with_three_outputs("learner.bias") == [0, 0, 0]
    bias = with_three_outputs("learner.learn(X[:1], [2]).bias", bias=True)
    assert with_three_outputs("learner.learn(X[:1], [2]).predict_one({}).tolist()", bias=True) == bias and any(bias)


def test_a_summary_counts_the_mistakes_of_classes():
    summary = with_three_outputs("learner.summary()")
    assert summary["learner"] == "three-perceptrons" and summary["examples"] == 12 and summary["beta"] == 0.5
    assert 0 < summary["mistakes"] < 12


def test_models_of_three_outputs_come_back():
    assert with_three_outputs("tacit.Learner.from_bytes(learner.to_bytes()).predict(X).tolist() == learner.predict(X).tolist()")


def test_outputs_of_two_classes_are_refused():
    label, probability = with_three_outputs("[refusal(output) for output in ('label', 'probability')]")
    assert "output='label' is for two classes" in label and "output='probability' needs two classes" in probability

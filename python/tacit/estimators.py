"""Estimators of scikit-learn's kind. Importing this module imports scikit-learn."""

from __future__ import annotations

from tacit._classifier import TacitClassifier
from tacit._regressor import TacitRegressor

__all__ = ["TacitClassifier", "TacitRegressor"]

# Pickles name the module that is public.
for _estimator in (TacitClassifier, TacitRegressor):
    _estimator.__module__ = __name__

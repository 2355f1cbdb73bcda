"""The checks of scikit-learn itself, of every estimator."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

import suffice

pytestmark = pytest.mark.filterwarnings("ignore")

# scikit-learn expects the same failures, in these words, of its own AdaBoost, Bagging, KMeans,
# GradientBoosting and others (sklearn/utils/_test_common/instance_generator.py).
NOT_REPEATED = "sample_weight is not equivalent to removing/repeating samples"
WHY = {
    **dict.fromkeys(("sca", "sca0", "lsdr", "kdr", "rfm", "gkdr", "auto"), "centres, folds and starts are drawn from rows, whatever their weights"),
    **dict.fromkeys(("mave", "csmave", "opg", "csopg"), "anchors and widths are those of rows, whatever their weights"),
    **dict.fromkeys(("seas", "lassosir", "spls"), "folds of cross-validation are of rows, whatever their weights"),
    "lda": "with few rows covariances are shrunk by how many there are, whatever their weights",
    # The check has about as many rows as inputs; test_weights_are_repetitions has more.
    **dict.fromkeys(("sir", "save"), "in the check many directions separate all rows alike, and rounding decides"),
}


def expected(estimator: suffice.Method) -> dict[str, str]:
    if estimator._name not in WHY:
        return {}
    reason = f"{NOT_REPEATED}: {WHY[estimator._name]}"
    return {f"check_sample_weight_equivalence_on_{kind}_data": reason for kind in ("dense", "sparse")}


# Auto tries all methods in each fit, which takes long, and becomes one of them.
CHECKED = [method(n_components=1) for name, method in suffice.METHODS.items() if name != "auto" or "SUFFICE_ALL_CHECKS" in os.environ]


@parametrize_with_checks(CHECKED, expected_failed_checks=expected)
def test_scikit_learn(estimator: Any, check: Callable[[Any], None]) -> None:
    check(estimator)

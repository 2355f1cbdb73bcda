"""Predictions of every kind of target, in the types that it had."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

import suffice
from conftest import quietly


def test_numbers(data: tuple[np.ndarray, np.ndarray]) -> None:
    x, y = data
    method = suffice.DR(2, predictor=True).fit(x, y)
    assert method.predict(x).shape == (len(x),)
    assert method.score(x, y) > 0.5
    with pytest.raises(ValueError, match=r"intervals of 50, .* but not of 85"):
        method.predict_interval(x, 85)


def test_logarithms(data: tuple[np.ndarray, np.ndarray]) -> None:
    x, y = data
    positive = np.exp(y)
    assert suffice.PLS(1, predictor=True, log=True).fit(x, positive).model_["predictor"]["log"] == [True]
    assert "log" not in suffice.PLS(1, predictor=True, log=False).fit(x, positive).model_["predictor"]
    with pytest.raises(ValueError, match="logarithm"):
        suffice.PLS(1, predictor=True, log=True).fit(x, y)


def test_several_numbers(data: tuple[np.ndarray, np.ndarray]) -> None:
    x, y = data
    both = pd.DataFrame({"up": y, "down": x[:, 0] - y})
    method = suffice.CCA(2, predictor=True).fit(x, both)
    assert method.predict(x).shape == both.shape
    assert method.model_["output"]["kind"] == "numbers"
    assert method.score(x, both) > 0.3


@pytest.mark.parametrize("values", [[0, 1, 2], ["Ant", "bee", "cow"], [1.5, 2.5, 3.5]])
def test_classes(values: list[Any], data: tuple[np.ndarray, np.ndarray]) -> None:
    x, y = data[0], np.array(values)[np.digitize(data[1], [0.0, 1.5])]
    method = suffice.SIR(1, predictor=True, kind="class").fit(x, y)
    assert set(method.predict(x).tolist()) <= set(values)
    assert sorted(method.classes_.tolist()) == values
    assert method.score(x, y) == np.mean(method.predict(x) == y)


def test_truth_is_a_class(data: tuple[np.ndarray, np.ndarray]) -> None:
    x, y = data[0], data[1] > 0.5
    method = suffice.LDA(1, predictor=True).fit(x, y)
    assert method.model_["output"]["kind"] == "class"
    assert method.predict(x).dtype == bool
    assert method.score(x, y) > 0.7
    assert not hasattr(method.set_params(predictor=False).fit(x, y), "classes_")


def test_labels(data: tuple[np.ndarray, np.ndarray]) -> None:
    x, y = data
    labels = np.column_stack([y > 0, x[:, 0] > 0, y > 1.5]).astype(int)
    method = suffice.CCA(2, predictor=True).fit(x, labels)
    assert method.model_["output"]["kind"] == "labels"
    assert set(method.predict(x).flat) <= {0, 1}
    assert 0 < method.score(x, labels) <= 1


def test_lists_of_labels(data: tuple[np.ndarray, np.ndarray]) -> None:
    x, y = data
    lists = [["up"] * bool(a > 0) + ["far"] * bool(abs(a) > 1) for a in y]
    method = quietly(suffice.MDDM(1, predictor=True, kind="labels"), x, lists)
    assert set(method.classes_) == {"up", "far"}


def test_without_a_predictor_there_is_no_predict(data: tuple[np.ndarray, np.ndarray]) -> None:
    method = suffice.SIR(1)
    assert not hasattr(method, "predict") and not hasattr(method, "score")
    assert hasattr(suffice.SIR(1, predictor=True), "predict")
    assert not hasattr(suffice.SIR(1, predictor=True).fit(*data), "predict_proba")

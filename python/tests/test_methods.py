"""The methods are those of the command line, and give the same models, bit for bit."""

import inspect
import json
from pathlib import Path

import numpy as np
import pytest

import suffice
from conftest import bits, command, fit_by_command, quietly


def test_all_methods_are_there(tmp_path: Path) -> None:
    listed = {m["name"]: m for m in json.loads(command(tmp_path, "methods", "--json"))["methods"]}
    assert set(suffice.METHODS) == {*listed, "auto"}
    for name, known in listed.items():
        takes = "sample_weight" in inspect.signature(suffice.METHODS[name].fit).parameters
        assert takes == known.get("weights", False), name
    assert all(getattr(suffice, method.__name__) is method for method in suffice.METHODS.values())


@pytest.mark.parametrize("name", suffice.METHODS)
def test_models_are_those_of_the_command_line(name: str, data: tuple[np.ndarray, np.ndarray], tmp_path: Path) -> None:
    x, y = data[0][:40], data[1][:40]
    kind = {"lda": "class", "nca": "class"}.get(name, "number")
    if kind == "class":
        y = (y > y.mean()).astype(float) + (y > 1.5)
    table = np.rec.fromarrays([*x.T, y], names="x1,x2,x3,x4,y")
    dim = "4" if name == "none" else "1"
    want = fit_by_command(tmp_path, table, "--target", "y", "--dim", dim, "--method", name, "--kind", kind, "--no-verdict")
    method = quietly(suffice.METHODS[name](n_components=int(dim), kind=kind), x, y)
    assert bits(method.model_) == bits(want)
    assert method.model_["source"]["digest"] == want["source"]["digest"]


def test_options_are_those_of_the_command_line(data: tuple[np.ndarray, np.ndarray], tmp_path: Path) -> None:
    x, y = data
    table = np.rec.fromarrays([*x.T, y, np.arange(120.0)], names="x1,x2,x3,x4,y,weight")
    args = ["--target", "y", "--dim", "2", "--no-scale", "--seed", "7", "--centres", "30", "--no-refine"]
    want = fit_by_command(tmp_path, table, *args, "--weights", "weight", "--predictor")
    method = suffice.SCA(2, scale=False, random_state=7, centres=30, refine=False, predictor=True, verdict=True)
    assert bits(method.fit(x, y, sample_weight=np.arange(120.0)).model_) == bits(want)
    want = fit_by_command(tmp_path, table, "--target", "y", "--exclude", "weight", "--dim", "2", "--method", "seas", "--slices", "5", "--fewer", "--no-verdict")
    assert bits(suffice.SEAS(2, slices=5, fewer=True).fit(x, y).model_) == bits(want)
    table["y"] = np.arange(120) % 3
    lda = ["--kind", "class", "--exclude", "weight", "--dim", "2", "--method", "lda", "--shrinkage", "auto"]
    want = fit_by_command(tmp_path, table, "--target", "y", *lda, "--no-verdict")
    assert bits(suffice.LDA(2, kind="class", shrinkage="auto").fit(x, table["y"]).model_) == bits(want)


def test_active_directions_are_those_of_the_command_line(data: tuple[np.ndarray, np.ndarray], tmp_path: Path) -> None:
    x, y = data
    table = np.rec.fromarrays([*x.T, y], names="x1,x2,x3,x4,y")
    want = fit_by_command(tmp_path, table, "--target", "y", "--active", "1", "--no-verdict")
    method = suffice.SCA(active=1).fit(x, y)
    assert bits(method.model_) == bits(want)
    assert method.active_ is not None
    assert method.active_["directions"].tolist() == method.components_.tolist()
    assert np.isclose(method.active_["scores"].sum(), method.active_["values"][0])
    assert suffice.SIR(1).fit(x, y).active_ is None


def test_all_methods_have_active_directions() -> None:
    assert [name for name, method in suffice.METHODS.items() if "active" not in method().get_params()] == []
    assert suffice.LDA(active=2).active == 2


def test_number_of_components_is_found(data: tuple[np.ndarray, np.ndarray]) -> None:
    method = suffice.DR().fit(*data)
    assert method.n_components_ == 2
    assert method.verdict_ is not None and method.verdict_["found"]
    assert suffice.DR(2).fit(*data).verdict_ is None


def test_attributes(data: tuple[np.ndarray, np.ndarray]) -> None:
    x, y = data
    method = suffice.SIR(2).fit(x, y)
    model = method.model_
    assert method.components_.tolist() == model["components"]
    assert method.mean_.tolist() == model["mean"] and method.scale_.tolist() == model["scale"]
    assert method.relevance_.tolist() == model["relevance"]
    assert method.n_features_in_ == 4
    z = method.relevance_ * (((x - method.mean_) / method.scale_) @ method.components_.T)
    np.testing.assert_allclose(method.transform(x), z, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("method", [suffice.SIR(1), suffice.SAVE(1), suffice.DR(1), suffice.PHD(1), suffice.LDA(1), suffice.CCA(1)])
def test_weights_are_repetitions(method: suffice.Method, data: tuple[np.ndarray, np.ndarray]) -> None:
    x, y = data
    if isinstance(method, suffice.LDA):
        y = np.digitize(y, [0.0, 1.0])
    times = np.arange(120) % 3
    weighed = quietly(method, x, y, sample_weight=times).transform(x)
    again = quietly(method, np.repeat(x, times, axis=0), np.repeat(y, times)).transform(x)
    turn = np.sign((weighed * again).sum())
    tolerance = 0.05 if isinstance(method, (suffice.SIR, suffice.SAVE, suffice.DR)) else 1e-6
    np.testing.assert_allclose(weighed, turn * again, atol=tolerance * np.abs(again).max())

"""Dependence, comparison, pictures and files."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import suffice
from conftest import bits, command, quietly

Data = tuple[np.ndarray, np.ndarray]


def test_dependence(data: Data, tmp_path: Path) -> None:
    x, y = data
    found = suffice.dependence(x[:, :2], y, permutations=50)
    assert found.p == 1 / 51 and found.smi > 0.5
    np.save(tmp_path / "table.npy", np.rec.fromarrays([x[:, 0], x[:, 1], y], names="x1,x2,y1"))
    printed = json.loads(command(tmp_path, "dependence", "table.npy", "--between", "x1,x2", "--and", "y1", "--permutations", "50", "--json"))
    assert found.smi == printed["smi"] and found.p == printed["p"]
    one = suffice.dependence(x[:, [2]], y, permutations=50)
    assert one.p is not None and one.p > 0.05
    for column in (x[:, 2], x[:, 2].tolist(), pd.Series(x[:, 2])):
        assert suffice.dependence(column, y, permutations=50).p == one.p
    assert suffice.dependence(x, y, permutations=0).p is None


def test_compare(data: Data) -> None:
    found = suffice.compare(*data, methods=["dr", "pca"], dims=[1, 2], repeats=2)
    assert found.best is not None and found.best["method"] == "dr"
    frame = found.frame()
    assert len(frame) == 4 and {"method", "dim", "mean", "r2", "rmse", "mae"} <= set(frame.columns)
    assert "<td>dr</td>" in found._repr_html_()
    grouped = suffice.compare(*data, methods=["dr"], dims=[1], folds=2, groups=np.arange(120) // 10)
    assert len(grouped["rows"]) == 1
    divided: list[dict[str, Any]] = [{}, {"times": np.arange(120)}, {"blocks": np.arange(120) // 10}]
    compared = [suffice.compare(*data, methods=["dr"], dims=[1], repeats=2, **by) for by in divided]
    assert len({comparison["rows"][0]["mean"] for comparison in compared}) == 3
    with pytest.raises(ValueError, match="blocks must have one dimension"):
        suffice.compare(*data, blocks=np.zeros((120, 2)))


def test_files_are_those_of_the_command_line(data: Data, tmp_path: Path) -> None:
    table = pd.DataFrame(data[0], columns=list("abcd"))
    method = suffice.SIR(2, predictor=True).fit(table, data[1])
    method.save(tmp_path / "model.json")
    table.to_csv(tmp_path / "table.csv", index=False)
    assert "sir" in command(tmp_path, "inspect", "model.json")
    command(tmp_path, "transform", "model.json", "table.csv", "-o", "z.npy")
    again = suffice.load(tmp_path / "model.json")
    assert isinstance(again, suffice.SIR) and bits(again.model_) == bits(method.model_)
    np.testing.assert_allclose(again.transform(table), np.load(tmp_path / "z.npy"), rtol=1e-11)
    assert again.predict(table).tolist() == method.predict(table).tolist()
    (tmp_path / "other.json").write_text("[]")
    with pytest.raises(ValueError, match="is not a model file"):
        suffice.load(tmp_path / "other.json")


@pytest.mark.parametrize("target", ["number", "class", "labels"])
def test_notebook_shows_picture_and_verdict(target: str, data: Data) -> None:
    x, y = data
    if target == "class":
        y = np.where(y > 0, "up", "down")
    if target == "labels":
        y = np.column_stack([y > 0, x[:, 2] > 0])
    method = quietly(suffice.CCA(1, verdict=True), x, y)
    page = method._repr_mimebundle_()["text/html"]
    assert "<svg" in page and ("rows held out" in page or "found nothing" in page or "nothing certain" in page)
    assert "CCA(" in repr(method)


def test_plot(data: Data, tmp_path: Path) -> None:
    method = suffice.SIR(2).fit(*data)
    for picture in (method.plot(), method.plot(what="loadings"), method.plot(*data, what="summary"), method.plot(data[0][:50])):
        assert "<svg" in picture._repr_svg_()
    method.plot().save(tmp_path / "picture.svg")
    assert (tmp_path / "picture.svg").stat().st_size > 1000


def test_rows_that_belong_together() -> None:
    random = np.random.default_rng(5)
    person = np.repeat(np.arange(30), 8)
    x = random.standard_normal((30, 4))[person] + 0.4 * random.standard_normal((240, 4))
    y = random.standard_normal(30)[person] + 0.4 * random.standard_normal(240)
    told = suffice.SIR(1, verdict=True).fit(x, y, groups=[f"p{k}" for k in person]).model_["verdict"]
    assert told["p"] > 0.001 and told["groups"] == 30 and told["group"] == "group"
    with pytest.warns(suffice.SufficeWarning, match="no p is given"):
        untold = suffice.SIR(1, verdict=True).fit(x, y)
    assert untold.model_["verdict"]["p"] is None and "cannot be told" in suffice._picture.verdict_in_words(untold.model_)
    within = suffice.SIR(1, verdict=True).fit(x, y, blocks=person).model_["verdict"]
    assert within["p"] > 0.001 and within["block"] == "block"
    later = suffice.SIR(1, verdict=True).fit(x, y, times=np.arange(240)).model_["verdict"]
    assert later["time"] == "time"

"""Tables of every library, with words, dates and missing values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from scipy import sparse

import suffice
from conftest import bits, command, mixed, quietly

MAKERS = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}


def split(table: Any) -> tuple[Any, Any]:
    """Return X and y."""
    if isinstance(table, pa.Table):
        return table.drop_columns(["price"]), table["price"]
    return (table.drop(columns="price") if isinstance(table, pd.DataFrame) else table.drop("price")), table["price"]


@pytest.mark.parametrize("library", MAKERS)
def test_mixed_columns_are_as_on_the_command_line(library: str, tmp_path: Path) -> None:
    pq.write_table(pa.table(mixed()), tmp_path / "houses.parquet")
    command(tmp_path, "fit", "houses.parquet", "--target", "price", "--dim", "2", "--method", "sir", "--missing", "mean", "--no-verdict", "-o", "model.json")
    want = json.loads((tmp_path / "model.json").read_text())
    x, y = split(MAKERS[library](mixed()))
    method = quietly(suffice.SIR(2, missing="mean"), x, y)
    got = bits(method.model_)
    assert got["output"]["names"] == (["price"] if library != "pyarrow" else ["y"])
    for key in ("inputs", "levels", "made", "fill", "components", "mean", "scale", "relevance"):
        assert got[key] == want[key], key
    command(tmp_path, "transform", "model.json", "houses.parquet", "-o", "z.npy")
    np.testing.assert_allclose(method.transform(x), np.load(tmp_path / "z.npy"), rtol=1e-11, atol=1e-12)
    assert list(method.feature_names_in_) == ["size", "rooms", "garden", "town", "sold"]


def test_kinds_of_pandas(tmp_path: Path) -> None:
    plain = pd.DataFrame(mixed())
    typed = plain.astype({"rooms": "Int64", "garden": "boolean", "town": "category"})
    typed["sold"] = plain["sold"].dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo")
    models = [quietly(suffice.SIR(1, missing="mean"), *split(table)).model_ for table in (plain, typed)]
    assert bits(models[0]) == bits(models[1])
    codes = plain.assign(rooms=plain["rooms"].astype("category"))
    method = quietly(suffice.SIR(1, missing="mean"), *split(codes))
    assert "rooms=3" in method.model_["inputs"]
    assert bits(quietly(suffice.SIR(1, missing="mean", nominal=["rooms"]), *split(plain)).model_)["components"] == method.model_["components"]
    np.testing.assert_allclose(method.transform(split(codes)[0]), method.transform(split(plain)[0]), atol=1e-14)


def test_arrays_of_words() -> None:
    rng = np.random.default_rng(0)
    x = np.empty((60, 2), object)
    x[:, 0], x[:, 1] = rng.normal(size=60), rng.choice(["a", "b"], 60)
    y = x[:, 0].astype(float) + (x[:, 1] == "a")
    method = suffice.SIR(1).fit(x, y)
    assert method.model_["inputs"] == ["x1", "x2=a", "x2=b"]
    assert method.transform(x.tolist()).tolist() == method.transform(x).tolist()


def test_texts_of_dates_and_amounts_are_read_as_on_the_command_line(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    days = pd.Timestamp("2024-01-01") + pd.to_timedelta(np.arange(80) * 1.37, unit="D").round("min")
    hours = rng.integers(0, 1440, 80)
    table = pd.DataFrame(
        {
            "iso": days.strftime("%Y-%m-%dT%H:%M:%S"),
            "zone": days.strftime("%Y-%m-%dT%H:%M:%S+02:00"),
            "dotted": days.strftime("%d.%m.%Y"),
            "american": days.strftime("%m/%d/%Y"),
            "words": days.strftime("%d %b %Y"),
            "english": days.strftime("%B %d, %Y"),
            "clock": [f"{h // 60:02}:{h % 60:02}" for h in hours],
            "noon": [f"{(h // 60 + 11) % 12 + 1}:{h % 60:02} {'PM' if h >= 720 else 'AM'}" for h in hours],
            "cash": [f"${v:,.2f}" for v in rng.random(80) * 9000],
            "euro": [f"{v:.2f} €".replace(".", ",") for v in rng.random(80) * 90],
            "loss": [f"({v:.2f})" if v < 0 else f"{v:.2f} CHF" for v in rng.normal(size=80)],
            "share": [f"{v}%" for v in rng.integers(0, 99, 80)],
        }
    )
    y = rng.normal(size=80)
    method = quietly(suffice.NoReduction(), table, y)
    assert len(method.model_["made"]) >= len(table.columns)
    pq.write_table(pa.Table.from_pandas(table), tmp_path / "table.parquet")
    method.save(tmp_path / "model.json")
    command(tmp_path, "transform", "model.json", "table.parquet", "-o", "z.npy")
    np.testing.assert_allclose(method.transform(table), np.load(tmp_path / "z.npy"), rtol=1e-9, atol=1e-9)
    with pytest.raises(ValueError, match='"soon" is not read as date'):
        method.transform(table.assign(iso="soon"))


def test_sparse_is_dense(data: tuple[np.ndarray, np.ndarray]) -> None:
    x = np.where(np.abs(data[0]) < 1, 0, data[0])
    dense = suffice.SIR(2).fit(x, data[1])
    for make in (sparse.csr_matrix, sparse.csc_array, sparse.coo_array):
        method = suffice.SIR(2).fit(make(x), data[1])
        assert bits(method.model_) == bits(dense.model_)
        np.testing.assert_allclose(method.transform(make(x)), dense.transform(x), atol=1e-13)


def test_sparse_stays_sparse() -> None:
    rng = np.random.default_rng(3)
    x = sparse.csc_array(np.where(rng.random((300, 2000)) < 0.01, rng.random((300, 2000)), 0))
    y = pd.Series(x[:, :20].sum(axis=1) + 0.1 * rng.normal(size=300), name="data")
    words = np.where(y > np.median(y), "up", "down")
    got, want = (quietly(suffice.PLS(2), table, words) for table in (x, x.toarray()))
    np.testing.assert_allclose(got.components_, want.components_, atol=1e-9)
    np.testing.assert_allclose(got.transform(x), want.transform(x.toarray()), atol=1e-8)
    weights = rng.random(300)
    got, want = (quietly(suffice.PCA(2), table, y, sample_weight=weights) for table in (x, x.toarray()))
    np.testing.assert_allclose(np.abs(got.transform(x)), np.abs(want.transform(x.toarray())), atol=1e-6)


def test_layouts_and_types_of_arrays(data: tuple[np.ndarray, np.ndarray]) -> None:
    x, y = data
    want = suffice.SIR(2).fit(x, y)
    assert bits(suffice.SIR(2).fit(np.asfortranarray(x), y).model_) == bits(want.model_)
    assert bits(suffice.SIR(2).fit(x[::1].tolist(), y.tolist()).model_) == bits(want.model_)
    single = x.astype(np.float32)
    got = suffice.SIR(2).fit(single, y)
    assert bits(got.model_) == bits(suffice.SIR(2).fit(single.astype(float), y).model_)
    np.testing.assert_allclose(got.transform(single), got.transform(single.astype(float)), atol=1e-13)


def test_names_of_columns_may_be_anything(data: tuple[np.ndarray, np.ndarray]) -> None:
    names = ["a,b", "naïve 'x' \"y\"", "日本*", "y"]
    method = suffice.SIR(1).fit(pd.DataFrame(data[0], columns=names), data[1])
    assert method.model_["inputs"] == names
    assert method.model_["output"]["names"] == ["y_"]
    numbered = suffice.SIR(1).fit(pd.DataFrame(data[0]), data[1])
    assert numbered.model_["inputs"] == ["x1", "x2", "x3", "x4"]


def test_rows_without_a_value_are_dropped() -> None:
    rng = np.random.default_rng(4)
    x, y = np.where(rng.random((90, 30)) < 0.95, 0, rng.normal(size=(90, 30))), rng.normal(size=90)
    x[5, 2], y[7] = np.nan, np.nan
    for table in (x, sparse.csr_array(x), pd.DataFrame(x).rename(columns=str)):
        method = quietly(suffice.PLS(1, missing="drop"), table, y)
        assert method.model_["source"]["rows"] == 90
        assert "<svg" in method.plot().svg


@pytest.mark.parametrize("missing", ["drop", "mean", "median"])
def test_missing_numbers(missing: str, data: tuple[np.ndarray, np.ndarray]) -> None:
    x, y = data[0].copy(), data[1]
    x[4, 1], x[7, 2] = np.nan, np.inf
    method = quietly(suffice.SIR(1, missing=missing), x, y)
    if missing == "drop":
        kept = np.isfinite(x).all(axis=1)
        assert method.components_.tolist() == suffice.SIR(1).fit(x[kept], y[kept]).components_.tolist()
        with pytest.raises(ValueError, match="contains NaN"):
            method.transform(x)
    else:
        assert np.isfinite(method.transform(x)).all()
        filled = np.where(np.isfinite(x), x, method.model_["fill"])
        assert method.transform(x).tolist() == method.transform(filled).tolist()


def test_large_means_lose_no_digits(data: tuple[np.ndarray, np.ndarray]) -> None:
    x, y = data[0] + 2.0**30, data[1]
    method = suffice.SIR(1).fit(x, y)
    want = (((x - method.mean_) / method.scale_) @ method.components_.T) * method.relevance_
    np.testing.assert_allclose(method.transform(x), want, rtol=1e-12, atol=1e-13)


def test_inputs_without_weight_are_looked_at(data: tuple[np.ndarray, np.ndarray]) -> None:
    x = np.column_stack([data[0], np.ones(120)])
    method = quietly(suffice.SIR(1), x, data[1])
    assert method.components_[0, 4] == 0
    x[3, 4] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        method.transform(x)
    small = suffice.SIR(1).fit(data[0] / 1000, data[1])
    x[3, 0] = 1e307
    with pytest.raises(ValueError, match="row 4: its components are too large"):
        small.transform(x[:, :4])

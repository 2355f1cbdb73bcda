"""Estimators as parts of what scikit-learn makes of them."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import polars as pl
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import suffice
from conftest import bits

Data = tuple[np.ndarray, np.ndarray]


def test_pipeline_and_search(data: Data) -> None:
    pipeline = make_pipeline(StandardScaler(), suffice.DR(), KNeighborsRegressor())
    search = GridSearchCV(pipeline, {"dr__n_components": [1, 2], "dr__slices": [None, 5]}, n_jobs=2, cv=3)
    search.fit(*data)
    assert search.best_params_["dr__n_components"] == 2
    assert search.best_score_ > 0.3


def test_cross_validation(data: Data) -> None:
    method = suffice.DR(2, predictor=True)
    predicted = cross_val_predict(method, *data, cv=3)
    assert np.corrcoef(predicted, data[1])[0, 1] > 0.8
    assert len(cross_val_score(method, *data, cv=2)) == 2


def test_column_transformer(data: Data) -> None:
    table = pd.DataFrame(data[0], columns=list("abcd")).assign(e=np.where(data[0][:, 0] > 0, "up", "down"))
    parts = ColumnTransformer([("numbers", suffice.SIR(1), ["a", "b"]), ("words", suffice.PCA(1), ["e"])])
    parts.set_output(transform="pandas")
    assert list(parts.fit_transform(table, data[1]).columns) == ["numbers__z1", "words__z1"]


def test_output_as_a_frame(data: Data) -> None:
    table = pd.DataFrame(data[0], columns=list("abcd"), index=range(5, 125))
    z = suffice.SIR(2).set_output(transform="pandas").fit_transform(table, data[1])
    assert list(z.columns) == ["z1", "z2"] and z.index.equals(table.index)
    z = suffice.SIR(2, predictor=True).set_output(transform="polars").fit(table, data[1])
    assert isinstance(z.transform(table), pl.DataFrame)
    assert isinstance(z.predict(table), np.ndarray)


def test_clones_and_parallel_fits(data: Data) -> None:
    method = suffice.SCA0(1, centres=20).fit(*data)
    again = joblib.Parallel(n_jobs=2)(joblib.delayed(clone(method).fit)(*data) for _ in range(3))
    assert all(bits(other.model_) == bits(method.model_) for other in again)


def test_pickle_serves_without_the_program(data: Data, tmp_path: Path) -> None:
    method = suffice.SIR(2, predictor=True).fit(*data)
    (tmp_path / "method").write_bytes(pickle.dumps(method))
    np.save(tmp_path / "x.npy", data[0])
    code = (
        "import pickle, numpy, suffice\n"
        "method, x = pickle.load(open('method', 'rb')), numpy.load('x.npy')\n"
        "print(method.transform(x).sum(), method.predict(x).sum())\n"
        "assert 'by sir' in method._repr_mimebundle_()['text/html']\n"
    )
    environment = {**os.environ, "SUFFICE_BINARY": str(tmp_path / "absent"), "PYTHONPATH": str(Path(suffice.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.split() == [str(method.transform(data[0]).sum()), str(method.predict(data[0]).sum())]

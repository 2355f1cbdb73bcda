"""A model applied: components and predictions, with NumPy and SciPy alone."""

from __future__ import annotations

import contextlib
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist
from scipy.special import expit, softmax
from sklearn.utils import assert_all_finite

from . import _columns, _dates

Numbers = NDArray[np.float64]

_BLOCK = 1 << 17  # numbers of rows that are centred, or of kernels, at a time


class Linear:
    """z = relevance * components * ((x - mean) / scale), made ready for many rows."""

    def __init__(self, model: dict[str, Any]) -> None:
        components, mean = np.array(model["components"], float), np.array(model["mean"], float)
        scale = np.array(model["scale"], float)
        relevance = np.array(model.get("relevance") or np.ones(len(components)), float)
        fill = model.get("fill")
        self.mean = mean
        self.fill = None if fill is None else np.array(fill, float)
        self.weights = np.ascontiguousarray((relevance[:, None] * components / scale).T)
        self.offset = -mean @ self.weights
        # With one product for all, the mean is taken away after the sum, which costs as many
        # digits as the means are large beside the spread: ten bits at most, else it goes first.
        self.at_once = bool(np.abs(components * (mean / scale)).sum(axis=1).max() <= 1024)
        self.uses_all = bool(self.weights.any(axis=1).all())

    def transform(self, x: Any) -> Numbers:
        """Return the components of rows."""
        if hasattr(x, "toarray"):
            return self._sparse(x)
        if not self.uses_all:
            x = self._filled(x)
        with np.errstate(over="ignore", invalid="ignore"):
            z = self._product(x)
            if not np.isfinite(z).all():  # as it is for no row with a missing value
                x = self._filled(x)
                z = self._product(x)
                _check_size(z)
        return z

    def _filled(self, x: Numbers) -> Numbers:
        if self.fill is not None:
            x = np.where(np.isfinite(x), x, self.fill)
        assert_all_finite(x, input_name="X")
        return x

    def _product(self, x: Numbers) -> Numbers:
        if self.at_once and x.dtype == np.float64:
            z: Numbers = x @ self.weights
            z += self.offset
            return z
        each = max(1, _BLOCK // x.shape[1])
        z = np.empty((len(x), self.weights.shape[1]))
        for i in range(0, len(x), each):
            z[i : i + each] = (x[i : i + each] - self.mean) @ self.weights
        return z

    def _sparse(self, x: Any) -> Numbers:
        if self.fill is not None and not np.isfinite(x.data).all():
            x = x.tocsr(copy=True)
            x.data = np.where(np.isfinite(x.data), x.data, self.fill[x.indices])
        assert_all_finite(x.data, input_name="X")
        with np.errstate(over="ignore", invalid="ignore"):
            z: Numbers = np.asarray(x @ self.weights) + self.offset
        _check_size(z)
        return z


def _check_size(z: Numbers) -> None:
    large = ~np.isfinite(z).all(axis=1)
    if large.any():
        raise ValueError(f"row {int(np.argmax(large)) + 1}: its components are too large for a number; mend its values")


class Recipe:
    """How the inputs of a model are made of the columns of a table."""

    def __init__(self, model: dict[str, Any], names: list[str]) -> None:
        place = {name.strip(): k for k, name in enumerate(names)}
        levels, made = model.get("levels", {}), model.get("made", {})
        self.steps: list[tuple[int, dict[str, Any], dict[str, Any]]] = []
        for name in model["inputs"]:
            level, making = levels.get(name, {}), made.get(name, {})
            self.steps.append((place[level.get("column") or making.get("column") or name], level, making))
        self.chosen = [k for k, _, _ in self.steps]
        self.is_plain = not levels and not made
        self.is_all = self.is_plain and self.chosen == list(range(len(names)))
        self.marks = _Marks(model.get("reading", {}).get("na", []))

    def of_numbers(self, x: Any) -> Any:
        """Return the inputs of an array or sparse matrix of numbers."""
        if not self.is_plain:
            raise ValueError("the model was fitted to a table with words or dates; give it such a table")
        return self.marks.without(x if self.is_all else x[:, self.chosen])

    def of_columns(self, columns: list[_columns.Column], names: list[str]) -> Numbers:
        """Return the inputs that are made of columns."""
        columns = [self.marks.without(column) for column in columns]
        words: dict[tuple[int, bool], NDArray[Any]] = {}
        x = np.empty((len(columns[0]), len(self.steps)))
        for j, (k, level, making) in enumerate(self.steps):
            if level:
                fold = bool(level.get("fold"))
                if (k, fold) not in words:
                    words[k, fold] = _words(columns[k], fold)
                x[:, j] = _indicator(words[k, fold], level["value"])
            elif making:
                x[:, j] = _dates.made(columns[k], making["form"], making.get("part", ""), making.get("wave", ""))
            else:
                x[:, j] = _number(columns[k], names[k])
        return x


class _Marks:
    """What stood for missing values in the table of the fit, beside the usual marks."""

    def __init__(self, marks: list[str]) -> None:
        self.texts = {mark.strip() for mark in marks}
        self.numbers: list[float] = []
        for mark in self.texts:
            with contextlib.suppress(ValueError):
                self.numbers.append(float(mark))

    def without(self, x: Any) -> Any:
        """Return numbers or texts, with a missing value for each mark."""
        if not self.texts:
            return x
        if hasattr(x, "toarray"):
            x = x.copy()
            x.data = self.without(x.data)
            return x
        if x.dtype.kind == "O":
            texts = np.empty(len(x), object)
            texts[:] = [None if v is not None and v.strip() in self.texts else v for v in x]
            return texts
        return np.where(np.isin(x, self.numbers), np.nan, x) if x.dtype.kind == "f" else x


def _words(column: _columns.Column, fold: bool) -> NDArray[Any]:
    texts = [None if _columns.is_missing(v) or v == "" else _columns.text(v) for v in column]
    words = np.empty(len(texts), object)
    words[:] = [t.lower() if fold and t is not None else t for t in texts]
    return words


def _indicator(words: NDArray[Any], value: str) -> Numbers:
    absent = np.array([w is None for w in words])
    return np.where(absent, np.nan, words == value)


def _number(column: _columns.Column, name: str) -> Numbers:
    if column.dtype.kind == "m":
        return _dates.made(column, "time", "", "")
    if column.dtype.kind == "O":
        truths = {"true": 1.0, "false": 0.0, None: np.nan}
        wrong = [v for v in column if (v.lower() if v else v) not in truths]
        if wrong:
            raise ValueError(f'column "{name}": "{wrong[0]}" is not a number')
        return np.array([truths[v.lower() if v else v] for v in column])
    if column.dtype.kind == "M":
        raise ValueError(f'column "{name}": the model was fitted to numbers, but it holds dates')
    return column.astype(np.float64)


_DISTANCES: dict[str, Literal["sqeuclidean", "euclidean", "cityblock"]] = {"gaussian": "sqeuclidean", "laplace": "euclidean", "manhattan": "cityblock"}


class _Machine:
    """f(u) = offset + sum of weights K(|scales * u - centre|) + slopes' (scales * u)."""

    def __init__(self, machine: dict[str, Any]) -> None:
        self.kernel = machine["kernel"]
        if self.kernel not in _DISTANCES:
            raise ValueError(f"the model has a kernel {self.kernel!r}, which this version does not know; a newer one may")
        self.scales, self.offset = np.array(machine["scales"], float), np.array(machine["offset"], float)
        dim, names = len(self.scales), len(self.offset)
        self.centres = np.array(machine.get("centres") or [], float).reshape(-1, dim)
        self.weights = np.array(machine.get("weights") or [], float).reshape(-1, names)
        self.slopes = np.array(machine.get("slopes") or np.zeros((dim, names)), float)

    def __call__(self, u: Numbers) -> Numbers:
        each = max(1, 8 * _BLOCK // max(1, len(self.centres)))
        f = np.empty((len(u), len(self.offset)))
        for i in range(0, len(u), each):
            scaled = u[i : i + each] * self.scales
            f[i : i + each] = self.offset + self._kernel(scaled) @ self.weights + scaled @ self.slopes
        return f

    def _kernel(self, scaled: Numbers) -> Numbers:
        far = cdist(scaled, self.centres, _DISTANCES[self.kernel])
        return np.asarray(np.exp(-far / 2 if self.kernel == "gaussian" else -far))


class Predictor:
    """What a model that has a predictor says of inputs: docs/predict.md has the formula."""

    def __init__(self, model: dict[str, Any], linear: Linear) -> None:
        predictor = model["predictor"]
        own = predictor.get("components")
        self.linear = Linear({**model, "components": own, "relevance": None}) if own else linear
        self.kind: str = predictor["kind"]
        self.names: list[str] = predictor["names"]
        self.machine = _Machine(predictor)
        self.link: str = predictor.get("link", "")
        self.floor, self.power = predictor.get("floor", 0.0), predictor.get("power", 1.0)
        self.log = np.array(predictor.get("log") or [False] * len(self.names))
        self.low, self.high, self.least = (np.array(predictor.get(k) or none, float) for k, none in (("low", -np.inf), ("high", np.inf), ("least", -np.inf)))
        self.deviation: dict[str, Any] | None = predictor.get("deviation")
        self.halves = {i["percent"]: np.array(i["half"], float) for i in predictor.get("intervals", [])}

    def predict(self, x: Any) -> Numbers:
        """Return numbers, or probabilities of classes or labels."""
        return self._respond(self.machine(self.linear.transform(x)))

    def interval(self, x: Any, percent: int) -> Numbers:
        """Return the ends of the intervals, on the last axis."""
        u = self.linear.transform(x)
        predicted = self._respond(self.machine(u))[..., None]
        reach = (self._deviation(u) * self.halves[percent])[..., None] * [-1.0, 1.0]
        ends = np.where(self.log[:, None], predicted * np.exp(np.where(self.log[:, None], reach, 0)), predicted + reach)
        ends[..., 0] = np.maximum(self.least, ends[..., 0])
        return np.asarray(ends)

    def _deviation(self, u: Numbers) -> Any:
        if self.deviation is None:
            return np.ones((len(u), 1))
        return np.exp(np.clip(_Machine(self.deviation)(u), self.deviation["low"], self.deviation["high"]))

    def _respond(self, f: Numbers) -> Numbers:
        if self.kind in ("number", "numbers"):
            f[:, self.log] = np.exp(f[:, self.log])
            return np.clip(f, self.low, self.high)
        if self.link:
            return np.asarray(softmax(f, axis=1) if self.kind == "class" else expit(f))
        has = (np.maximum(0, f) + self.floor) ** self.power
        if self.kind == "class":
            return np.asarray(has / has.sum(axis=1, keepdims=True))
        lacks = (np.maximum(0, 1 - f) + self.floor) ** self.power
        return np.asarray(has / (has + lacks))

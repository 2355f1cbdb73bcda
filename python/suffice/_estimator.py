"""What all estimators share."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.metrics import r2_score
from sklearn.utils import Tags, validation
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data
from typing_extensions import Self

from . import _columns, _picture
from ._binary import run
from ._linear import Linear, Numbers, Predictor, Recipe
from ._progress import Progress
from ._send import Table
from ._table import Inputs, Target, divided_by, read_inputs, read_target, table_of

_SHOWN = 500  # rows that are kept for the picture

# What parameters are called on the command line: those with a value, those that say yes, and
# those that say no.
_WITH_VALUE = {
    "missing": "error",
    "memory": None,
    "centres": None,
    "slices": None,
    "screen": None,
    "shrinkage": None,
    "intervals": 0,
    "bootstrap": 0,
    "active": 0,
}
_YES = ("predictor", "select", "fewer")
_NO = ("scale", "refine")


class _Names:
    """The names of a frame's columns, as the protocol for exchanging frames has them."""

    def __init__(self, X: Any) -> None:
        self.shape = X.shape
        self._names = _columns.names_of(X)

    def __dataframe__(self) -> _Names:
        return self

    def column_names(self) -> list[Any]:
        return self._names


def _known(X: Any) -> Any:
    """Return what scikit-learn finds names in: before it had narwhals, it knew frames by that protocol alone."""
    return X if hasattr(validation, "nw") or hasattr(X, "__dataframe__") else _Names(X)


def _predicts(method: Any) -> bool:
    return bool(method.predictor or getattr(method, "_predictor", None))


def _tells_classes(method: Any) -> bool:
    kind = getattr(getattr(method, "_predictor", None), "kind", method.kind)
    return _predicts(method) and kind in ("auto", "class", "labels")


def _tells_numbers(method: Any) -> bool:
    kind = getattr(getattr(method, "_predictor", None), "kind", method.kind)
    return _predicts(method) and kind in ("auto", "number", "numbers")


class Method(TransformerMixin, BaseEstimator):  # type: ignore[misc, unused-ignore]
    """A method of `suffice methods` as an estimator of scikit-learn.

    Parameters
    ----------
    n_components : int or "auto"
        Number of components, or as many as predict best, which takes some tens of fits.
    scale : bool
        Scale each input to standard deviation 1.
    kind : {"auto", "number", "numbers", "class", "labels", "sequence", "tree", "graph"}
        What y is; "auto" is as it looks. Whole numbers are numbers, unless they are 0 and 1.
    missing : {"error", "drop", "mean", "median"}
        What to do about missing values.
    nominal : list of columns, optional
        Columns of numbers that are names: each number becomes a column of 0 and 1.
    predictor : bool
        Find what `predict` and `score` need too.
    verdict : bool
        Find out what the components are worth, which takes some fits more. With
        n_components="auto" it is always found.
    intervals : int
        Find 95% intervals of weights from so many half-samples, better 200 (delete-half
        jackknife), in `model_`.
    select : bool
        Use only the inputs that most half-samples choose (stability selection); others get weight 0.
    active : int
        Make so many active directions the components: along which y changes most. They are
        found among n_components, or one more than these.
    memory : str, optional
        Size for the fit to stay below, such as "1GiB".
    log : bool, optional
        Predict the logarithm of numbers, or not; None is what predicts better.
    verbose : bool
        Show how far the fit is, by tqdm where it is installed.
    bootstrap : int
        The name that `intervals` had, which it still goes by.

    Attributes
    ----------
    components_ : array of shape (n_components_, n_inputs)
        Weights, on standardised inputs.
    mean_, scale_ : arrays of shape (n_inputs,)
        What inputs are standardised by.
    relevance_ : array of shape (n_components_,)
        What components are scaled by: z = relevance * components * ((x - mean) / scale).
    verdict_ : dict or None
        What the components are worth.
    active_ : dict or None
        Of active directions: eigenvalues ("values", "total"), "directions", activity "scores" of inputs, and "r2".
    model_ : dict
        The model as its file has it.
    classes_ : array
        Classes or labels that are predicted, where there is a predictor of such.
    """

    _name: ClassVar[str]
    _of: ClassVar[str] = "auto"  # kind of y, where the method has but one

    def __init__(
        self,
        n_components: int | Literal["auto"] = "auto",
        *,
        scale: bool = True,
        kind: str = "auto",
        missing: str = "error",
        nominal: Sequence[str | int] | None = None,
        predictor: bool = False,
        verdict: bool = False,
        intervals: int = 0,
        select: bool = False,
        active: int = 0,
        memory: str | None = None,
        log: bool | None = None,
        verbose: bool = False,
        bootstrap: int = 0,
    ) -> None:
        self.n_components = n_components
        self.scale = scale
        self.kind = kind
        self.missing = missing
        self.nominal = nominal
        self.predictor = predictor
        self.verdict = verdict
        self.intervals = intervals
        self.select = select
        self.active = active
        self.memory = memory
        self.log = log
        self.verbose = verbose
        self.bootstrap = bootstrap

    def fit(self, X: Any, y: Any, *, groups: Any = None, times: Any = None, blocks: Any = None) -> Self:
        """Find the components of X that suffice to predict y.

        Rows of one of the `groups`, such as persons, belong together: what the components are worth
        is told by groups that were not seen. Where rows follow each other in `times`, it is told by
        rows later than those seen. Rows of one of the `blocks`, such as batches, can be exchanged
        with each other alone: what holds within blocks is told.
        """
        return self._fit(X, y, None, groups=groups, times=times, blocks=blocks)

    def _fit(self, X: Any, y: Any, sample_weight: Any, *, groups: Any, times: Any, blocks: Any) -> Self:
        if y is None:
            raise ValueError(f"This {type(self).__name__} estimator requires y to be passed, but the target y is None.")
        x = self._read(X, reset=True)
        target = read_target(y, x.taken(), finite=self.missing == "error")
        if sample_weight is not None:
            sample_weight = _check_sample_weight(sample_weight, np.empty((len(x), 1)), dtype=np.float64)
        table, beside = table_of(x, target, weight=sample_weight, **divided_by(groups, times, blocks))
        args = ["fit", "-", "-o", "-", *(f"--target={name}" for name in target.names), *self._options(x)]
        args += [f"--{'weights' if role == 'weight' else role}={name}" for role, name in beside.items()]
        progress = Progress() if self.verbose else None
        try:
            printed = run(args, table.send, progress)
        except ValueError as error:
            raise _with_reason(error, x, self.missing) from None
        finally:
            if progress is not None:
                progress.end()
        self._adopt(json.loads(printed), x.names, target)
        self._remember(x, target)
        return self

    def _read(self, X: Any, reset: bool) -> Inputs:
        """Read X, and note or compare its number of columns and their names."""
        frame = _columns.is_frame(X)
        if frame:
            validate_data(self, _known(X), reset=reset, skip_check_array=True)
        names = getattr(self, "feature_names_in_", None)
        if names is None and not reset:
            names = self._names
        x = read_inputs(X, None if reset and not frame else names, least=2 if reset else 1)
        if not frame:
            validate_data(self, X if x.array is None else x.array, reset=reset, skip_check_array=True)
        return x

    def _options(self, x: Inputs) -> list[str]:
        """Return the parameters as options of the command line."""
        given = self.get_params(deep=False)
        options = [f"--dim={self.n_components}", f"--method={self._name}"]
        if (self.n_components != "auto" or self.active) and not self.verdict:
            options.append("--no-verdict")
        kind = self._of if self.kind == "auto" else self.kind
        if kind != "auto":
            options.append(f"--kind={kind}")
        for name in self.nominal if self.nominal is not None else ():
            options.append(f"--nominal={x.names[name] if isinstance(name, int) else name}")
        options += [f"--{name}={given[name]}" for name, usual in _WITH_VALUE.items() if given.get(name, usual) != usual]
        if self.log is not None:
            options.append(f"--log={'yes' if self.log else 'no'}")
        options += ["--" + name.replace("_", "-") for name in _YES if given.get(name, False)]
        options += [f"--no-{name}" for name in _NO if not given.get(name, True)]
        seed = given.get("random_state")
        if seed is not None:
            options.append(f"--seed={seed if isinstance(seed, (int, np.integer)) else seed.randint(1 << 31)}")
        if self.verbose:
            options.append("--progress")
        return options

    def _adopt(self, model: dict[str, Any], names: list[str], target: Target | None) -> None:
        """Become a model."""
        self.model_ = model
        self.components_ = np.array(model["components"], float)
        self.mean_ = np.array(model["mean"], float)
        self.scale_ = np.array(model["scale"], float)
        self.n_components_ = len(self.components_)
        self.relevance_ = np.array(model.get("relevance") or np.ones(self.n_components_), float)
        self.verdict_ = model.get("verdict")
        active = model.get("active")
        self.active_ = active and {name: np.array(value) if isinstance(value, list) else value for name, value in active.items()}
        self._names = names
        self._linear, self._recipe = Linear(model), Recipe(model, names)
        self._flat = len(model["output"]["names"]) == 1 if target is None else target.flat
        self._predictor = Predictor(model, self._linear) if "predictor" in model else None
        self.__dict__.pop("classes_", None)  # of an earlier fit
        if self._predictor is not None and self._predictor.kind in ("class", "labels"):
            called: dict[str, Any] = {}
            if target is not None and self._predictor.kind == "class":
                for value in target.values():
                    called.setdefault(_columns.text(value).lower(), value)
                called.update({_columns.text(value): value for value in target.values()})
            self.classes_ = np.array([called.get(name, name) for name in self._predictor.names])

    def _remember(self, x: Inputs, target: Target) -> None:
        """Keep the components of some rows, and their targets, for the picture."""
        index = np.unique(np.linspace(0, len(x) - 1, min(len(x), _SHOWN)).astype(int))
        inputs = self._inputs(x.rows(index))
        whole = np.array([not any(_columns.is_missing(v) for v in row) for row in zip(*(c[index].tolist() for c in target.columns), strict=True)])
        if self._linear.fill is None:
            whole &= np.isfinite(np.asarray(inputs.sum(axis=1))).ravel()
        self._shown = self._linear.transform(inputs[whole]), [column[index[whole]] for column in target.columns]

    def _inputs(self, x: Inputs) -> Any:
        """Return the inputs of the model."""
        if x.array is not None:
            return self._recipe.of_numbers(x.array)
        return self._recipe.of_columns(x.columns, x.names)

    def transform(self, X: Any) -> Numbers:
        """Return the components of each row."""
        check_is_fitted(self)
        return self._components(X)

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """Return z1, z2, ..., as the command line calls components."""
        check_is_fitted(self)
        if input_features is not None:
            known = getattr(self, "feature_names_in_", None)
            if known is not None and not np.array_equal(known, input_features):
                raise ValueError("input_features is not equal to feature_names_in_")
            if len(input_features) != self.n_features_in_:
                raise ValueError(f"input_features should have length equal to number of features ({self.n_features_in_}), got {len(input_features)}")
        return np.array([f"z{k + 1}" for k in range(self.n_components_)], dtype=object)

    def _asked(self, X: Any) -> tuple[Predictor, Any]:
        """Return the predictor, and the inputs of rows."""
        check_is_fitted(self)
        if self._predictor is None:
            raise ValueError("the model has no predictor; fit one with predictor=True")
        return self._predictor, self._inputs(self._read(X, reset=False))

    def _components(self, X: Any) -> Numbers:
        """Return the components as an array, whatever `set_output` asks of transform."""
        return self._linear.transform(self._inputs(self._read(X, reset=False)))

    @available_if(_predicts)
    def predict(self, X: Any) -> NDArray[Any]:
        """Return the number, the class or the labels (0 and 1) that each row is predicted to have."""
        predictor, inputs = self._asked(X)
        f = predictor.predict(inputs)
        if predictor.kind == "class":
            return np.asarray(self.classes_[f.argmax(axis=1)])
        if predictor.kind == "labels":
            return (f > 0.5).astype(int)
        return f[:, 0] if self._flat else f

    @available_if(_tells_classes)
    def predict_proba(self, X: Any) -> Numbers:
        """Return the probability of each of `classes_`, which for labels do not add up to 1."""
        predictor, inputs = self._asked(X)
        if predictor.kind not in ("class", "labels"):
            raise ValueError("the model predicts numbers, which have no probabilities; see predict_interval")
        return predictor.predict(inputs)

    @available_if(_tells_numbers)
    def predict_interval(self, X: Any, percent: int = 90) -> Numbers:
        """Return the ends of the interval that holds the number in so many percent of rows, on the last axis."""
        predictor, inputs = self._asked(X)
        if percent not in predictor.halves:
            raise ValueError(f"the model has intervals of {', '.join(map(str, predictor.halves)) or 'no'} percent, but not of {percent}")
        ends = predictor.interval(inputs, percent)
        return ends[:, 0] if self._flat else ends

    @available_if(_predicts)
    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the R² of predicted numbers, or the share of rows whose class or labels are all right."""
        predicted = self.predict(X)
        assert self._predictor is not None
        if self._predictor.kind in ("class", "labels"):
            right = np.asarray(y) == predicted
            return float(np.average(right if right.ndim == 1 else right.all(axis=1), weights=sample_weight))
        return float(r2_score(np.asarray(y, float), predicted, sample_weight=sample_weight))

    def plot(self, X: Any = None, y: Any = None, *, what: str = "components") -> _picture.Picture:
        """Draw rows by their components, and y as the colour: those of the fit, or others.

        what may also be "summary", "loadings", "trace" or "all"; see docs/plot.md. The first and
        the last need X.
        """
        check_is_fitted(self)
        if X is None and what == "components":
            return _picture.draw_components(self.model_, self._shown[0], self._shown_target().parts())
        if X is None:
            return _picture.draw(self.model_, what, None)
        x = self._read(X, reset=False)
        if y is None:
            return _picture.draw(self.model_, what, Table(len(x), x.parts()))
        target = read_target(y, x.names, finite=False)
        target.names = self.model_["output"]["names"]
        return _picture.draw(self.model_, what, table_of(x, target)[0])

    def _shown_target(self) -> Target:
        return Target(self.model_["output"]["names"], self._shown[1], self._flat)

    def save(self, path: str | Path) -> None:
        """Write the model to a file that the command line, and `load`, read."""
        check_is_fitted(self)
        Path(path).write_text(json.dumps(self.model_, ensure_ascii=False) + "\n", encoding="utf-8")

    def _html_repr(self) -> str:
        diagram = str(super()._html_repr())
        if not hasattr(self, "model_"):
            return diagram
        try:
            picture: _picture.Picture | None = self.plot() if len(self._shown[0]) else None
        except (ValueError, OSError, AttributeError):  # it was loaded, or the program is not there
            picture = None
        return diagram + _picture.as_html(self.model_, _picture.verdict_in_words(self.model_), picture)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.target_tags.multi_output = True
        tags.input_tags.sparse = True
        tags.input_tags.string = True
        tags.input_tags.allow_nan = self.missing != "error"
        return tags


class Weighed(Method):
    """A method that takes weights of rows."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None, *, groups: Any = None, times: Any = None, blocks: Any = None) -> Self:
        """Find the components of X that suffice to predict y, where rows count by their weights.

        Rows of one of the `groups`, such as persons, belong together: what the components are worth
        is told by groups that were not seen. Where rows follow each other in `times`, it is told by
        rows later than those seen. Rows of one of the `blocks`, such as batches, can be exchanged
        with each other alone: what holds within blocks is told.
        """
        return self._fit(X, y, sample_weight, groups=groups, times=times, blocks=blocks)


def _with_reason(error: ValueError, x: Inputs, missing: str) -> ValueError:
    """Return the error in the words of the program, and say what NumPy calls a missing value."""
    if missing == "error" and "missing" in str(error) and x.array is not None:
        return ValueError(f"{error} (X contains NaN or infinity)")
    return error


def load(path: str | Path) -> Method:
    """Read a model that `save` or the command line wrote."""
    from ._methods import METHODS

    model = json.loads(Path(path).read_text(encoding="utf-8"))
    if not isinstance(model, dict) or model.get("format") != "suffice/1":
        raise ValueError(f'{path} is not a model file: it has no "format" that is "suffice/1"')
    method = METHODS[model["method"]](n_components=len(model["components"]), predictor="predictor" in model)
    levels, made = model.get("levels", {}), model.get("made", {})
    names = list(dict.fromkeys((levels.get(name) or made.get(name) or {"column": name})["column"] for name in model["inputs"]))
    method._adopt(model, names, None)
    method.n_features_in_ = len(names)
    if names != [f"x{k + 1}" for k in range(len(names))]:
        method.feature_names_in_ = np.array(names, dtype=object)
    return method

"""X, y and weights as one table for the program."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils import check_array

from . import _columns
from ._send import MATRIX, Part, Table, column, numbers


@dataclass
class Inputs:
    """X as it was given: an array or sparse matrix of numbers, or columns of any kind."""

    names: list[str]
    array: Any = None
    columns: list[_columns.Column] = field(default_factory=list)

    def __len__(self) -> int:
        return int(self.array.shape[0]) if self.array is not None else len(self.columns[0])

    def taken(self) -> list[str]:
        """Return names that no other column can have."""
        return [*self.names, *(MATRIX if hasattr(self.array, "toarray") else ())]

    def parts(self) -> list[Part]:
        """Return what to send."""
        if self.array is not None:
            return [numbers(self.names, self.array)]
        return [column(name, values) for name, values in zip(self.names, self.columns, strict=True)]

    def rows(self, index: Any) -> Inputs:
        """Return some of the rows."""
        if self.array is not None:
            return Inputs(self.names, self.array[index])
        return Inputs(self.names, columns=[c[index] for c in self.columns])


def read_inputs(X: Any, names: Iterable[str] | None = None, least: int = 1) -> Inputs:
    """Read X, whose columns are called x1, x2, ... unless they have names."""
    found = names
    if _columns.is_frame(X):
        given = _columns.names_of(X)
        if found is None and all(isinstance(name, str) for name in given):
            found = given
        check_array(np.broadcast_to(np.False_, X.shape), ensure_min_samples=least)
        return Inputs(_named(found, X.shape[1]), columns=_columns.columns_of(X))
    if not sparse.issparse(X) and _columns.has_words(X := _columns.array_of(X)):
        columns = _columns.columns_of(X)
        return Inputs(_named(found, len(columns)), columns=columns)
    array = check_array(X, accept_sparse="csr", dtype=[np.float64, np.float32], ensure_all_finite=False, ensure_min_samples=least, input_name="X")
    return Inputs(_named(found, array.shape[1]), array)


def _named(names: Iterable[str] | None, width: int) -> list[str]:
    return [f"x{k + 1}" for k in range(width)] if names is None else list(names)


@dataclass
class Target:
    """Y as columns with names."""

    names: list[str]
    columns: list[_columns.Column]
    flat: bool  # it has one dimension, or one column
    whole: bool = False  # it holds whole numbers

    def parts(self) -> list[Part]:
        """Return what to send."""
        return [column(name, values) for name, values in zip(self.names, self.columns, strict=True)]

    def values(self) -> list[Any]:
        """Return the different values of the first column."""
        values = sorted({v for v in self.columns[0].tolist() if not _columns.is_missing(v)})
        return [int(v) for v in values] if self.whole else values


def read_target(y: Any, taken: Iterable[str], finite: bool) -> Target:
    """Read y. Its columns are called y, or y1, y2, ..., unless they have names of their own."""
    if hasattr(y, "toarray"):
        y = y.toarray()
    columns = _columns.columns_of(y)
    for values in columns:
        if values.dtype.kind == "f" and finite:
            check_array(values, ensure_2d=False, input_name="y")
    if not columns:
        raise ValueError("y has no columns")
    names: list[Any] = [f"y{k + 1}" for k in range(len(columns))]
    if len(columns) == 1:
        names = [getattr(y, "name", None) or "y"]
    if _columns.is_frame(y):
        names = _columns.names_of(y)
    return Target(unused(names, taken), columns, len(columns) == 1, _columns.is_whole(y))


def unused(names: Iterable[Any], taken: Iterable[str]) -> list[str]:
    """Return the names, changed where others have them already."""
    used, result = {name.strip() for name in taken}, []
    for given in names:
        name = str(given).strip() or "y"
        while name in used:
            name += "_"
        used.add(name)
        result.append(name)
    return result


def table_of(x: Inputs, y: Target, **beside: Any) -> tuple[Table, dict[str, str]]:
    """Return the table, and what its columns beside X and y are called, of those that are given."""
    parts, names = [*x.parts(), *y.parts()], {}
    for values in (y.columns[0], *beside.values()):
        if values is not None and len(values) != len(x):
            raise ValueError(f"Found input variables with inconsistent numbers of samples: {[len(x), len(values)]}")
    for name, values in beside.items():
        if values is not None:
            names[name] = unused([name], [*x.taken(), *y.names])[0]
            parts.append(column(names[name], values))
    return Table(len(x), parts), names


def divided_by(groups: Any, times: Any, blocks: Any) -> dict[str, Any]:
    """Return what rows are divided by as columns for `table_of`, by the options that name them."""
    return {"group": _one_column(groups, "groups"), "time": _one_column(times, "times"), "block": _one_column(blocks, "blocks")}


def _one_column(values: Any, name: str) -> Any:
    """Return the values of rows as a column to send, or None."""
    if values is None:
        return None
    found = _columns.columns_of(values)
    if len(found) != 1:
        raise ValueError(f"{name} must have one dimension")
    return found[0]

"""Frames of pandas, polars and pyarrow, and arrays of texts, as columns that can be sent."""

from __future__ import annotations

import datetime
import decimal
import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Column = NDArray[Any]  # numbers, truth values, times, or texts, where None is missing


def library(x: Any) -> str:
    """Return which library a frame or a series is of."""
    return type(x).__module__.partition(".")[0]


def is_frame(x: Any) -> bool:
    """Report whether x has columns with names."""
    return library(x) in ("pandas", "polars", "pyarrow") and len(getattr(x, "shape", ())) == 2


def names_of(x: Any) -> list[Any]:
    """Return the names of a frame's columns."""
    return list(x.column_names if library(x) == "pyarrow" else x.columns)


def columns_of(x: Any) -> list[Column]:
    """Return the columns of a frame, a series, an array or a list."""
    if is_frame(x):
        if library(x) == "pandas":
            return [_series(x.iloc[:, k]) for k in range(x.shape[1])]
        return [_series(x.column(k) if library(x) == "pyarrow" else x.to_series(k)) for k in range(x.shape[1])]
    if library(x) in ("pandas", "polars", "pyarrow"):
        return [_series(x)]
    array = array_of(x)
    if array.ndim == 1:
        return [_plain(array)]
    if array.ndim != 2:
        raise ValueError(f"Found array with dim {array.ndim}, while dim <= 2 is required")
    return [_plain(array[:, k]) for k in range(array.shape[1])]


def array_of(x: Any) -> NDArray[Any]:
    """Return what is no frame as an array; numbers among texts stay numbers."""
    if isinstance(x, list) and x and isinstance(x[0], (set, frozenset)):
        x = [sorted(v) for v in x]
    try:
        array = np.asarray(x)
    except ValueError:  # lists of different lengths
        array = np.empty(len(x), object)
        array[:] = x
    if array.dtype.kind in "UT" and not isinstance(x, np.ndarray):
        array = np.asarray(x, dtype=object)
    return array


def has_words(array: NDArray[Any]) -> bool:
    """Report whether an array of rows and columns holds anything but numbers."""
    return array.ndim == 2 and (array.dtype.kind in "USTMm" or (array.dtype.kind == "O" and any(isinstance(v, str) for v in array.flat)))


def is_whole(x: Any) -> bool:
    """Report whether x holds whole numbers."""
    return bool((np.asarray(x) if library(x) in ("pandas", "polars", "pyarrow") else array_of(x)).dtype.kind in "iu")


def _series(s: Any) -> Column:
    """Return a column of a frame."""
    if library(s) == "pyarrow":
        kind = str(s.type)
        if kind.startswith("dictionary"):
            return _texts(s.to_pylist())
        if kind.startswith(("list", "large_list")):
            return _plain(array_of(s.to_pylist()))
        return _plain(s.to_numpy(zero_copy_only=False) if type(s).__name__ != "ChunkedArray" else s.to_numpy())
    if library(s) == "polars":
        return _plain(np.asarray(s.to_list(), object) if str(s.dtype).startswith(("Decimal", "List")) else s.to_numpy())
    kind = str(s.dtype)
    if kind == "category":
        return _texts(s.to_numpy(dtype=object, na_value=None))
    if getattr(s.dtype, "tz", None) is not None:
        return _plain(s.dt.tz_convert("UTC").dt.tz_localize(None).to_numpy())
    if kind in ("boolean", "object", "str", "string"):
        return _plain(s.to_numpy(dtype=object, na_value=None))
    if s.dtype.kind in "iuf" and not isinstance(s.dtype, np.dtype):
        return np.asarray(s.to_numpy(dtype=np.float64, na_value=np.nan))
    return _plain(s.to_numpy())


def _plain(values: NDArray[Any]) -> Column:
    """Return an array of one dimension as a column."""
    kind = values.dtype.kind
    if kind == "c":
        raise ValueError("Complex data not supported")
    if kind in "iuf":
        return values.astype(np.float64, copy=False)
    if kind == "b":
        return values
    if kind in "Mm":
        return values.astype(f"{kind}8[us]", copy=False)
    if kind in "UT":
        return _texts(values)
    if kind == "S":
        return _texts(np.char.decode(values, "utf-8"))
    return _objects(values)


def _objects(values: NDArray[Any]) -> Column:
    """Return Python objects as what all of them are."""
    present = [v for v in values if not is_missing(v)]
    if all(isinstance(v, (bool, np.bool_)) for v in present):
        if 0 < len(present) == len(values):
            return values.astype(bool)
        return _texts(values)
    if all(isinstance(v, (numbers.Real, decimal.Decimal)) for v in present):
        return np.array([np.nan if is_missing(v) else float(v) for v in values])
    if all(isinstance(v, (datetime.date, np.datetime64)) for v in present):
        return np.array([np.datetime64("NaT") if is_missing(v) else _instant(v) for v in values], dtype="M8[us]")
    if all(isinstance(v, (datetime.timedelta, np.timedelta64)) for v in present):
        return np.array([np.timedelta64("NaT") if is_missing(v) else np.timedelta64(v, "us") for v in values], dtype="m8[us]")
    if any(isinstance(v, numbers.Complex) and not isinstance(v, numbers.Real) for v in present):
        raise ValueError("Complex data not supported")
    return _texts(values)


def _instant(v: Any) -> Any:
    if isinstance(v, datetime.datetime) and v.utcoffset() is not None:
        v = v.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    return np.datetime64(v, "us")


def is_missing(v: Any) -> bool:
    """Report whether a value stands for none."""
    return v is None or type(v).__name__ in ("NAType", "NaTType") or (isinstance(v, (float, np.floating)) and np.isnan(v))


def _texts(values: Sequence[Any] | NDArray[Any]) -> Column:
    column = np.empty(len(values), object)
    column[:] = [None if is_missing(v) else text(v) for v in values]
    return column


def text(v: Any) -> str:
    """Return a value as the program writes it: 10.0 is 10, and a list has semicolons."""
    if isinstance(v, str):
        return str(v).strip()
    if isinstance(v, (bool, np.bool_)):
        return "true" if v else "false"
    if isinstance(v, (list, tuple, np.ndarray)):
        return ";".join(text(part) for part in v)
    if isinstance(v, (float, np.floating)) and float(v).is_integer() and abs(float(v)) < 1e21:
        return str(int(v))
    if isinstance(v, datetime.datetime) and v.utcoffset() is not None:
        return v.isoformat()
    return repr(float(v)) if isinstance(v, np.floating) else str(v)

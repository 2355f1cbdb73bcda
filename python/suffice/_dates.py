"""Amounts, dates and times that are written in texts, as the program reads them."""

from __future__ import annotations

import datetime
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

_MONTHS = {m: k + 1 for k, m in enumerate(("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"))}
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?\s*([ap]m)?$", re.IGNORECASE)
_PERIODS = {"hour": 1.0, "weekday": 7.0, "month": 365.2425}


def made(values: NDArray[Any], form: str, part: str, wave: str) -> NDArray[np.float64]:
    """Return the input that is made of a column, as the `made` of a model says."""
    number = _numbers(values, form)
    if not part:
        return number
    angle = 2 * np.pi / _PERIODS[part] * number
    return np.sin(angle) if wave == "sin" else np.cos(angle)


def _numbers(values: NDArray[Any], form: str) -> NDArray[np.float64]:
    if values.dtype.kind in "Mm":
        days = values.astype("M8[us]" if values.dtype.kind == "M" else "m8[us]").astype(np.int64) / 1e6 / 86400
        return np.where(np.isnat(values), np.nan, days)
    if values.dtype.kind != "O":
        if form.startswith("amount"):
            return values.astype(np.float64)
        raise ValueError("the model was fitted to dates in this column, but it holds numbers; nobody knows what they count")
    return np.array([np.nan if not v else _number(v, form) for v in values])


def _number(text: str, form: str) -> float:
    try:
        if form.startswith("amount"):
            return _amount(text, "," if "comma" in form else ".")
        if form == "time":
            return _time(text)
        return _date(text, form)
    except (ValueError, KeyError, OverflowError):
        raise ValueError(f'"{text}" is not read as {form.partition(",")[0]} here; give the column as numbers or times of its own') from None


def _amount(text: str, point: str) -> float:
    digits = "".join(c for c in text if c.isdigit() or c == point).replace(point, ".")
    return -float(digits) if any(c in text for c in "(-\u2212") else float(digits)


def _time(text: str) -> float:
    parts = _CLOCK.match(text.strip())
    if parts is None:
        raise ValueError(text)
    hour, minute, second = int(parts[1]), int(parts[2]), float(parts[3] or 0)
    if parts[4]:
        hour = hour % 12 + (12 if parts[4].lower() == "pm" else 0)
    return (hour * 3600 + minute * 60 + second) / 86400


def _date(text: str, form: str) -> float:
    text = text.strip()
    if re.match(r"\d{4}-\d{1,2}-\d{1,2}", text):
        when = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
        if when.tzinfo is None:
            when = when.replace(tzinfo=datetime.timezone.utc)
        return (when - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)) / datetime.timedelta(days=1)
    words = re.match(r"(.*?\d{4})(?:[ T,]+(\S.*))?$", text)
    if words is None:
        raise ValueError(text)
    year, month, day = _day(words[1], form)
    return (datetime.date(year, month, day) - datetime.date(1970, 1, 1)).days + (_time(words[2]) if words[2] else 0.0)


def _day(text: str, form: str) -> tuple[int, int, int]:
    parts = re.findall(r"\d+|[A-Za-z]+", text)
    if len(parts) != 3:
        raise ValueError(text)
    for k in (0, 1):
        if parts[k].isalpha():
            return int(parts[2]), _MONTHS[parts[k][:3].lower()], int(parts[1 - k])
    first, second, year = (int(p) for p in parts)
    return (year, first, second) if form == "date, month first" else (year, second, first)

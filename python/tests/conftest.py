"""What tests share."""

from __future__ import annotations

import json
import subprocess
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import suffice


@pytest.fixture
def data() -> tuple[np.ndarray, np.ndarray]:
    """Rows of which y depends on x1 and x2."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=(120, 4))
    return x, x[:, 0] + x[:, 1] ** 2 + 0.1 * rng.normal(size=120)


def mixed(rows: int = 90) -> dict[str, list[Any]]:
    """Columns of all kinds."""
    rng = np.random.default_rng(2)
    start = np.datetime64("2024-01-01T00:00", "us")
    times = start + (rng.random(rows) * 60 * 86400e6).astype("m8[us]")
    columns: dict[str, list[Any]] = {
        "size": rng.normal(size=rows).tolist(),
        "rooms": rng.integers(1, 6, rows).tolist(),
        "garden": (rng.random(rows) < 0.5).tolist(),
        "town": rng.choice(["Ulm", "Bonn", "Kiel"], rows).tolist(),
        "sold": times.tolist(),
    }
    columns["size"][3] = columns["town"][5] = columns["sold"][8] = None
    price = rng.normal(size=rows) * 0.1 + np.array(columns["rooms"]) + np.array(columns["garden"])
    columns["price"] = price.tolist()
    return columns


def command(folder: Path, *args: str) -> str:
    """Run the program as a person would, and return what it prints."""
    done = subprocess.run([suffice.binary(), *args], cwd=folder, capture_output=True, check=True, encoding="utf-8")
    return done.stdout


def fit_by_command(folder: Path, table: np.ndarray, *args: str) -> dict[str, Any]:
    """Return the model that the command line makes of a file with the table."""
    np.save(folder / "table.npy", table)
    command(folder, "fit", "table.npy", "-o", "model.json", *args)
    model: dict[str, Any] = json.loads((folder / "model.json").read_text())
    return model


def bits(model: dict[str, Any]) -> dict[str, Any]:
    """Return a model without what it says of its file."""
    return {key: value for key, value in model.items() if key != "source"}


def quietly(method: suffice.Method, *args: Any, **named: Any) -> suffice.Method:
    """Fit without remarks."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", suffice.SufficeWarning)
        return method.fit(*args, **named)

"""Pictures, which the program draws, and a model in a notebook."""

from __future__ import annotations

import html
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from ._binary import run
from ._send import Part, Table, numbers


class Picture:
    """A picture that a notebook shows, and that can be saved."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write the picture, as SVG, to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")


def draw(model: dict[str, Any], what: str, table: Table | None) -> Picture:
    """Draw a model, and where there is a table its rows."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "model.json"
        file.write_text(json.dumps(model), encoding="utf-8")
        args = ["plot", str(file), *([] if table is None else ["-"]), "--what", what, "-o", "-", "--to", "svg"]
        return Picture(run(args, None if table is None else table.send).decode("utf-8"))


def draw_components(model: dict[str, Any], z: Any, target: list[Part]) -> Picture:
    """Draw rows by their components alone: the model that leaves these as they are does that."""
    width = z.shape[1]
    names = [f"z{k + 1}" for k in range(width)]
    same = {
        **{key: model[key] for key in ("format", "method", "output", "settings", "seed")},
        "inputs": names,
        "components": np.eye(width).tolist(),
        "mean": [0.0] * width,
        "scale": [1.0] * width,
        "trace": None,
    }
    return draw(same, "components", Table(len(z), [numbers(names, z), *target]))


def as_html(model: dict[str, Any], sentence: str, picture: Picture | None) -> str:
    """Return what a notebook shows of a model: its verdict, its largest weights and its picture."""
    drawn = "" if picture is None else picture.svg[picture.svg.find("<svg") :]
    rows = "".join(
        f"<tr><th>z{k + 1}</th><td>{html.escape(', '.join(_largest(weights, model['inputs'])))}</td></tr>" for k, weights in enumerate(model["components"][:6])
    )
    return f"<div><p>{html.escape(sentence)}</p><table>{rows}</table>{drawn}</div>"


def _largest(weights: list[float], inputs: list[str]) -> list[str]:
    order = sorted(range(len(weights)), key=lambda j: -abs(weights[j]))
    return [f"{inputs[j]} {weights[j]:.3g}" for j in order[:4] if weights[j] != 0]


def verdict_in_words(model: dict[str, Any]) -> str:
    """Return what the components are worth, in the sentence that the model has."""
    found, count = model.get("verdict"), len(model["components"])
    if found is None:
        return f"{count} component{'s' if count > 1 else ''} by {model['method']}; what they are worth was not asked for (verdict=True)"
    said: str = found.get("words") or f"{found['measure'].replace('_', ' ')} {found['value']:.3g} on rows held out"
    return said

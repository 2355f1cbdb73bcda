"""What there is beside estimators: dependence, and the comparison of methods."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ._binary import run
from ._columns import columns_of
from ._table import Inputs, divided_by, read_inputs, read_target, table_of


@dataclass(frozen=True)
class Dependence:
    """How much x says about y."""

    smi: float  # squared-loss mutual information, on rows held out; about 0 where there is nothing
    p: float | None  # of a permutation test that there is nothing; None without permutations
    permutations: int
    result: dict[str, Any]  # all that the command says


def dependence(
    x: Any, y: Any, *, permutations: int = 200, kind: str = "auto", missing: str = "error", centres: int | None = None, random_state: int | None = None
) -> Dependence:
    """Estimate how much x says about y, and test whether it can be chance. See docs/dependence.md."""
    inputs = read_inputs(x) if hasattr(x, "toarray") else Inputs([], columns=columns_of(x))
    target = read_target(y, [], finite=missing == "error")
    inputs.names = inputs.names or [f"x{k + 1}" for k in range(len(inputs.columns))]
    target.names = [f"y{k + 1}" for k in range(len(target.names))]
    args = ["dependence", "-", "--json", "--between=x*", "--and=y*", f"--permutations={permutations}"]
    args += _asked(kind=kind, missing=missing, centres=centres, seed=random_state)
    result = json.loads(run(args, table_of(inputs, target)[0].send))
    return Dependence(result["smi"], result["p"], permutations, result)


class Comparison(dict[str, Any]):
    """What `suffice compare --json` says: a line for each method and number of components in `rows`."""

    def frame(self) -> Any:
        """Return the lines as a frame of pandas."""
        import pandas as pd

        return pd.DataFrame([{**{k: v for k, v in row.items() if not isinstance(v, dict)}, **row["measures"]} for row in self["rows"]])

    @property
    def best(self) -> dict[str, Any] | None:
        """The line to take, or None where nothing is better than guessing."""
        return next((row for row in self["rows"] if row.get("mark") == "best"), None)

    def _repr_html_(self) -> str:
        head = f"<tr><th>method</th><th>components</th><th>{html.escape(self['measure'].replace('_', ' '))}</th><th></th></tr>"
        rows = "".join(
            f"<tr><td>{html.escape(row['method'])}</td><td>{row['dim']}</td><td>{row['mean']:.4g}</td><td>{html.escape(row.get('mark', ''))}</td></tr>"
            for row in [self["baseline"], *self["rows"]]
        )
        return f"<table>{head}{rows}</table>"


def compare(
    X: Any,
    y: Any,
    *,
    methods: Sequence[str] = ("sca", "mddm", "pca", "none"),
    dims: Sequence[int] | None = None,
    repeats: int = 10,
    folds: int | None = None,
    train: int | None = None,
    judge: str = "both",
    measure: str | None = None,
    groups: Any = None,
    times: Any = None,
    blocks: Any = None,
    kind: str = "auto",
    missing: str = "error",
    random_state: int | None = None,
) -> Comparison:
    """Compare methods, and numbers of components, by what they predict of rows they have not seen. See docs/compare.md.

    Rows of one of the `groups` are all seen or all not, rows not seen are later in `times`, and what is
    compared is what holds within `blocks`.
    """
    inputs = read_inputs(X)
    target = read_target(y, inputs.taken(), finite=missing == "error")
    table, beside = table_of(inputs, target, **divided_by(groups, times, blocks))
    args = ["compare", "-", "--json", f"--methods={','.join(methods)}", *(f"--target={name}" for name in target.names)]
    args += [f"--{role}={name}" for role, name in beside.items()]
    args += _asked(dims=None if dims is None else ",".join(map(str, dims)), folds=folds, train=train, judge=judge, measure=measure)
    args += _asked(repeats=None if folds else repeats, kind=kind, missing=missing, seed=random_state)
    return Comparison(json.loads(run(args, table.send)))


def _asked(**options: Any) -> list[str]:
    """Return options that are not as they usually are."""
    return [f"--{name}={value}" for name, value in options.items() if value is not None and (name, value) not in (("kind", "auto"), ("missing", "error"))]

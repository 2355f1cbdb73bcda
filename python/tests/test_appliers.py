"""Models applied to rows, by the cases that all appliers of models must pass."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import suffice

SOURCES = Path(os.environ.get("SUFFICE_SOURCES", Path(__file__).parents[1]))
CASES: list[dict[str, Any]] = json.loads((SOURCES.parent / "testdata" / "appliers" / "cases.json").read_text(encoding="utf-8"))


def near(got: Any, want: list[list[float | None]]) -> None:
    wanted = np.array(want, float)
    np.testing.assert_allclose(np.reshape(got, wanted.shape), wanted, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "model.json").write_text(json.dumps(case["model"]), encoding="utf-8")
    method = suffice.load(tmp_path / "model.json")
    rows = pd.read_csv(io.StringIO(case["rows"]))
    refusal = case.get("unsupported", {}).get("python")
    if refusal:
        with pytest.raises(ValueError, match=refusal["says"]):
            method.transform(rows)
        return
    near(method.transform(rows), case["components"])
    if not case["predictions"]:
        assert not hasattr(method, "predict")
    elif "answers" not in case:
        near(method.predict(rows), case["predictions"])
        ends = method.predict_interval(rows, 90)
        near(ends[..., 0], case["lower"])
        near(ends[..., 1], case["upper"])
    else:
        near(method.predict_proba(rows), case["predictions"])
        answers = method.predict(rows)
        if case["model"]["predictor"]["kind"] == "labels":
            answers = [";".join(method.classes_[row == 1]) for row in answers]
        assert list(answers) == case["answers"]

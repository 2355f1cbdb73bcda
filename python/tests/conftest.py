"""What tests share."""

import os
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import suffice


@pytest.fixture
def data() -> tuple[np.ndarray, np.ndarray]:
    """Rows of which y depends on x1 and x2."""
    rng = np.random.default_rng(1)
    x = rng.normal(size=(120, 4))
    return x, x[:, 0] + x[:, 1] ** 2 + 0.1 * rng.normal(size=120)

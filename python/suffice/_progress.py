"""How far a fit is, by tqdm where it is installed."""

from __future__ import annotations

import re
import sys
from typing import Any


class Progress:
    """Shows steps such as "adding a predictor: 3 of 5 fits", and how many there were."""

    def __init__(self) -> None:
        self.bar: Any = None
        try:
            from tqdm.auto import tqdm

            self.bar = tqdm(leave=False)
        except ImportError:
            pass

    def __call__(self, step: str) -> None:
        """Show a step."""
        if self.bar is None:
            print(step, file=sys.stderr, flush=True)
            return
        counted = re.fullmatch(r"(.*): (\d+) of (\d+) fits", step)
        self.bar.set_description(counted[1] if counted else step, refresh=False)
        self.bar.total = int(counted[3]) if counted else None
        self.bar.n = int(counted[2]) if counted else self.bar.n + 1
        self.bar.refresh()

    def end(self) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.close()

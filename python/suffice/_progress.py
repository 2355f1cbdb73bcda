"""How far a fit is, by tqdm where it is installed."""

from __future__ import annotations

import re
import sys
from typing import Any


class Progress:
    """Shows lines such as "finding the number of components: 3 of 20 fits"."""

    def __init__(self) -> None:
        self.bar: Any = None
        self.what = ""
        try:
            from tqdm.auto import tqdm  # type: ignore[import-untyped, unused-ignore]

            self.make: Any = tqdm
        except ImportError:
            self.make = None

    def __call__(self, line: str) -> None:
        """Show a line."""
        counted = re.fullmatch(r"(.*): (\d+) of (\d+) fits", line)
        if self.make is None:
            print(line, file=sys.stderr, flush=True)
            return
        what, done, total = (counted[1], int(counted[2]), int(counted[3])) if counted else (line, 0, None)
        if what != self.what:
            self.end()
            self.bar, self.what = self.make(total=total, desc=what, leave=False), what
        self.bar.total = total
        self.bar.update(done - self.bar.n)

    def end(self) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.close()
            self.bar = None

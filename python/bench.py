"""How much a fit from Python costs beside the command line, and a transform beside PCA's.

python bench.py [--rows 1000000] [--inputs 50] [--repeats 3] [--methods sir,sca]

Fits alternate between the command, on an NPY file, and Python, on the same array in memory; the
fastest of each counts. Memory is the most that was resident: of the command, and of Python
beyond what it had before the array was read, plus that of the program it runs.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.decomposition import PCA

import suffice

_KIB = 1024


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--inputs", type=int, default=50)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--methods", default="sir,sca")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)  # one fit, in a process of its own
    given = parser.parse_args()
    if given.one:
        one(*given.one)
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.npy"
        rng = np.random.default_rng(1)
        x = rng.normal(size=(given.rows, given.inputs))
        y = x[:, 0] + x[:, 1] ** 2 + 0.1 * rng.normal(size=given.rows)
        np.save(file, np.column_stack([x, y]))
        for method in given.methods.split(","):
            compare_fits(method, file, x.nbytes, given.inputs, given.repeats)
        compare_transforms(x, y, given.repeats)


def compare_fits(method: str, file: Path, size: int, inputs: int, repeats: int) -> None:
    """Print seconds and memory of both."""
    command = [suffice.binary(), "fit", str(file), "--target", f"x{inputs + 1}", "--dim", "2", "--method", method, "--no-verdict", "-o", os.devnull]
    ours = [sys.executable, __file__, "--one", method, str(file)]
    seconds, memory = {"command": np.inf, "python": np.inf}, {"command": 0.0, "python": 0.0}
    for _ in range(repeats):
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        used = os.wait4(process.pid, 0)[2]
        seconds["command"] = min(seconds["command"], time.perf_counter() - start)
        memory["command"] = max(memory["command"], used.ru_maxrss * _KIB)
        told = json.loads(subprocess.run(ours, stdout=subprocess.PIPE, check=True).stdout)
        seconds["python"] = min(seconds["python"], told["seconds"])
        memory["python"] = max(memory["python"], told["memory"])
    allowed = 1.3 * memory["command"] + size
    print(f"fit {method}: command {seconds['command']:.2f} s, Python {seconds['python']:.2f} s, {seconds['python'] / seconds['command']:.3f} times")
    print(f"  memory: command {memory['command'] / 1e6:.0f} MB, Python {memory['python'] / 1e6:.0f} MB, of {allowed / 1e6:.0f} MB allowed")


def one(method: str, path: str) -> None:
    """Fit once, and print seconds and memory."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    table = np.load(path)
    start = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        suffice.METHODS[method](n_components=2).fit(table[:, :-1], table[:, -1])
    seconds = time.perf_counter() - start
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(json.dumps({"seconds": seconds, "memory": (own + child) * _KIB}))


def compare_transforms(x: NDArray[np.float64], y: NDArray[np.float64], repeats: int) -> None:
    """Print seconds of both."""
    ours, theirs = suffice.SIR(2).fit(x[:10_000], y[:10_000]), PCA(2).fit(x[:10_000])
    seconds = {"SIR": np.inf, "PCA": np.inf}
    for _ in range(3 * repeats):
        for name, method in (("SIR", ours), ("PCA", theirs)):
            start = time.perf_counter()
            method.transform(x)
            seconds[name] = min(seconds[name], time.perf_counter() - start)
    print(f"transform: SIR {1000 * seconds['SIR']:.1f} ms, scikit-learn's PCA {1000 * seconds['PCA']:.1f} ms")


if __name__ == "__main__":
    main()

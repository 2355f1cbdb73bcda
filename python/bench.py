"""How much a fit from Python costs beside the command line, and a transform beside PCA's.

python bench.py [--rows 1000000] [--inputs 50] [--repeats 3] [--methods sir,sca]

Fits alternate between the command, on an NPY file, and Python, on the same array in memory; the
fastest of each counts, by the clock and by the time of all processors. Memory is the most that
was resident: of the command, and of Python beyond what it had before the array was read, plus
that of the program it runs. Each part has a process of its own, since a process reports at
least the memory of the one that started it.
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
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
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
    parser.add_argument("--part", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.part:
        name, *values = given.part
        parts: dict[str, Callable[..., Any]] = {"make": make, "fit": fit, "transform": transform}
        print(json.dumps(parts[name](*values)))
        return
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "table.npy")
        part("make", file, str(given.rows), str(given.inputs))
        for method in given.methods.split(","):
            compare_fits(method, file, given)
        seconds = part("transform", file, str(3 * given.repeats))
    print(f"transform: SIR {1000 * seconds['SIR']:.1f} ms, scikit-learn's PCA {1000 * seconds['PCA']:.1f} ms")


def part(*args: str) -> Any:
    """Run a part in a process of its own."""
    return json.loads(subprocess.run([sys.executable, __file__, "--part", *args], stdout=subprocess.PIPE, check=True).stdout)


def compare_fits(method: str, file: str, given: argparse.Namespace) -> None:
    """Print seconds and memory of both."""
    command = [suffice.binary(), "fit", file, "--target", f"x{given.inputs + 1}", "--dim", "2", "--method", method, "--no-verdict", "-o", os.devnull]
    runs = []
    for _ in range(given.repeats):
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        used = os.wait4(process.pid, 0)[2]
        seconds = time.perf_counter() - start
        ours = part("fit", method, file)
        runs.append([seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * _KIB, ours["seconds"], ours["processors"], ours["memory"]])
    clock, processors, memory, our_clock, our_processors, our_memory = (min(column) for column in zip(*runs, strict=True))
    allowed = 1.3 * memory + 8 * given.rows * given.inputs
    print(f"fit {method}, by the clock: command {clock:.2f} s, Python {our_clock:.2f} s, {our_clock / clock:.3f} times")
    print(f"  time of processors: command {processors:.2f} s, Python {our_processors:.2f} s, {our_processors / processors:.3f} times")
    print(f"  memory: command {memory / 1e6:.0f} MB, Python {our_memory / 1e6:.0f} MB, of {allowed / 1e6:.0f} MB allowed")


def make(file: str, rows: str, inputs: str) -> None:
    """Write the table."""
    rng = np.random.default_rng(1)
    table = rng.normal(size=(int(rows), int(inputs) + 1))
    table[:, -1] = table[:, 0] + table[:, 1] ** 2 + 0.1 * table[:, -1]
    np.save(file, table)


def fit(method: str, file: str) -> dict[str, float]:
    """Fit once."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    table = np.load(file)
    start, used = time.perf_counter(), _processors()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        suffice.METHODS[method](n_components=2).fit(table[:, :-1], table[:, -1])
    seconds = time.perf_counter() - start
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return {"seconds": seconds, "processors": _processors() - used, "memory": (own + child) * _KIB}


def _processors() -> float:
    all_used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in all_used)


def transform(file: str, repeats: str) -> dict[str, float]:
    """Transform in turns, and return the least seconds of each."""
    table = np.load(file)
    x = np.ascontiguousarray(table[:, :-1])
    methods = {"SIR": suffice.SIR(2).fit(x[:10_000], table[:10_000, -1]), "PCA": PCA(2).fit(x[:10_000])}
    seconds = dict.fromkeys(methods, np.inf)
    for _ in range(int(repeats)):
        for name, method in methods.items():
            start = time.perf_counter()
            method.transform(x)
            seconds[name] = min(seconds[name], time.perf_counter() - start)
    return seconds


if __name__ == "__main__":
    main()

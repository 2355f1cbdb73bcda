#!/usr/bin/env python3
"""Compare the operations of a fit with NumPy's and SciPy's, in one run on one machine.

    python scripts/compare_numpy.py                    # builds suffice with go
    python scripts/compare_numpy.py ./suffice --rounds 9

Needs Python 3.9 and a NumPy and SciPy that use OpenBLAS. Nothing else in this project
needs Python.

Each round runs `suffice-lab bench kernels --json`, and then the same operations with NumPy,
once with one thread and once with as many as suffice used. So whatever else slows the
machine down slows both. An operation is repeated for about half a second, at least 3
times, as suffice does it; the fastest run of all rounds counts. A ratio is NumPy's time
divided by ours: above 1, suffice is faster.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

# What the operations of suffice are compared with.
RIVALS = {
    "gemm": "numpy.matmul",
    "syrk": "scipy.linalg.blas.dsyrk",
    "cholesky": "numpy.linalg.cholesky",
    "eigenvectors": "numpy.linalg.eigh (all)",
}


def fastest(run, during=0.5, at_least=3):
    """The seconds of the fastest of the runs."""
    least, runs, begin = float("inf"), 0, time.perf_counter()
    while runs < at_least or time.perf_counter() - begin < during:
        start = time.perf_counter()
        run()
        least = min(least, time.perf_counter() - start)
        runs += 1
    return least


def measure_numpy():
    """The seconds of each operation, in this process with the threads it was given."""
    try:
        import numpy as np
        import scipy
        from scipy.linalg.blas import dsyrk
    except ImportError as missing:
        sys.exit(f"compare_numpy: {missing}; install numpy and scipy for {sys.executable}")

    random = np.random.default_rng(1)
    a, b, c = random.normal(size=(1024, 1024)), random.normal(size=(1024, 1024)), np.empty((1024, 1024))
    tall = random.normal(size=(100_000, 200))
    half = random.normal(size=(500, 500))
    definite = half.T @ half + np.eye(500)
    symmetric = (a + a.T) / 2
    # The transpose of a matrix by rows is one by columns, which BLAS takes without a copy.
    if not np.allclose(np.triu(dsyrk(1.0, tall.T)), np.triu(tall.T @ tall)):
        sys.exit("compare_numpy: dsyrk did not give the upper triangle of A'A")
    blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    return {
        "versions": f"NumPy {np.__version__} ({blas['name']} {blas['version']}), SciPy {scipy.__version__}",
        "gemm": fastest(lambda: np.matmul(a, b, out=c)),
        "syrk": fastest(lambda: dsyrk(1.0, tall.T)),
        "cholesky": fastest(lambda: np.linalg.cholesky(definite)),
        "eigenvectors": fastest(lambda: np.linalg.eigh(symmetric)),
    }


def run_numpy(threads):
    """measure_numpy in a process of its own: OpenBLAS asks for its threads at the start."""
    count = str(threads)
    limits = {"OPENBLAS_NUM_THREADS": count, "OMP_NUM_THREADS": count, "MKL_NUM_THREADS": count}
    command = [sys.executable, __file__, "--measure-numpy"]
    return json.loads(subprocess.run(command, env={**os.environ, **limits}, check=True, stdout=subprocess.PIPE).stdout)


def run_suffice(program):
    out = subprocess.run([program, "bench", "kernels", "--json"], check=True, stdout=subprocess.PIPE).stdout
    return json.loads(out)["rows"]


def build(directory):
    """Compiles suffice from the checkout that this script is in."""
    program = str(pathlib.Path(directory) / "suffice-lab")
    root = pathlib.Path(__file__).resolve().parent.parent
    subprocess.run(["go", "build", "-trimpath", "-o", program, "./cmd/suffice-lab"], cwd=root / "lab", check=True,
                   env={**os.environ, "CGO_ENABLED": "0"})
    return program


def compare(program, rounds):
    """The least seconds of both by (operation, threads), the shapes, and NumPy's versions."""
    ours, theirs, shapes, versions = {}, {}, {}, ""
    for number in range(1, rounds + 1):
        print(f"round {number} of {rounds}", file=sys.stderr)
        for row in run_suffice(program):
            if row["op"] in RIVALS:
                key = row["op"], row["threads"]
                shapes[row["op"]] = row["shape"]
                ours[key] = min(row["seconds"], ours.get(key, float("inf")))
        for threads in sorted({threads for _, threads in ours}):
            result = run_numpy(threads)
            versions = result["versions"]
            for op in RIVALS:
                theirs[op, threads] = min(result[op], theirs.get((op, threads), float("inf")))
    return ours, theirs, shapes, versions


def table(ours, theirs, shapes):
    lines = ["| operation | shape | threads | suffice, ms | NumPy, ms | ratio | NumPy's |", "|---|---|---|---|---|---|---|"]
    for (op, threads), seconds in ours.items():
        other = theirs[op, threads]
        lines.append(f"| {op} | {shapes[op]} | {threads} | {seconds * 1e3:.2f} | {other * 1e3:.2f} "
                     f"| {other / seconds:.2f} | {RIVALS[op]} |")
    return "\n".join(lines)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("program", nargs="?", help="the suffice binary; without it, it is built with go")
    options.add_argument("--rounds", type=int, default=5, help="how often to run both (default 5)")
    options.add_argument("--measure-numpy", action="store_true", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.measure_numpy:
        print(json.dumps(measure_numpy()))
        return
    if given.rounds < 1:
        options.error(f"--rounds {given.rounds}: there must be at least 1")
    try:
        with tempfile.TemporaryDirectory() as directory:
            ours, theirs, shapes, versions = compare(given.program or build(directory), given.rounds)
    except (OSError, subprocess.CalledProcessError) as failure:
        sys.exit(f"compare_numpy: {failure}")
    print(f"{versions}; rounds: {given.rounds}; ratio: NumPy's time / ours\n")
    print(table(ours, theirs, shapes))


if __name__ == "__main__":
    main()

"""Times PLS, LDA, DR, gKDR, NCA and MAVE beside scikit-learn, or NumPy where it has no such
method, in turn, for several rounds, and takes the fastest of each:

    GOMAXPROCS=1 OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 python scripts/compare_linear.py --rounds 5

Seconds are those of the clock and, in brackets, those that cores worked, which say more
where other programs run too.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import numpy as np
import sklearn
from scipy.spatial.distance import cdist
from sklearn.cross_decomposition import PLSRegression
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.neighbors import NeighborhoodComponentsAnalysis

sys.path.append(str(pathlib.Path(__file__).parent.parent / "lab" / "peers"))
from rmave import rmave

RUNS = 3  # of each in a round


def table(n, d):
    rng = np.random.default_rng(1)
    x = rng.standard_normal((n, d))
    y = x[:, 0] + .5 * x[:, 1] ** 2 + .2 * rng.standard_normal(n)
    return x, y, np.searchsorted([-.3, .3, 1], y)


def dr(x, label):
    n, d = x.shape
    c = x - x.mean(0)
    values, vectors = np.linalg.eigh(c.T @ c / n)
    z = c @ (vectors / np.sqrt(values))
    f, between = -2 * np.eye(d), np.zeros((d, d))
    for k in np.unique(label):
        part = z[label == k]
        second, mean = part.T @ part / len(part), part.mean(0)
        f += 2 * len(part) / n * second @ second
        between += len(part) / n * np.outer(mean, mean)
    return np.linalg.eigh(f + 2 * between @ between + 2 * np.trace(between) * between)


def gkdr(x, y, ridge):
    n, d = x.shape
    squares = cdist(x, x, "sqeuclidean")
    width = np.median(np.sqrt(squares[squares > 0]))
    k = np.exp(-squares / (2 * width ** 2))
    squares_y = (y[:, None] - y[None]) ** 2
    l = np.exp(-squares_y / (2 * np.median(squares_y)))
    inverse = np.linalg.inv(k + n * ridge * np.eye(n))
    middle = inverse @ l @ inverse
    total = np.zeros((d, d))
    for i in range(n):
        gradient = (x - x[i]) * k[:, i:i + 1] / width ** 2
        total += gradient.T @ middle @ gradient
    return np.linalg.eigh(total)


def once(fit):
    start, before = time.perf_counter(), time.process_time()
    fit()
    return time.perf_counter() - start, time.process_time() - before


def seconds(fit):
    return tuple(map(min, zip(*(once(fit) for _ in range(RUNS)))))


def ours(program, name):
    text = subprocess.run([program, "-test.run", "none", "-test.bench", f"Classical/^{name}$", "-test.benchtime", f"{RUNS}x"],
                          check=True, capture_output=True, text=True).stdout
    return tuple(float(re.search(rf"([0-9.e-]+) {unit}-s", text)[1]) for unit in ("best", "work"))


def told(program, taken):
    wall, work = map(min, zip(*taken))
    return f"{program} {wall:.4f} s ({work:.4f})"


arguments = argparse.ArgumentParser()
arguments.add_argument("--rounds", type=int, default=5)
arguments.add_argument("names", nargs="*", help="of methods; all unless told otherwise")
asked = arguments.parse_args()
long, long_y, long_class = table(100_000, 50)
wide, wide_y, _ = table(500, 20_000)
small, small_y, small_class = table(1000, 10)
few, few_y, _ = table(400, 10)
cases = {
    "pls": lambda: PLSRegression(2).fit(long, long_y),
    "wide_pls": lambda: PLSRegression(2).fit(wide, wide_y),
    "lda": lambda: LinearDiscriminantAnalysis(solver="eigen").fit(long, long_class),
    "dr": lambda: dr(long, long_class),
    "gkdr": lambda: gkdr(small, small_y, 1e-3),
    "nca": lambda: NeighborhoodComponentsAnalysis(2, random_state=1).fit(small, small_class),
    "mave": lambda: rmave(few, few_y, 2),
}
print("scikit-learn", sklearn.__version__, "numpy", np.__version__)
with tempfile.TemporaryDirectory() as folder:
    program = folder + "/suffice.test"
    subprocess.run(["go", "test", "-c", "-o", program, "."], check=True)
    for name in asked.names or cases:
        taken = [(ours(program, name), seconds(cases[name])) for _ in range(asked.rounds)]
        print(f"{name}:", ", ".join(map(told, ("suffice", "Python"), zip(*taken))), flush=True)

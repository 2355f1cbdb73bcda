"""Times PLS, LDA, DR, gKDR and NCA beside scikit-learn, or NumPy where it has no such method,
in turn, for several rounds, and takes the fastest of each:

    python scripts/compare_linear.py --rounds 5
"""
import argparse
import re
import subprocess
import tempfile
import time

import numpy as np
import sklearn
from scipy.spatial.distance import cdist
from sklearn.cross_decomposition import PLSRegression
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.neighbors import NeighborhoodComponentsAnalysis


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


def seconds(fit):
    start = time.perf_counter()
    fit()
    return time.perf_counter() - start


def ours(program, name):
    text = subprocess.run([program, "-test.run", "none", "-test.bench", f"Classical/^{name}$", "-test.benchtime", "3x"],
                          check=True, capture_output=True, text=True).stdout
    return float(re.search(r"([0-9.e-]+) best-s", text)[1])


arguments = argparse.ArgumentParser()
arguments.add_argument("--rounds", type=int, default=5)
arguments.add_argument("names", nargs="*", help="of methods; all unless told otherwise")
asked = arguments.parse_args()
long, long_y, long_class = table(100_000, 50)
wide, wide_y, _ = table(500, 20_000)
small, small_y, small_class = table(1000, 10)
cases = {
    "pls": lambda: PLSRegression(2).fit(long, long_y),
    "wide_pls": lambda: PLSRegression(2).fit(wide, wide_y),
    "lda": lambda: LinearDiscriminantAnalysis(solver="eigen").fit(long, long_class),
    "dr": lambda: dr(long, long_class),
    "gkdr": lambda: gkdr(small, small_y, 1e-3),
    "nca": lambda: NeighborhoodComponentsAnalysis(2, random_state=1).fit(small, small_class),
}
print("scikit-learn", sklearn.__version__, "numpy", np.__version__)
with tempfile.TemporaryDirectory() as folder:
    program = folder + "/suffice.test"
    subprocess.run(["go", "test", "-c", "-o", program, "."], check=True)
    for name in asked.names or cases:
        taken = [(ours(program, name), seconds(cases[name])) for _ in range(asked.rounds)]
        print(f"{name}: suffice {min(a for a, _ in taken):.3f} s, Python {min(b for _, b in taken):.3f} s", flush=True)

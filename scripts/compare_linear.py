"""Times scikit-learn, or NumPy where it has no such method, on the sizes of
`go test -run none -bench Classical .`"""
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


def best(name, fit, times=3):
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        fit()
        taken.append(time.perf_counter() - start)
    print(f"{name}: {min(taken):.3f} s", flush=True)


print("scikit-learn", sklearn.__version__, "numpy", np.__version__)
x, y, label = table(100_000, 50)
best("pls, 100,000 x 50", lambda: PLSRegression(2).fit(x, y))
best("lda, 100,000 x 50", lambda: LinearDiscriminantAnalysis(solver="svd").fit(x, label))
best("lda, 100,000 x 50, solver eigen", lambda: LinearDiscriminantAnalysis(solver="eigen").fit(x, label))
best("dr, 100,000 x 50", lambda: dr(x, label))
wide, wide_y, _ = table(500, 20_000)
best("pls, 500 x 20,000", lambda: PLSRegression(2).fit(wide, wide_y))
x, y, label = table(1000, 10)
best("gkdr, 1000 x 10", lambda: gkdr(x, y, 1e-3), 1)
best("nca, 1000 x 10", lambda: NeighborhoodComponentsAnalysis(2, random_state=1).fit(x, label))
fit = NeighborhoodComponentsAnalysis(2, random_state=1).fit(x, label)
print("nca: iterations", fit.n_iter_)

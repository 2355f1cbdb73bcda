"""Writes testdata/classical.json: what PLS, LDA, DR, gKDR, NCA and MLKR must find on
testdata/dr.csv, by scikit-learn or, where it has no such method, by NumPy.

    python scripts/golden_linear.py > testdata/classical.json
"""
import json

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.cross_decomposition import PLSRegression
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.neighbors import NeighborhoodComponentsAnalysis

data = np.loadtxt("testdata/dr.csv", delimiter=",", skiprows=1)
x, y = data[:, :5], data[:, 5]
n, d = x.shape
scaled = (x - x.mean(0)) / x.std(0)
classes = np.searchsorted(np.quantile(y, [.25, .5, .75]), y)
one_hot = np.eye(4)[classes]
several = np.column_stack([y, x[:, 1] ** 2])


def pls(x, y, m, scale=True):
    fit = PLSRegression(m, scale=scale, tol=1e-28, max_iter=100_000).fit(x, y)
    return fit.x_rotations_.T.tolist()


def projector(rows):
    q = np.linalg.qr(np.asarray(rows).T)[0]
    return (q @ q.T).tolist()


def white(x):
    c = x - x.mean(0)
    values, vectors = np.linalg.eigh(c.T @ c / n)
    root = vectors / np.sqrt(values)
    return c @ root, root


def dr(x, label, m):
    """Directional regression, Li and Wang (2007), as they print it."""
    z, root = white(x)
    f = -2 * np.eye(d)
    between = np.zeros((d, d))
    for c in np.unique(label):
        part = z[label == c]
        share, second, mean = len(part) / n, part.T @ part / len(part), part.mean(0)
        f += 2 * share * second @ second
        between += share * np.outer(mean, mean)
    f += 2 * between @ between + 2 * np.trace(between) * between
    values, vectors = np.linalg.eigh(f)
    return values[::-1].tolist(), (root @ vectors[:, ::-1][:, :m]).T


def gkdr(x, y, m, ridge):
    """Fukumizu and Leng (2014), with the kernel of y centred."""
    squares = cdist(x, x, "sqeuclidean")
    width = np.median(np.sqrt(squares[squares > 0]))
    k = np.exp(-squares / (2 * width ** 2))
    squares_y = (y[:, None] - y[None]) ** 2
    width_y = np.median(np.sqrt(squares_y[squares_y > 0]))
    centre = np.eye(n) - 1 / n
    l = centre @ np.exp(-squares_y / (2 * width_y ** 2)) @ centre
    inverse = np.linalg.inv(k + n * ridge * np.eye(n))
    middle = inverse @ l @ inverse
    total = np.zeros((d, d))
    for i in range(n):
        gradient = (x - x[i]) * k[:, i:i + 1] / width ** 2
        total += gradient.T @ middle @ gradient / n
    values, vectors = np.linalg.eigh(total)
    return values[::-1].tolist(), vectors[:, ::-1][:, :m].T


def nca_loss(w, x, label):
    """scikit-learn's own objective, as a mean."""
    same = label[:, None] == label[None]
    fit = NeighborhoodComponentsAnalysis(n_components=w.shape[0])
    fit.n_iter_ = 0
    loss, gradient = fit._loss_grad_lbfgs(w.ravel().copy(), x, same, -1.0)
    return 1 + loss / len(x), (gradient / len(x)).reshape(w.shape)


def mlkr_loss(w, x, y):
    z = x @ w.T
    p = np.exp(-cdist(z, z, "sqeuclidean"))
    np.fill_diagonal(p, 0)
    p /= p.sum(1, keepdims=True)
    rest = y - p @ y
    return np.mean(rest ** 2)


lda = LinearDiscriminantAnalysis(solver="eigen").fit(x, classes)
shrunk = LinearDiscriminantAnalysis(solver="lsqr", shrinkage=.3).fit(x, classes)
auto = LinearDiscriminantAnalysis(solver="eigen", shrinkage="auto")
wide = np.random.default_rng(1).standard_normal((30, 100))
wide_y = wide[:, 0] + wide[:, 1] ** 2
w = np.array([[.9, -.2, .1, .4, .3], [.1, .6, -.5, .2, -.7]])
unit = (y - y.mean()) / y.std()
loss, gradient = nca_loss(w, scaled, classes)
dr_values, dr_rows = dr(x, classes, 2)
gkdr_values, gkdr_rows = gkdr(scaled, y, 2, 1e-3)
print(json.dumps({
    "classes": classes.tolist(),
    "pls": {
        "number": pls(x, y, 3), "numbers": pls(x, several, 3), "classes": pls(x, one_hot, 3),
        "unscaled": pls(x, y, 3, scale=False),
        "wide_x": wide.ravel().tolist(), "wide_y": wide_y.tolist(), "wide": pls(wide, wide_y, 3),
    },
    "lda": {
        "scalings": lda.scalings_.T[:3].tolist(), "ratio": lda.explained_variance_ratio_[:3].tolist(),
        "shrunk_projector": projector(shrunk.coef_[1:] - shrunk.coef_[0]),
        "auto": auto.fit(x, classes).scalings_.T[:3].tolist(),
        "auto_wide": auto.fit(wide, np.arange(30) % 3).scalings_.T[:2].tolist(),
    },
    "dr": {"values": dr_values, "projector": projector(dr_rows)},
    "gkdr": {"values": gkdr_values, "projector": projector(gkdr_rows)},
    "nca": {"w": w.tolist(), "loss": loss, "gradient": gradient.tolist()},
    "mlkr": {"loss": mlkr_loss(w, scaled, unit)},
}, indent=None))

"""Makes golden.json: what package sparse must find, by NumPy and scikit-learn.

    python golden.py > golden.json

Nothing here follows the Go code: the penalised problems are solved by accelerated proximal
gradients on the whole of Sigma, the lasso and partial least squares by scikit-learn 1.
"""
import json

import numpy as np
from sklearn.cross_decomposition import PLSRegression
from sklearn.linear_model import ElasticNet, Lasso

N, D, SLICES = 60, 25, 5


def table():
    rng = np.random.default_rng(14)
    x = rng.normal(size=(N, D))
    for j in range(1, D):
        x[:, j] = 0.6 * x[:, j - 1] + 0.8 * x[:, j]
    y = (x[:, 0] + x[:, 1] - x[:, 4]) * np.exp(0.4 * x[:, 8]) + 0.5 * rng.normal(size=N)
    return (x - x.mean(0)) / x.std(0), y


def slice_functions(y):
    rank = np.argsort(np.argsort(y))
    f = np.zeros((N, SLICES))
    f[np.arange(N), rank * SLICES // N] = 1
    return f / np.sqrt(f.mean(0))


def objective(sigma, c, b, lam):
    return 0.5 * np.sum(b * (sigma @ b)) - np.sum(b * c) + lam * np.linalg.norm(b, axis=1).sum()


def group_lasso(sigma, c, lam, steps=200000):
    """Accelerated proximal gradients, restarted where they turn back."""
    length = np.linalg.eigvalsh(sigma)[-1]
    b = z = np.zeros_like(c)
    t = 1.0
    for _ in range(steps):
        g = z - (sigma @ z - c) / length
        size = np.linalg.norm(g, axis=1, keepdims=True)
        new = g * np.maximum(0, 1 - lam / length / np.maximum(size, 1e-300))
        if np.sum((z - new) * (new - b)) > 0:
            t, z = 1.0, new
        else:
            after = (1 + np.sqrt(1 + 4 * t * t)) / 2
            z = new + (t - 1) / after * (new - b)
            t = after
        if np.abs(new - b).max() < 1e-15:
            b = new
            break
        b = new
    return b


def rank_two(sigma, u, lam, turns=400):
    v = np.linalg.svd(u, full_matrices=False)[2][:2].T
    for _ in range(turns):
        b = group_lasso(sigma, u @ v, lam, 3000)
        left, _, right = np.linalg.svd(u.T @ b, full_matrices=False)
        new = left @ right
        if np.abs(new - v).max() < 1e-13:
            break
        v = new
    return b, v


def spls(x, y, k, share):
    """Chun and Keles (2010), for columns y."""
    y = y - y.mean(0)
    left, chosen = y.copy(), np.zeros(D, bool)
    for step in range(1, k + 1):
        w = np.abs(np.linalg.svd(x.T @ left, full_matrices=False)[0][:, 0])
        chosen |= w > share * w.max()
        fit = PLSRegression(step, scale=False).fit(x[:, chosen], y) if y.shape[1] == 1 else None
        left = y - x[:, chosen] @ fit.coef_.T
    beta = np.zeros(D)
    beta[chosen] = fit.coef_[0]
    return beta


def main():
    x, y = table()
    f = slice_functions(y)
    sigma, u = x.T @ x / N, x.T @ (f - f.mean(0)) / N
    out = {"x": x.tolist(), "y": y.tolist(), "f": f.tolist(), "group": [], "lasso": [], "rank": [], "spls": []}
    for lam, rho in ((0.3, 0.0), (0.1, 0.0), (0.2, 0.5), (0.05, 0.9)):
        shrunk = (1 - rho) * sigma + rho * np.eye(D)
        b = group_lasso(shrunk, u, lam)
        out["group"].append({"lambda": lam, "rho": rho, "objective": objective(shrunk, u, b, lam), "b": b.tolist()})
    centred = y - y.mean()
    for lam, rho in ((0.3, 0.0), (0.05, 0.0), (0.1, 0.4)):
        if rho == 0:
            fit = Lasso(alpha=lam, fit_intercept=False, tol=1e-14, max_iter=1000000).fit(x, centred)
        else:
            l1, l2 = lam / (1 - rho), rho / (1 - rho)
            fit = ElasticNet(alpha=l1 + l2, l1_ratio=l1 / (l1 + l2), fit_intercept=False, tol=1e-14, max_iter=1000000).fit(x, centred / (1 - rho))
        out["lasso"].append({"lambda": lam, "rho": rho, "b": fit.coef_.tolist()})
    for lam, rho in ((0.2, 0.3), (0.1, 0.75)):
        shrunk = (1 - rho) * sigma + rho * np.eye(D)
        b, v = rank_two(shrunk, u, lam)
        out["rank"].append({"lambda": lam, "rho": rho, "objective": objective(shrunk, u @ v, b, lam), "bv": (b @ v.T).tolist()})
    for k, share in ((1, 0.7), (2, 0.5), (3, 0.3)):
        out["spls"].append({"k": k, "share": share, "beta": spls(x, y[:, None], k, share).tolist()})
    print(json.dumps(out))


main()

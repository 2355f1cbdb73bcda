"""Refined minimum average variance estimation on arrays in files, for `suffice-lab bench real`.

    python rmave.py X.npy Y.npy DIM

loads x (n rows of d inputs) and y (n rows of one number or several), says so, finds DIM
directions of the mean of y, and prints them, one a row: a line of JSON each time. The
components of the rows of x have a covariance of 1. It needs NumPy.

Xia, Tong, Li and Zhu (2002), An adaptive estimation of dimension reduction space: the
directions B and the local lines a_j + b_j'B'(x - x_j) that make

    sum_j sum_i w_ij |y_i - a_j - b_j'B'(x_i - x_j)|^2

least, with weights by the distance in B'x (the refined ones). It begins with the outer
products of gradients in all directions, and narrows these step by step. Several y add
their squares up.
"""

import json
import sys
import time

import numpy as np

REFERENCES = 500  # points x_j at most
RANK = 1e-8  # principal directions with a smaller share of the variance of the first are left out
NARROWING = 1.3  # how many times fewer the directions become in a step
GRADIENTS, REFINED = 1.5, 1.0  # widths of the kernel, in units of n^(-1/(k+4)) in k directions
RIDGE = 0.02  # of the slopes
STEPS = 10  # of the refinement at most,
SETTLED = 1e-3  # which ends where the projection changes less than this


def whitening(x):
    """A matrix that gives centred x a covariance of 1, in its principal directions."""
    sd = x.std(axis=0)
    scale = np.where(sd > 1e-12 * max(1e-300, sd.max()), 1 / np.where(sd > 0, sd, 1), 0)
    values, vectors = np.linalg.eigh((x * scale).T @ (x * scale) / len(x))
    kept = values > RANK * values[-1]
    return scale[:, None] * vectors[:, kept] / np.sqrt(values[kept])


def weights(z, at, width):
    """Of each row (columns) for each reference (rows); a reference's add up to 1."""
    squares = (z**2).sum(axis=1)
    distances = np.maximum(0, squares[at, None] + squares - 2 * z[at] @ z.T)
    h = width * len(z) ** (-1 / (z.shape[1] + 4))
    w = np.exp(-distances / (2 * h * h))
    return w / w.sum(axis=1, keepdims=True)


def lines(z, at, y, w):
    """The local lines: values a (one a reference and output) and slopes b."""
    n, k = z.shape
    a, b = np.empty((len(at), y.shape[1])), np.empty((len(at), k, y.shape[1]))
    ridge = np.diag([1e-12] + [RIDGE] * k)
    near = np.ones((n, k + 1))
    for j, reference in enumerate(at):
        near[:, 1:] = z - z[reference]
        weighted = near * w[j][:, None]
        found = np.linalg.solve(weighted.T @ near + ridge, weighted.T @ y)
        a[j], b[j] = found[0], found[1:]
    return a, b


def leading(b):
    """Eigenvectors of the mean outer product of slopes, that of the largest value first."""
    return np.linalg.eigh(np.einsum("jkq,jlq->kl", b, b))[1][:, ::-1]


def from_gradients(x, y, at, dim):
    """Directions by outer products of gradients, narrowed step by step."""
    directions = np.eye(x.shape[1])
    while True:
        z = x @ directions
        _, b = lines(z, at, y, weights(z, at, GRADIENTS))
        k = directions.shape[1]
        narrower = max(dim, min(k - 1, int(k / NARROWING)))
        directions = directions @ leading(b)[:, :narrower]
        if k == dim:
            return directions


def refined(x, y, at, directions):
    """One step: lines for the directions, then the best directions for these lines."""
    p, m = directions.shape
    z = x @ directions
    w = weights(z, at, REFINED)
    a, b = lines(z, at, y, w)
    left, right = np.zeros((m, p, m, p)), np.zeros((m, p))
    for j, reference in enumerate(at):
        near = x - x[reference]
        weighted = near * w[j][:, None]
        left += (b[j] @ b[j].T)[:, None, :, None] * (weighted.T @ near)[None, :, None, :]
        right += b[j] @ (weighted.T @ (y - a[j])).T
    left = left.reshape(m * p, m * p)
    left += (1e-6 * np.trace(left) / (m * p) + 1e-300) * np.eye(m * p)
    return np.linalg.qr(np.linalg.solve(left, right.ravel()).reshape(m, p).T)[0]


def rmave(x, y, dim):
    """Directions in the units of x, one a row."""
    x, y = x - x.mean(axis=0), y.reshape(len(x), -1)
    y = (y - y.mean(axis=0)) / np.sqrt(np.mean((y - y.mean(axis=0)) ** 2))
    white = whitening(x)
    x = x @ white
    dim = min(dim, x.shape[1])
    at = np.sort(np.random.default_rng(1).permutation(len(x))[:REFERENCES])
    directions = from_gradients(x, y, at, dim)
    for _ in range(STEPS):
        before, directions = directions, refined(x, y, at, directions)
        if np.linalg.norm(before @ before.T - directions @ directions.T) < SETTLED:
            break
    z = x @ directions
    _, b = lines(z, at, y, weights(z, at, REFINED))
    return (white @ directions @ leading(b)).T


def say(**entries):
    print(json.dumps(entries), flush=True)


def main(x_file, y_file, dim):
    x, y = np.load(x_file), np.load(y_file)
    say(ready=True)
    start = time.perf_counter()
    try:
        found = rmave(x, y, int(dim))
    except (MemoryError, np.linalg.LinAlgError) as problem:
        say(error=" ".join(f"{type(problem).__name__}: {problem}".split())[:300])
        return
    say(seconds=time.perf_counter() - start, runs=1, directions=found.tolist())


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Make a table of many inputs with three planted concepts of little variance, and tell how far the components
of a model are from these; docs/wide.md has what was found. usage (needs numpy):

python scripts/wide.py make SEED ROWS INPUTS OUT.npy    inputs, a power of 2 of them, the number y, and the class y > 0;
                                                        4000 new rows go to OUT.npy.test.npy, the concepts to OUT.npy.truth.npy
python scripts/wide.py angles OUT.npy MODEL.json        canonical angles of the components to the concepts on the new rows

Input axes have variances 1/i. Those of the concepts are the first three that have less than a thousandth of the sum
together. All are rotated at random, by two Hadamard transforms with signs and a permutation."""
import json
import sys

import numpy as np


def hadamard(x):
    """Rows times the orthonormal Hadamard matrix."""
    half, out = 1, x
    while half < x.shape[1]:
        pairs = out.reshape(len(x), -1, 2, half)
        out = np.concatenate([pairs[:, :, :1] + pairs[:, :, 1:], pairs[:, :, :1] - pairs[:, :, 1:]], axis=2).reshape(x.shape)
        half *= 2
    return out * np.float32(x.shape[1] ** -0.5)


def make(seed, rows, inputs, path):
    draw = np.random.default_rng(seed)
    first, second = draw.choice([-1, 1], inputs).astype(np.float32), draw.choice([-1, 1], inputs).astype(np.float32)
    order, variance = draw.permutation(inputs), 1 / np.arange(1, inputs + 1)
    planted = np.argmax(variance / variance.sum() < 1e-3 / 3) + np.arange(3)

    def rotated(x):
        return hadamard(hadamard(x * first)[:, order] * second)

    np.save(path + ".truth.npy", rotated(np.eye(inputs, dtype=np.float32)[planted]))
    for name, count in ((path, rows), (path + ".test.npy", 4000)):
        table = np.lib.format.open_memmap(name, "w+", np.float32, (count, inputs + 2))
        for at in range(0, count, 1000):
            some = table[at : at + 1000]
            scores = draw.standard_normal((len(some), inputs), dtype=np.float32)
            a, b, c = scores[:, planted].T
            y = a + 0.7 * (b**2 - 1) / 2**0.5 + 0.7 * a * c + 0.3 * draw.standard_normal(len(some), dtype=np.float32)
            some[:, :-2], some[:, -2], some[:, -1] = rotated(scores * np.sqrt(variance).astype(np.float32)), y, y > 0


def angles(path, model):
    with open(model) as file:
        found = json.load(file)
    weights = np.array(found["components"]) / np.array(found["scale"])
    x = np.load(path + ".test.npy")[:, :-2].astype(float)
    spans = [np.linalg.qr(z - z.mean(0))[0] for z in (x @ weights.T, x @ np.load(path + ".truth.npy").T)]
    cosines = np.linalg.svd(spans[0].T @ spans[1], compute_uv=False)
    print(*np.degrees(np.arccos(np.clip(cosines, 0, 1))).round(1))


if sys.argv[1] == "make":
    make(int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
else:
    angles(*sys.argv[2:])

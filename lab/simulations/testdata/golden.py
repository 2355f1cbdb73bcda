"""Writes golden.json: what models.py draws. Run where models.py is: python golden.py > golden.json

sum: of all entries, each times its place modulo 97, places counted by rows from 0."""
import json
import sys

import numpy as np

sys.path.insert(0, '.')
import models


def total(a):
    a = np.asarray(a, float).ravel()
    return float(a @ (np.arange(a.size) % 97))


def drawn(name, n, d, replicate):
    x, y, b, kind = models.table(name, n, d, replicate)
    assert (kind == 'class') == (name in ('bin_sq', 'rings'))
    return {'model': name, 'n': n, 'd': d, 'replicate': replicate, 'x': x[:2, :6].tolist(), 'sum_x': total(x), 'y': y[:5].tolist(), 'sum_y': total(y),
            'directions': b[:, :10].tolist(), 'sum_directions': total(b)}


def generator(entropy):
    new = lambda: np.random.default_rng(entropy)
    return {'entropy': entropy, 'uint64': [str(v) for v in new().bit_generator.random_raw(5)], 'uniform': new().random(5).tolist(), 'permutation': new().permutation(20).tolist(),
            'sum_permutation': total(new().permutation(10_007)), 'gamma': new().gamma(2.5, 1, 5).tolist(),
            'sum_normal': total(new().standard_normal(200_000)), 'largest_normal': float(np.abs(new().standard_normal(200_000)).max()),
            'sum_exponential': total(new().standard_exponential(200_000)), 'largest_exponential': float(new().standard_exponential(200_000).max()),
            'sum_gamma': total(new().gamma(2.5, 1, 50_000)), 'sum_student': total(new().standard_t(3, 50_000)), 'sum_laplace': total(new().laplace(0, 1, 50_000))}


sizes = sorted(set(models.CELLS), key=models.CELLS.index)
names = sorted(set(c[0] for c in sizes), key=[c[0] for c in sizes].index)
others = [(name, 57, 23, 2 ** 32 + 5) for name in names] + [('outliers', 300, 8, 0)]
out = {'generators': [generator(e) for e in ([0], [7], [1, 2, 3, 4], [2 ** 40 + 1, 100, 20, 9, 2 ** 63])],
       'tables': [drawn(*c, 3) for c in sizes] + [drawn(*c) for c in others]}
print('{"generators": [\n' + ',\n'.join(map(json.dumps, out['generators'])) + '],\n"tables": [\n' + ',\n'.join(map(json.dumps, out['tables'])) + ']}')

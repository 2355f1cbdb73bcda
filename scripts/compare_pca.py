"""Times scikit-learn's PCA on the sizes of `go test -run none -bench PCA .`"""
import time

import numpy as np
import sklearn
from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler

n, d = 1_000_000, 50
x = np.random.default_rng(1).standard_normal((n, d)) * np.arange(1, d + 1)
print("scikit-learn", sklearn.__version__, "numpy", np.__version__)
for name, fit in [
    ("own units, default solver", lambda: PCA(10).fit(x)),
    ("own units, covariance_eigh", lambda: PCA(10, svd_solver="covariance_eigh").fit(x)),
    ("scaled, default solver", lambda: PCA(10).fit(StandardScaler().fit_transform(x))),
]:
    best = min(_time for _time in (
        (lambda s: (fit(), time.perf_counter() - s)[1])(time.perf_counter()) for _ in range(5)))
    print(f"{name}: {best:.3f} s")

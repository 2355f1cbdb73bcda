"""One method of another program on arrays in files, for `suffice-lab bench peers`.

    python peers.py versions
    python peers.py fit METHOD X.npy Y.npy

The first prints the versions of what is installed. The second loads x (n rows of d
inputs) and y (n numbers), says so, fits two components, and prints what came of it: a
line of JSON each time. Time is what cores worked for the fit alone, the least of several
runs where they are short; memory is the most that this process has held after the first of
them, Python and the data included.
"""

import importlib.metadata
import json
import platform
import sys
import time
import warnings

PACKAGES = ["numpy", "scipy", "scikit-learn", "statsmodels", "sliced", "direpack"]
SLICES = 10  # of y, for all methods that cut it; also the classes of LDA and NCA
DIM = 2
ENOUGH = 0.5  # seconds after which a fit is not repeated,
MOST = 20  # nor more often than this


def classes(y):
    """SLICES classes of equally many rows, by the size of y."""
    import numpy as np

    return np.searchsorted(np.quantile(y, np.arange(1, SLICES) / SLICES), y)


# Each method returns how to fit it and how to get directions in the units of x from the
# fitted model, one a row. What is imported and prepared here is not timed.


def sklearn_pca(x, y):
    from sklearn.decomposition import PCA

    return lambda: PCA(n_components=DIM).fit(x), lambda model: model.components_


def sklearn_pls(x, y):
    from sklearn.cross_decomposition import PLSRegression

    # Rotations are for columns of standard deviation 1.
    return lambda: PLSRegression(n_components=DIM).fit(x, y), lambda model: (model.x_rotations_.T / x.std(axis=0, ddof=1))


def sklearn_lda(x, y):
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    c = classes(y)
    return lambda: LinearDiscriminantAnalysis(n_components=DIM).fit(x, c), lambda model: model.scalings_[:, :DIM].T


def sklearn_nca(x, y):
    from sklearn.neighbors import NeighborhoodComponentsAnalysis

    c = classes(y)
    return (
        lambda: NeighborhoodComponentsAnalysis(n_components=DIM, random_state=1).fit(x, c),
        lambda model: model.components_,
    )


def statsmodels_sir(x, y):
    from statsmodels.regression.dimred import SlicedInverseReg

    return (
        lambda: SlicedInverseReg(y, x).fit(slice_n=len(y) // SLICES),
        lambda model: model.params[:, :DIM].T,
    )


def statsmodels_save(x, y):
    from statsmodels.regression.dimred import SlicedAverageVarianceEstimation

    return (
        lambda: SlicedAverageVarianceEstimation(y, x).fit(slice_n=len(y) // SLICES),
        lambda model: model.params[:, :DIM].T,
    )


def sliced_sir(x, y):
    from sliced import SlicedInverseRegression

    return (
        lambda: SlicedInverseRegression(n_directions=DIM, n_slices=SLICES).fit(x, y),
        lambda model: model.directions_,
    )


def sliced_save(x, y):
    from sliced import SlicedAverageVarianceEstimation

    return (
        lambda: SlicedAverageVarianceEstimation(n_directions=DIM, n_slices=SLICES).fit(x, y),
        lambda model: model.directions_,
    )


def direpack_sudire(kind):
    def prepare(x, y):
        from direpack import sudire

        column = y.reshape(-1, 1)
        return (
            lambda: sudire(kind, n_components=DIM, n_slices=SLICES, fit_ols=False).fit(x, column),
            lambda model: model.x_loadings_.T,
        )

    return prepare


def numpy_dr(x, y):
    """Directional regression, Li and Wang (2007)."""
    import numpy as np

    label = classes(y)

    def run():
        n, d = x.shape
        c = x - x.mean(axis=0)
        values, vectors = np.linalg.eigh(c.T @ c / n)
        root = vectors / np.sqrt(values)
        z = c @ root
        f, between = -2 * np.eye(d), np.zeros((d, d))
        for one in range(SLICES):
            part = z[label == one]
            share, second, mean = len(part) / n, part.T @ part / len(part), part.mean(axis=0)
            f += 2 * share * second @ second
            between += share * np.outer(mean, mean)
        f += 2 * between @ between + 2 * np.trace(between) * between
        return (root @ np.linalg.eigh(f)[1][:, ::-1][:, :DIM]).T

    return run, lambda model: model


def numpy_gkdr(x, y, ridge=1e-3):
    """Gradient-based kernel dimension reduction, Fukumizu and Leng (2014), on all rows."""
    import numpy as np

    def kernel(a):
        squares = ((a * a).sum(axis=1)[:, None] + (a * a).sum(axis=1)[None] - 2 * a @ a.T).clip(0)
        width = np.median(np.sqrt(squares[squares > 0]))
        return np.exp(-squares / (2 * width**2)), width

    def run():
        n, d = x.shape
        spread = x.std(axis=0)
        z = (x - x.mean(axis=0)) / spread
        k, width = kernel(z)
        l = kernel(y.reshape(-1, 1))[0]
        l = l - l.mean(axis=0)
        l = l - l.mean(axis=1, keepdims=True)
        inverse = np.linalg.inv(k + n * ridge * np.eye(n))
        middle = inverse @ l @ inverse
        total = np.zeros((d, d))
        for i in range(n):
            gradient = (z - z[i]) * k[:, i : i + 1] / width**2
            total += gradient.T @ middle @ gradient / n
        return np.linalg.eigh(total)[1][:, ::-1][:, :DIM].T / spread

    return run, lambda model: model


METHODS = {
    "scikit-learn/pca": sklearn_pca,
    "scikit-learn/pls": sklearn_pls,
    "scikit-learn/lda": sklearn_lda,
    "scikit-learn/nca": sklearn_nca,
    "statsmodels/sir": statsmodels_sir,
    "statsmodels/save": statsmodels_save,
    "sliced/sir": sliced_sir,
    "sliced/save": sliced_save,
    "direpack/sir": direpack_sudire("sir"),
    "direpack/save": direpack_sudire("save"),
    "numpy/dr": numpy_dr,
    "numpy/gkdr": numpy_gkdr,
}


def say(**entries):
    print(json.dumps(entries), flush=True)


def held(entry):
    """Bytes of memory by the name of an entry of Linux; 0 elsewhere."""
    try:
        with open("/proc/self/status") as status:
            for line in status:
                if line.startswith(entry + ":"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def bound():
    """Makes a request for more memory than there is an error, rather than the end of
    some process."""
    try:
        import resource

        with open("/proc/meminfo") as info:
            for line in info:
                if line.startswith("MemAvailable:"):
                    available = int(line.split()[1]) * 1024
                    resource.setrlimit(resource.RLIMIT_AS, (available, available))
    except (ImportError, OSError, ValueError):
        pass


def versions():
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            pass
    say(**found)


def fit(method, x_file, y_file):
    import numpy as np

    warnings.simplefilter("ignore")
    bound()
    x, y = np.load(x_file), np.load(y_file)
    run, directions = METHODS[method](x, y)
    say(ready=True, loaded_bytes=held("VmRSS"))
    runs, spent, least, peak, model = 0, 0.0, float("inf"), 0, None
    while runs < 1 or spent < ENOUGH and runs < MOST:
        model = None  # that of the run before would count as memory
        start = time.process_time()  # what all threads worked
        model = run()
        took = time.process_time() - start
        runs, spent, least = runs + 1, spent + took, min(least, took)
        peak = peak or held("VmHWM")
    found = np.asarray(directions(model), dtype=float)
    if not np.isfinite(found).all():
        raise ValueError("the components are not finite")
    say(seconds=least, runs=runs, peak_bytes=peak, directions=found.tolist())


def main(arguments):
    try:
        if arguments[:1] == ["versions"]:
            versions()
        else:
            fit(*arguments[1:])
    except MemoryError:
        say(error="needs more memory than there is", memory=True)
    except Exception as problem:  # whatever it is, the others are still measured
        say(error=" ".join(f"{type(problem).__name__}: {problem}".split())[:300])


if __name__ == "__main__":
    main(sys.argv[1:])

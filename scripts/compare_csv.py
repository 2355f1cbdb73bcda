#!/usr/bin/env python3
"""Compare reading CSV with pandas and with Go's encoding/csv, in one run on one machine.

    python scripts/compare_csv.py
    python scripts/compare_csv.py --rounds 9 --rows 200000

Needs Python 3.9 and Go. pandas is measured where it is installed, with its own parser and,
where pyarrow is installed too, with that of pyarrow, which uses all cores. Nothing else in
this project needs Python.

Each round reads each file once with everyone, one after the other, so that whatever else
slows the machine down slows all; the fastest run counts. Files are read from the memory of
the system, not from the disk, because the round before has put them there. suffice and
pandas make a table; encoding/csv only makes the numbers, with strconv.

Rates are in MB (10^6 bytes) of text a second, and in brackets a second of work by one
core, which says more on a machine that has other things to do.
"""

import argparse
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

# name, columns (of a million rows of 10, as many numbers in all), how a number is written
FILES = [
    ("floats of 17 digits", 10, lambda r: "%.17g" % r.gauss(0, 1)),
    ("decimals of 3 digits", 10, lambda r: "%.3f" % r.gauss(0, 1)),
    ("integers below 10^6", 10, lambda r: str(r.randrange(1_000_000))),
    ("floats, 100 columns", 100, lambda r: "%.17g" % r.gauss(0, 1)),
]


def write_file(path, rows, columns, number, seed):
    r = random.Random(seed)
    with open(path, "w") as out:
        out.write(",".join(f"x{j}" for j in range(columns)) + "\n")
        for _ in range(rows):
            out.write(",".join([number(r) for _ in range(columns)]) + "\n")


def build_benchmark(folder):
    program = os.path.join(folder, "table.test")
    try:
        subprocess.run(["go", "test", "-c", "-o", program, "./table"], cwd=ROOT, check=True)
    except FileNotFoundError:
        sys.exit("compare_csv: Go is missing; install it")
    return program


def run_benchmark(program, path, name, threads):
    """Seconds, seconds of work, and bytes allocated, to read the file once."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(
        [program, "-test.run", "none", "-test.bench", f"ReadFile/{name}$", "-test.cpu", str(threads), "-test.benchtime", "1x"],
        env={**os.environ, "SUFFICE_CSV": path}, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = re.search(r"\s(\d+) ns/op.*?\s(\d+) B/op", out)
    if not found:
        sys.exit(f"compare_csv: no result in {out!r}")
    work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return int(found[1]) / 1e9, work, int(found[2])


def pandas_readers():
    try:
        import pandas
    except ImportError:
        print(f"pandas is missing: install it for {sys.executable} to compare with it")
        return {}
    readers = {f"pandas {pandas.__version__}": lambda path: pandas.read_csv(path)}
    try:
        import pyarrow
        readers[f"pandas, pyarrow {pyarrow.__version__}"] = lambda path: pandas.read_csv(path, engine="pyarrow")
    except ImportError:
        print(f"pyarrow is missing: install it for {sys.executable} to compare with it")
    return readers


def run_reader(read, path):
    start, worked = time.perf_counter(), time.process_time()
    read(path)
    return time.perf_counter() - start, time.process_time() - worked, 0


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--rows", type=int, default=1_000_000, help="of files with 10 columns; others have as many numbers")
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    readers = pandas_readers()
    with tempfile.TemporaryDirectory() as folder:
        program = build_benchmark(folder)
        for kind, columns, number in FILES:
            rows = max(1, options.rows * 10 // columns)
            path = os.path.join(folder, "numbers.csv")
            write_file(path, rows, columns, number, options.seed)
            size = os.path.getsize(path) / 1e6
            runs = {f"suffice, {n} thread{'s' if n > 1 else ''}": (lambda n=n: run_benchmark(program, path, "suffice", n)) for n in sorted({1, cores})}
            runs["encoding/csv"] = lambda: run_benchmark(program, path, "encoding", 1)
            for name, read in readers.items():
                runs[name] = lambda read=read: run_reader(read, path)
            best = {name: (float("inf"),) * 3 for name in runs}
            for _ in range(options.rounds):
                for name, run in runs.items():
                    best[name] = tuple(min(a, b) for a, b in zip(best[name], run()))
            print(f"\n{kind}: {rows} rows of {columns}, {size:.0f} MB")
            for name, (seconds, work, allocated) in best.items():
                line = f"  {name:24} {size / seconds:5.0f} MB/s ({size / max(work, 1e-9):4.0f})"
                if allocated:
                    line += f"  memory {allocated / (8 * rows * columns):.2f} of the numbers"
                print(line, flush=True)


if __name__ == "__main__":
    main()

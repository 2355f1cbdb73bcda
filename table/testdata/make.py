"""Makes the files of this folder with pyarrow and NumPy: python3 make.py"""

import datetime as dt
import json
from decimal import Decimal

import numpy as np
import scipy.sparse
import pyarrow as pa
import pyarrow.parquet as pq

n = 12
random = np.random.default_rng(1)
day, start = dt.timedelta(days=1), dt.datetime(2020, 1, 1)
columns = {
    "double": pa.array(random.normal(size=n)),
    "gaps": pa.array([None if i % 5 == 3 else i / 7 for i in range(n)]),
    "float": pa.array(random.normal(size=n).astype("float32")),
    "half": pa.array(random.normal(size=n).astype("float16")),
    "int8": pa.array((np.arange(n) * 20 - 120).astype("int8")),
    "uint32": pa.array((np.arange(n) + 2**32 - n).astype("uint32")),
    "uint64": pa.array(np.arange(n, dtype="uint64") * 1000 + 2**63),
    "int64": pa.array(np.arange(n) - 5),
    "bool": pa.array([None if i == 4 else i % 3 == 0 for i in range(n)]),
    "word": pa.array([None if i == 2 else ["red", "grün", ""][i % 3] for i in range(n)]),
    "decimal": pa.array([Decimal(i - 5) / 100 for i in range(n)], pa.decimal128(30, 2)),
    "money": pa.array([Decimal(i - 5) / 100 for i in range(n)], pa.decimal128(9, 2)),
    "date": pa.array([(start + i * day).date() for i in range(n)]),
    "moment": pa.array([start + i * day / 100000 for i in range(n)], pa.timestamp("us")),
    "clock": pa.array([dt.time(1, 2, i, 500000) for i in range(n)]),
    "nothing": pa.nulls(n),
    "tags": pa.array([[], None, ["a"], ["a", "b"]] * (n // 4)),
    "vector": pa.array([[1.0, 2.0]] * n),
    "nested": pa.array([{"a": i, "b": None} for i in range(n)], pa.struct([("a", pa.int32()), ("b", pa.float64())])),
}
table = pa.table(columns)


def write(name, **options):
    pq.write_table(table, name, row_group_size=7, store_schema=False, data_page_size=40, **options)


write("snappy.parquet", compression="snappy")
write("gzip.parquet", compression="gzip", data_page_version="2.0", use_dictionary=False)
write("zstd.parquet", compression="zstd", data_page_version="2.0", write_page_checksum=True)
write("plain.parquet", compression="none", use_dictionary=False, use_deprecated_int96_timestamps=True)
write("lz4.parquet", compression="lz4")


def cell(name, v):
    if v is None or v == [] or v == "":
        return None
    return {
        "bool": lambda: str(v).lower(),
        "word": lambda: v,
        "date": lambda: float((v - dt.date(1970, 1, 1)).days),
        "moment": lambda: (v - dt.datetime(1970, 1, 1)).total_seconds() / 86400,
        "clock": lambda: (v.hour * 3600 + v.minute * 60 + v.second + v.microsecond / 1e6) / 86400,
        "tags": lambda: ";".join(v),
    }.get(name, lambda: float(v))()


expected = {name: [cell(name, v) for v in table[name].to_pylist()] for name in columns if name not in ("vector", "nested")}
expected |= {f"vector[{k}]": [v[k] for v in table["vector"].to_pylist()] for k in range(2)}
expected["nested.a"] = [float(i) for i in range(n)]
expected["nested.b"] = [None] * n
json.dump(expected, open("parquet.json", "w"), ensure_ascii=False, indent=0)

x = random.normal(size=(5, 3))
record = np.zeros(5, dtype=[("a", "<f8"), ("wörd", "<U5"), ("n", ">i4"), ("s", "S3"), ("v", "<f4", (2,)), ("t", "M8[ms]"), ("ok", "?")])
record["a"] = [1, 2, np.nan, 4, 5]
record["wörd"] = ["x", "yé", "", "z😀", "x"]
record["n"] = np.arange(5) - 2
record["s"] = [b"a", b"bc", b"", b"d", b"a"]
record["v"] = np.arange(10).reshape(5, 2) / 4
record["t"] = np.array(["1970-01-02", "NaT", "2020-01-01T00:00:00.5", "1970-01-01", "1969-12-31"], dtype="M8[ms]")
record["ok"] = [1, 0, 1, 1, 0]
np.save("record.npy", record)
np.save("columns.npy", np.asfortranarray(x))
np.save("objects.npy", np.array([1, "a", None], dtype=object))
np.savez("several.npz", x=x, y=x[:, 0] > 0, label=np.array(["p", "q", "r", "p", "q"]))
np.savez_compressed("named.npz", z=np.asfortranarray(x), names=np.array(["p", "q", "r"]), y=np.arange(5), scalar=3)
def words(a): return [None if v in ("", b"") else v if isinstance(v, str) else v.decode() for v in a.tolist()]
json.dump({
    "a": [1.0, 2.0, None, 4.0, 5.0], "wörd": words(record["wörd"]), "n": (np.arange(5) - 2.0).tolist(), "s": words(record["s"]),
    "v1": record["v"][:, 0].tolist(), "v2": record["v"][:, 1].tolist(),
    "t": [1.0, None, 1577836800.5 / 86400, 0.0, -1.0], "ok": ["true", "false", "true", "true", "false"],
}, open("record.json", "w"), ensure_ascii=False, indent=0)
json.dump({
    "x1": x[:, 0].tolist(), "x2": x[:, 1].tolist(), "x3": x[:, 2].tolist(),
    "y": [str(v > 0).lower() for v in x[:, 0]], "label": ["p", "q", "r", "p", "q"],
}, open("several.json", "w"), indent=0)
json.dump({"p": x[:, 0].tolist(), "q": x[:, 1].tolist(), "r": x[:, 2].tolist(), "y": [0.0, 1.0, 2.0, 3.0, 4.0]}, open("named.json", "w"), indent=0)

# A sparse matrix of SciPy, with columns beside it.
dense = np.where(random.random((6, 12)) < 0.8, 0.0, random.normal(size=(6, 12)))
dense[2, 3] = np.nan
matrix = scipy.sparse.csr_array(dense)
parts = {"indices": matrix.indices, "indptr": matrix.indptr, "format": b"csr", "shape": matrix.shape, "data": matrix.data, "_is_array": True}
np.savez_compressed("matrix.npz", **parts, y=np.arange(6.0), label=np.array(["p", "q", "", "p", "q", "p"]))
json.dump({
    **{f"x{k + 1}": [None if np.isnan(v) else v for v in dense[:, k].tolist()] for k in range(12)},
    "y": [0.0, 1.0, 2.0, 3.0, 4.0, 5.0], "label": ["p", "q", None, "p", "q", "p"],
}, open("matrix.json", "w"), indent=0)

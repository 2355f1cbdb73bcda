"""Makes the files formats-* beside it, which formats_dirty_test.go reads: ordinary files as
other programs write them. Needs openpyxl, pandas, polars and pyarrow; run it in this folder."""
import bz2, gzip, io, json, lzma, os, pickle, random, sqlite3, struct, zipfile
import datetime as dt
import numpy as np, pandas as pd, polars as pl, pyarrow as pa, pyarrow.csv, pyarrow.feather as feather, pyarrow.parquet as pq
import openpyxl
from openpyxl.chart import BarChart

random.seed(1)
N = 24
rows = [(round(10 + 3 * random.gauss(0, 1), 2), random.randint(1, 9), random.choice(["red", "green", "blue"]), round(random.gauss(5, 2), 3)) for _ in range(N)]
names = ["length", "count", "colour", "price"]

def text(sep=",", header=names, rows=rows, end="\n", quote=""):
    lines = [sep.join(quote + h + quote for h in header)] if header else []
    lines += [sep.join(str(v) for v in r) for r in rows]
    return end.join(lines) + end

def put(name, content):
    with open("formats-" + name, "wb") as f:
        f.write(content.encode() if isinstance(content, str) else content)

frame = pd.DataFrame(rows, columns=names)

# layouts of text
put("sep.csv", "sep=;\r\n" + text(";", end="\r\n"))
put("title.csv", "Sales of the second quarter\nall numbers without tax\n\n" + text())
put("title-commas.csv", "Report 2024,,,\nunits: mm,,,\n,,,\n" + text())
put("title-comma-inside.csv", "Report, 2024\n" + text())
put("footless.tsv", "exported 2024-05-01\n" + text("\t"))
put("r-table.txt", " ".join('"%s"' % n for n in names) + "\n" + "".join('"%d" %s %d "%s" %s\n' % (i + 1, *r) for i, r in enumerate(rows)))
put("r-csv.csv", '"",' + ",".join('"%s"' % n for n in names) + "\n" + "".join('"%d",%s,%d,"%s",%s\n' % (i + 1, *r) for i, r in enumerate(rows)))
put("r-names.csv", ",".join(names) + "\n" + "".join("flat %d,%s,%d,%s,%s\n" % (i + 1, *r) for i, r in enumerate(rows)))
put("trailing.csv", ",".join(names) + "\n" + "".join("%s,%d,%s,%s,\n" % r for r in rows))
put("index.csv", frame.to_csv())
put("index-twice.csv", pd.read_csv(io.StringIO(frame.to_csv())).to_csv())
put("utf16le.csv", text().encode("utf-16-le"))
put("utf16be.csv", text().encode("utf-16-be"))
put("utf16.csv", text(";").encode("utf-16"))
put("latin1.csv", text(header=["Länge", "count", "colour", "Größe"]).encode("latin-1"))
put("cr.csv", text(end="\r"))
put("blanks.csv", text(", "))
put("twice.csv", text(header=["x", "x", "colour", "price"]))
put("headerless.csv", text(header=None, rows=[r[:2] + r[3:] for r in rows]))
put("quoted-lines.csv", "name,note,size\n" + "".join('"n%d","first line\nsecond, ""line""",%d\n' % (i, i * i % 17) for i in range(N)))
put("empty.csv", b"")
put("only-header.csv", "a,b,c\n")

# packed
put("packed.csv.xz", lzma.compress(text().encode()))
put("packed.csv.bz2", bz2.compress(text().encode()))
put("packed.csv.gz", gzip.compress(text().encode(), mtime=0))

def zipped(name, members):
    with zipfile.ZipFile("formats-" + name, "w", zipfile.ZIP_DEFLATED) as z:
        for member, content in members:
            z.writestr(zipfile.ZipInfo(member, (2024, 1, 1, 0, 0, 0)), content)

zipped("one.zip", [("data/table.csv", text()), ("__MACOSX/._table.csv", b"\0\5\x16\7")])
zipped("two.zip", [("a.csv", text()), ("b.csv", text())])

# workbooks
def book(name, fill):
    b = openpyxl.Workbook()
    fill(b)
    b.save("formats-" + name)

def plain(b):
    b.active.append(names)
    for r in rows: b.active.append(r)

def titled(b):
    b.active.title = "Read me"
    b.active["A1"] = "Figures of 2024"
    s = b.create_sheet("Data")
    s["B2"] = "Report"
    for j, n in enumerate(names + ["when", "sold", "rate"]): s.cell(5, 2 + j, n)
    for i, r in enumerate(rows):
        extra = (dt.date(2024, 1, 1) + dt.timedelta(days=i), i % 2 == 0, "#DIV/0!" if i == 3 else i / 7)
        for j, v in enumerate(r + extra): s.cell(6 + i, 2 + j, v)
    b.create_sheet("Other").append(["a", "b"])

book("plain.xlsx", plain)
book("titled.xlsx", titled)

# columns in files
frame["when"] = pd.date_range("2024-01-01", periods=N)
frame["sold"] = [i % 2 == 0 for i in range(N)]
frame.loc[3, "price"] = np.nan
frame["colour"] = frame["colour"].astype("category")
feather.write_feather(pa.Table.from_pandas(frame, preserve_index=False), "formats-lz4.feather")
with pa.OSFile("formats-plain.arrow", "wb") as f, pa.ipc.new_file(f, pa.Schema.from_pandas(frame, preserve_index=False)) as w:
    w.write_table(pa.Table.from_pandas(frame, preserve_index=False), max_chunksize=10)
with pa.OSFile("formats-zstd.arrows", "wb") as f:
    t = pa.Table.from_pandas(frame, preserve_index=False)
    with pa.ipc.new_stream(f, t.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as w: w.write_table(t)
vectors = pa.table({
    "v": pa.array([[float(i + k) for k in range(3)] for i in range(N)], pa.list_(pa.float32())),
    "tags": pa.array([["a", "b"][: 1 + i % 2] for i in range(N)]),
    "y": [i * i % 7 for i in range(N)],
})
pq.write_table(vectors, "formats-lists.parquet", compression="snappy")
feather.write_feather(vectors, "formats-lists.feather", compression="uncompressed")
ragged = vectors.set_column(0, "v", pa.array([[1.0] * (1 + i % 2) for i in range(N)]))
pq.write_table(ragged, "formats-ragged.parquet")

# times in all units, the same in three formats
def counts(per_second, first): return pa.array([None if i == 5 else first * per_second + i * (86400 * per_second + 7919 * per_second // 1000) for i in range(N)])
def clocks(per_second): return pa.array([None if i == 5 else 3600 * i * per_second + 7919 * per_second // 1000 for i in range(N)])
units, start = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}, 1700000000
stamps = {"at_" + u: counts(n, start).cast(pa.timestamp(u)) for u, n in units.items()}
times = pa.table({
    "day": stamps["at_s"].cast(pa.date32()),
    "day64": stamps["at_s"].cast(pa.date32()).cast(pa.date64()),
    "early": counts(10**3, -start).cast(pa.timestamp("ms")),
    **stamps,
    "zone": counts(10**6, start).cast(pa.timestamp("us", "Europe/Berlin")),
    **{"clock_" + u: clocks(n).cast(pa.int32() if n <= 1000 else pa.int64()).cast(pa.time32(u) if n <= 1000 else pa.time64(u)) for u, n in units.items()},
})
pq.write_table(times, "formats-times.parquet", version="2.6")
pa.csv.write_csv(times, "formats-times.csv")
spans = {"span_" + u: clocks(n).cast(pa.duration(u)) for u, n in units.items()}
again = {"repeated": pa.DictionaryArray.from_arrays(pa.array([None if i == 5 else i for i in range(N)]), stamps["at_us"].fill_null(0))}
everything = pa.table({**dict(zip(times.column_names, times.columns)), **spans, **again})
feather.write_feather(everything, "formats-times.feather", compression="uncompressed")
of_polars = pl.from_arrow(everything).with_columns(pl.from_pandas(frame)["colour", "price", "sold"])
of_polars.write_ipc("formats-polars.arrow", compression="zstd", record_batch_size=10)
of_polars.write_ipc_stream("formats-polars.arrows")
put("columns.json", pd.DataFrame(rows, columns=names).to_json())
put("records.json", pd.DataFrame(rows, columns=names).to_json(orient="records"))

# databases
def database(name, tables):
    path = "formats-" + name
    if os.path.exists(path): os.remove(path)
    d = sqlite3.connect(path)
    for t in tables:
        d.execute(f"create table {t} (length real, count integer, colour text, price text)")
        d.executemany(f"insert into {t} values (?, ?, ?, ?)", rows)
    d.commit(); d.close()

database("one.sqlite", ["flats"])
database("two.sqlite", ["flats", "houses"])

# parts
os.makedirs("formats-parts", exist_ok=True)
for k in range(3):
    pd.DataFrame(rows[8 * k : 8 * k + 8], columns=names).to_parquet(f"formats-parts/part-{k}.parquet")
open("formats-parts/_SUCCESS", "w").close()

# not read
put("old.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504))
put("spss.sav", b"$FL2@(#) SPSS DATA FILE" + bytes(100))
pd.DataFrame(rows, columns=names).to_stata("formats-stata.dta", write_index=False)
put("r.rds", gzip.compress(b"X\n\x00\x00\x00\x03\x00\x04\x02\x01" + bytes(50), mtime=0))
put("pickle.pkl", pickle.dumps(rows))
put("hdf.h5", b"\x89HDF\r\n\x1a\n" + bytes(100))
put("report.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n")
put("page.csv", "<!DOCTYPE html>\n<html><body>Please log in</body></html>\n")
put("base.duckdb", bytes(8) + b"DUCK" + bytes(100))

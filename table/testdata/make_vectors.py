"""Makes vectors.parquet and vectors.arrow with Spark and pyarrow: python3 make_vectors.py"""

import glob
import shutil

import pyarrow
import pyarrow.parquet
from pyspark.ml.linalg import Vectors
from pyspark.sql import SparkSession

spark = SparkSession.builder.master("local[1]").getOrCreate()
rows = [(float(k), Vectors.sparse(4, [k % 4], [k + 0.5]) if k % 2 else Vectors.dense([k, 1, 2, k % 3])) for k in range(6)]
spark.createDataFrame(rows, ["y", "features"]).coalesce(1).write.parquet("made")
shutil.move(glob.glob("made/part*")[0], "vectors.parquet")
shutil.rmtree("made")
table = pyarrow.parquet.read_table("vectors.parquet")
with pyarrow.ipc.new_file("vectors.arrow", table.schema) as out:
    out.write_table(table)

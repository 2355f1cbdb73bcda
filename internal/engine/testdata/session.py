"""Runs commands in one session of Spark, for tests: a line of JSON each, on standard input, and
for each a line on standard output, with its exit code."""

import json
import os
import sys

import suffice_spark
from pyspark.sql import SparkSession

spark = SparkSession.builder.appName("suffice tests").config("spark.log.level", "WARN").getOrCreate()
spark.sparkContext.addPyFile(suffice_spark.__file__)
results = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # what commands print is for people
print("ready", file=results, flush=True)
for line in sys.stdin:
    words = json.loads(line)
    if words[0] == "table":  # name, path: makes a table that Spark knows
        spark.read.parquet(words[2]).createOrReplaceTempView(words[1])
        code = 0
    else:
        try:
            code = suffice_spark.run(spark, suffice_spark.parsed(words))
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
    print(code, file=results, flush=True)
spark.stop()

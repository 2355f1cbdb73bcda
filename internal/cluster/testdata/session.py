"""Runs commands in one session of Spark, for tests: each is a line of JSON in a file, and its exit
code a line of another. What a command prints comes after a line with its number."""

import json
import sys

import suffice_spark

spark = suffice_spark.session("tests")
commands, codes = sys.argv[1:]
with open(commands) as lines, open(codes, "w") as results:
    for k, line in enumerate(lines):
        words = json.loads(line)
        print(f"== {k}", flush=True)
        code = 0
        if words[0] == "table":  # name, path: makes a table that Spark knows
            read = spark.read.parquet(words[2]) if words[2].endswith(".parquet") else spark.read.csv(words[2], header=True, inferSchema=True)
            read.createOrReplaceTempView(words[1])
        elif words[0] == "setting":
            print(spark.sparkContext.getConf().get(words[1]))
        elif words[0] in ("components", "predictions"):  # table, model, path, options: writes what the function gives
            function = suffice_spark.transform if words[0] == "components" else suffice_spark.predict
            function(spark.table(words[1]), words[2], **json.loads(words[4])).write.parquet(words[3])
        else:
            try:
                code = suffice_spark.run(spark, suffice_spark.parsed(words))
            except SystemExit as end:
                print(end)
                code = end.code if isinstance(end.code, int) else 1
        print(code, file=results, flush=True)
spark.stop()

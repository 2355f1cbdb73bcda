package engine

import _ "embed" // programs go with the binary that they run

// Spark is a PySpark program that runs suffice as a job.
//
//go:embed suffice_spark.py
var Spark string

// Dask is a Python program that runs suffice on the workers of a Dask cluster.
//
//go:embed suffice_dask.py
var Dask string

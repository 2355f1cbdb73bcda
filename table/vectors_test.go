package table

import (
	"path/filepath"
	"testing"
)

// Vectors of Spark ML are refused, in files as Spark and pyarrow write them, unless they are left
// out: the values of a sparse one are not those of its places.
func TestVectorsOfSparkAreRefused(t *testing.T) {
	for _, file := range []string{"vectors.parquet", "vectors.arrow"} {
		path := filepath.Join("testdata", file)
		_, err := ReadFile(t.Context(), path, Options{})
		wantError(t, err, path+`, column "features": it holds vectors of Spark ML, which are not read; make lists of them by vector_to_array (pyspark.ml.functions), or leave the column out`)
		read, err := ReadFile(t.Context(), path, Roles{Exclude: []string{"features"}}.Reading(Options{}))
		if err != nil {
			t.Fatal(err)
		}
		if y, err := read.Numbers("y"); err != nil || len(y) != 6 || y[5] != 5 {
			t.Errorf("%s: the column beside has %v, %v", file, y, err)
		}
	}
}

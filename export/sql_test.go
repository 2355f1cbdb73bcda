package export

import (
	"fmt"
	"strings"
	"testing"

	"suffice"
)

const sqlite = `
import json, sqlite3, sys
given = json.load(sys.stdin)
quoted = lambda name: '"' + name.replace('"', '""') + '"'
db = sqlite3.connect(":memory:")
db.execute("CREATE TABLE " + given["table"] + " (" + ", ".join(map(quoted, given["columns"])) + ")")
db.executemany("INSERT INTO " + given["table"] + " VALUES (" + ", ".join("?" * len(given["columns"])) + ")", given["rows"])
result = db.execute(given["sql"])
print(json.dumps({"names": [column[0] for column in result.description], "rows": result.fetchall()}))
`

type answer struct {
	Names []string
	Rows  [][]float64
}

// The level of the strange model stands in its column as text, beside others.
func TestSQLiteComputesTheSame(t *testing.T) {
	m := strange(3)
	x := table(m, 20)
	level := m.Levels["sex=F"]
	columns, rows := append([]string{"id"}, m.Inputs...), make([][]any, len(x))
	for i := range x {
		rows[i] = append(rows[i], i)
		for j, name := range m.Inputs {
			var v any = x[i][j]
			if name == "sex=F" {
				columns[j+1] = level.Column
				if v = "M"; x[i][j] == 1 {
					v = level.Value
				}
			}
			rows[i] = append(rows[i], v)
		}
	}
	var got answer
	python(t, "sqlite3", sqlite, map[string]any{
		"table": `"my ""rows"""`, "columns": columns, "rows": rows,
		"sql": exported(t, "sql", m, Options{Table: `"my ""rows"""`, Keep: []string{"id"}}),
	}, &got)
	if names := strings.Join(got.Names, " "); names != "id z1 z2 z3" {
		t.Errorf("columns %s", names)
	}
	want := transformed(t, m, x)
	for i := range want {
		want[i] = append([]float64{float64(i)}, want[i]...)
	}
	wantClose(t, got.Rows, want, 1e-12) // SQLite before 3.42 reads decimals to 15 digits or so
}

// A model of many inputs stays within the depth of expressions that SQLite and DuckDB take.
func TestSQLOfManyInputs(t *testing.T) {
	const d = 1500
	m := &suffice.Projection{Components: [][]float64{make([]float64, d)}}
	row := make([]any, d)
	x := make([][]float64, 1)
	for j := range d {
		m.Inputs = append(m.Inputs, fmt.Sprintf("x%d", j))
		m.Mean, m.Scale = append(m.Mean, 1), append(m.Scale, 2)
		m.Components[0][j] = float64(j%7) - 3
		x[0] = append(x[0], float64(j%5))
		row[j] = j % 5
	}
	var got answer
	python(t, "sqlite3", sqlite, map[string]any{"table": "data", "columns": m.Inputs, "rows": [][]any{row}, "sql": exported(t, "sql", m, Options{})}, &got)
	wantClose(t, got.Rows, transformed(t, m, x), 0) // halves of whole numbers
}

func TestSQLText(t *testing.T) {
	m := &suffice.Projection{
		Method: "cca", Inputs: []string{"a", `b"c`, "sex=F", "d"}, Mean: []float64{0, -2.5, .25, 1e30}, Scale: []float64{1, .1, 1, 3},
		Components: [][]float64{{-1, .5, 2, 0}, {0, 0, 0, 0}, {0, 0, 0, 1e-20}}, Output: suffice.Output{Names: []string{"y\n; drop"}},
		Levels: map[string]suffice.Level{"sex=F": {Column: "sex", Value: "F"}},
	}
	want := `-- 3 components of 4 inputs, for the target y ; drop, found by cca
SELECT
  (
    - 1e0 * CAST(t."a" AS DOUBLE PRECISION)
    + 0.5e0 * (CAST(t."b""c" AS DOUBLE PRECISION) + 2.5e0) / 0.1e0
    + 2e0 * (CAST(CASE WHEN t."sex" = 'F' THEN 1 WHEN t."sex" IS NOT NULL THEN 0 END AS DOUBLE PRECISION) - 0.25e0)
  ) AS "z1",
  0e0 AS "z2",
  (
    1e-20 * (CAST(t."d" AS DOUBLE PRECISION) - 1e+30) / 3e0
  ) AS "z3"
FROM "public"."houses" AS t;
`
	if got := exported(t, "sql", m, Options{Table: "public.houses"}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A column that the table has not is an error, and not the number 0 of a text.
func TestSQLiteKnowsNoOtherColumn(t *testing.T) {
	m := &suffice.Projection{Inputs: []string{"a", "b"}, Mean: []float64{1, 2}, Scale: []float64{1, 1}, Components: [][]float64{{1, 1}}}
	var got string
	python(t, "sqlite3", `
import json, sqlite3, sys
db = sqlite3.connect(":memory:")
db.execute("CREATE TABLE data (a)")
try:
    print(json.dumps(str(db.execute(json.load(sys.stdin)).fetchall())))
except sqlite3.OperationalError as error:
    print(json.dumps(str(error)))`, exported(t, "sql", m, Options{}), &got)
	if got != "no such column: t.b" {
		t.Errorf("got %s", got)
	}
}

// PostgreSQL and DuckDB make days of dates and times.
func TestSQLOfDates(t *testing.T) {
	m := &suffice.Projection{Inputs: []string{"a", "b"}, Mean: []float64{1, 2}, Scale: []float64{1, 1}, Components: [][]float64{{1, 1}}}
	m.Made = map[string]suffice.Made{"a": {Column: "when", Form: "date", Part: "hour", Wave: "cos"}, "b": {Column: "at", Form: "time"}}
	sql := exported(t, "sql", m, Options{})
	for _, want := range []string{
		`COS(6.283185307179586e0 * (CAST(EXTRACT(EPOCH FROM CAST(t."when" AS TIMESTAMP)) AS DOUBLE PRECISION) / 86400e0))`,
		`(CAST(EXTRACT(EPOCH FROM CAST(t."at" AS TIME)) AS DOUBLE PRECISION) / 86400e0)`,
	} {
		if !strings.Contains(sql, want) {
			t.Errorf("no %s in\n%s", want, sql)
		}
	}
}

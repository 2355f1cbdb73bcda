package table

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// understood is what a table was taken for: rows, and the type of each column.
func understood(t *testing.T, data *Table) string {
	t.Helper()
	described, err := data.Describe()
	if err != nil {
		t.Fatal(err)
	}
	said := fmt.Sprintf("%s, %d rows:", data.Format(), data.Len())
	for _, c := range described.Columns {
		said += fmt.Sprintf(" %s %s", strings.ReplaceAll(c.Name, " ", "_"), c.Type)
		if c.Missing > 0 {
			said += fmt.Sprintf(" (%d missing)", c.Missing)
		}
		if c.RowNames {
			said += " (names of rows)"
		}
	}
	for _, remark := range data.Remarks() {
		said += "; " + remark.String()
	}
	return said
}

// Ordinary files in ordinary disorder are read right, or refused with a line that says what to
// do. testdata/dirty/formats-make.py makes them.
func TestDirtyFormats(t *testing.T) {
	const four = "24 rows: length number count number colour nominal price number"
	const six = "24 rows: length number count number colour nominal price number (1 missing) when number sold boolean"
	times := "24 rows:"
	for name := range strings.FieldsSeq("day day64 early at_s at_ms at_us at_ns zone clock_s clock_ms clock_us clock_ns span_s span_ms span_us span_ns repeated") {
		times += " " + name + " number (1 missing)"
	}
	times += " colour nominal price number (1 missing) sold boolean"
	const left = "; the header has a name less than the rows have values: the first column is taken for names of rows, and left out"
	for _, test := range []struct {
		file    string
		options Options
		want    string // of FILE, where it is an error
	}{
		{"base.duckdb", Options{}, `FILE: this is a DuckDB database, which is not read; run: duckdb FILE -c "COPY (SELECT * FROM t) TO 'a.parquet'"`},
		{"blanks.csv", Options{}, "csv, " + four},
		{"columns.json", Options{}, "jsonl, " + four},
		{"cr.csv", Options{}, "csv, " + four},
		{"empty.csv", Options{}, "FILE: the file is empty; it needs the names of the columns, and rows"},
		{"footless.tsv", Options{}, "csv, " + four + `; the line above the header is no part of the table, and skipped: "exported 2024-05-01"`},
		{"hdf.h5", Options{}, "FILE: this is an HDF5 file, which is not read; in Python: pandas.read_hdf('FILE').to_parquet('a.parquet')"},
		{"headerless.csv", Options{}, "csv, 24 rows: x1 number x2 number x3 number"},
		{"index-twice.csv", Options{}, "csv, 24 rows:  empty (names of rows) Unnamed:_0 number (names of rows) length number count number colour nominal price number"},
		{"index.csv", Options{}, "csv, 24 rows:  empty (names of rows) length number count number colour nominal price number"},
		{"latin1.csv", Options{}, "csv, 24 rows: Länge number count number colour nominal Größe number"},
		{"lists.feather", Options{}, "arrow, 24 rows: v[0] number v[1] number v[2] number tags text y number"},
		{"lists.parquet", Options{}, "parquet, 24 rows: v[0] number v[1] number v[2] number tags text y number"},
		{"lz4.feather", Options{}, "arrow, " + six},
		{"old.xls", Options{}, "FILE: this is an old Excel workbook (.xls), or one with a password, which is not read; save it as .xlsx without a password"},
		{"one.sqlite", Options{}, "sqlite, " + four},
		{"one.zip", Options{}, "csv, " + four},
		{"only-header.csv", Options{}, "FILE: there are columns, but no rows; add rows"},
		{"packed.csv.bz2", Options{}, "csv, " + four},
		{"packed.csv.gz", Options{}, "csv, " + four},
		{"packed.csv.xz", Options{}, "csv, " + four},
		{"page.csv", Options{}, "FILE: this is a web page, which is not read; was it meant to be a download? In Python: pandas.read_html('FILE')[0].to_csv('a.csv')"},
		{"parts", Options{}, "parquet, " + four},
		{"pickle.pkl", Options{}, "FILE: this is a pickle of Python, which is not read; in Python: pandas.read_pickle('FILE').to_parquet('a.parquet'), if you trust who made it"},
		{"plain.arrow", Options{}, "arrow, " + six},
		{"plain.xlsx", Options{}, "xlsx, " + four},
		{"polars.arrow", Options{}, "arrow, " + times},
		{"polars.arrows", Options{}, "arrow, " + times},
		{"quoted-lines.csv", Options{}, "csv, 24 rows: name text note text size number"},
		{"r-csv.csv", Options{}, "csv, 24 rows:  empty (names of rows) length number count number colour nominal price number"},
		{"r-names.csv", Options{}, "csv, 24 rows:  empty (names of rows) length number count number colour nominal price number" + left},
		{"r-table.txt", Options{}, "csv, 24 rows:  empty (names of rows) length number count number colour nominal price number" + left},
		{"r.rds", Options{}, "FILE: this is a file of R, which is not read; in R: write.csv(readRDS('FILE'), 'a.csv', row.names = FALSE)"},
		{"ragged.parquet", Options{}, `parquet, 24 rows: v empty tags text y number; column "v" is left out: its lists do not all have as many numbers, or too many for columns`},
		{"records.json", Options{}, "jsonl, " + four},
		{"report.pdf", Options{}, "FILE: this is a PDF file, which is not read; ask for the data as CSV, or copy the table into a spreadsheet"},
		{"sep.csv", Options{}, "csv, " + four},
		{"spss.sav", Options{}, "FILE: this is an SPSS file, which is not read; in Python: pandas.read_spss('FILE').to_parquet('a.parquet')"},
		{"stata.dta", Options{}, "FILE: this is a Stata file, which is not read; in Python: pandas.read_stata('FILE').to_parquet('a.parquet')"},
		{"title-comma-inside.csv", Options{}, "csv, " + four + `; the line above the header is no part of the table, and skipped: "Report 2024"`},
		{"title-commas.csv", Options{}, "csv, " + four + `; the 3 lines above the header are no part of the table, and skipped: "Report 2024   "`},
		{"title.csv", Options{}, "csv, " + four + `; the 2 lines above the header are no part of the table, and skipped: "Sales of the second quarter"`},
		{"titled.xlsx", Options{}, "xlsx, " + four + ` when number sold boolean rate number (1 missing); the rows above row 5 of the sheet are no part of the table, and skipped: "Report"; the workbook has the sheets "Read me", "Data", "Other"; "Data" is read, and Sheet names another`},
		{"trailing.csv", Options{}, "csv, " + four + "  empty (names of rows)"},
		{"twice.csv", Options{}, `FILE:1: columns 1 and 2 are both called "x"; rename one of them`},
		{"two.sqlite", Options{}, `FILE: the database has the tables "flats", "houses"; name one with Sheet, or ask with Query`},
		{"two.zip", Options{}, `FILE: there are several files in it: "a.csv", "b.csv"; name one with Sheet, or unpack it`},
		{"utf16.csv", Options{}, "csv, " + four},
		{"utf16be.csv", Options{}, "csv, " + four},
		{"utf16le.csv", Options{}, "csv, " + four},
		{"zstd.arrows", Options{}, "arrow, " + six},
		{"two.sqlite", Options{Sheet: "houses"}, "sqlite, " + four},
		{"two.sqlite", Options{Query: "SELECT length, price * 2 AS double FROM flats WHERE count > 4"}, "sqlite, 12 rows: length number double number"},
		{"blanks.csv", Options{Query: "SELECT 1"}, "FILE: only a SQLite database answers a query, and this is csv; leave out Query"},
		{"blanks.csv", Options{Sheet: "flats"}, "FILE: this is csv, which has no sheets, tables or files to choose from; leave out Sheet"},
		{"two.sqlite", Options{Query: "DROP TABLE flats"}, "FILE: the query must begin with SELECT, WITH or VALUES: it can only read"},
		{"two.sqlite", Options{Query: "SELECT size FROM flats"}, "FILE: SQLite says: no such column: size"},
		{"two.zip", Options{Sheet: "b.csv"}, "csv, " + four},
		{"titled.xlsx", Options{Sheet: "Other"}, `FILE: sheet "Other" has no table: rows of values below the names of columns`},
		{"titled.xlsx", Options{Sheet: "None"}, `FILE: there is no sheet "None"; it has "Read me", "Data", "Other"`},
		{"title.csv", Options{SkipLines: 3}, "csv, " + four},
		{"parts/part-*.parquet", Options{}, "parquet, " + four},
	} {
		t.Run(test.file, func(t *testing.T) {
			path := filepath.Join("testdata", "dirty", "formats-"+test.file)
			data, err := ReadFile(context.Background(), path, test.options)
			var got string
			if err != nil {
				got = strings.ReplaceAll(err.Error(), path, "FILE")
			} else {
				got = understood(t, data)
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

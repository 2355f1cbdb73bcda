package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"modernc.org/sqlite"

	"suffice/internal/cells"
)

// read makes a database in the folder of the test, asks it, and gives the number of rows.
func read(ctx context.Context, t *testing.T, query string) (int, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	database, err := sql.Open("sqlite", "t.db")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := database.Exec("CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 'x;y'), (2, 'z')"); err != nil {
		t.Fatal(err)
	}
	if err := database.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile("t.db")
	if err != nil {
		t.Fatal(err)
	}
	count, err := ask(ctx, t, query)
	after, failed := os.ReadFile("t.db")
	if failed != nil || string(after) != string(before) {
		t.Errorf("%q changed the database", query)
	}
	files, failed := os.ReadDir(".")
	if failed != nil || len(files) != 1 {
		t.Errorf("%q left %v", query, files)
	}
	return count, err
}

func ask(ctx context.Context, t *testing.T, query string) (int, error) {
	t.Helper()
	file, err := os.Open("t.db")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	in, err := cells.Open(ctx, file, "t.db")
	if err != nil {
		return 0, err
	}
	defer in.Close()
	rows, err := Open(in, cells.NewSchema("t.db", cells.Options{Query: query}))
	if err != nil {
		return 0, err
	}
	count := 0
	for {
		block, err := rows.Next(ctx)
		if errors.Is(err, io.EOF) {
			return count, nil
		}
		if err != nil {
			return count, err
		}
		count += block.Rows
	}
}

// A query reads, whatever quotes and comments it has.
func TestQuery(t *testing.T) {
	for _, query := range []string{
		"", "select * from t", "SELECT a FROM t; ", "values (1), (2);", "-- both\n/* ; */ SELECT a FROM t -- ; end",
		"WITH c AS (SELECT * FROM t) SELECT * FROM c", "SELECT b AS \";\" FROM t WHERE b <> ';''; @' OR [a] = 1 -- '",
		"SELECT a AS `;`, b AS [;$] FROM t; /* the end */",
	} {
		if count, err := read(t.Context(), t, query); count != 2 || err != nil {
			t.Errorf("%q: %d rows, %v", query, count, err)
		}
	}
}

// A query that would do anything else is refused in a line, and nothing is written.
func TestQueryOnlyReads(t *testing.T) {
	const begin, one, parameter = "must begin with SELECT, WITH or VALUES", "must be one statement", "as of a parameter"
	for _, test := range []struct{ query, want string }{
		{"pragma query_only=0; attach 'evil.db' as e; create table e.t(a text); select 1 as a", begin},
		{"attach 'evil.db' as e", begin},
		{"/* select */ attach 'evil.db' as e", begin},
		{"-- select\nvacuum into 'evil.db'", begin},
		{"pragma journal_mode=wal", begin},
		{"explain select 1", begin},
		{"delete from t", begin},
		{"; select 1", begin},
		{" -- nothing", begin},
		{"select 1; attach 'evil.db' as e; create table e.t(a text)", one},
		{"select 1;/**/pragma query_only=0", one},
		{"select 1;;", one},
		{"select ''';'; vacuum into 'evil.db'", one},
		{"select 1 /*/ ; */ ; vacuum into 'evil.db'", one},
		{"select $a('); attach 'evil.db' as e; create table e.t(a); select $b(')", parameter},
		{"select ?", parameter},
		{"select 1\x00", parameter},
		{"with c as (select 1) insert into t select 1, 2", "SQLite says: attempt to write a readonly database"},
		{"with c as (select 1) delete from t", "SQLite says: attempt to write a readonly database"},
		{"select load_extension('evil')", "SQLite says: "},
		{"select writefile('evil.db', 'a')", "SQLite says: no such function"},
		{"select readfile('t.db')", "SQLite says: no such function"},
		{"select * from pragma_query_only(0)", "SQLite says: too many arguments"},
	} {
		_, err := read(t.Context(), t, test.query)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", test.query, err)
		}
	}
}

// Should a statement get past that, no other database can be attached.
func TestQueryAttachesNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("t.db", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open("t.db")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	in, err := cells.Open(t.Context(), file, "t.db")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	connection, err := connect(in, "t.db")
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"ATTACH 'evil.db' AS e", "VACUUM INTO 'evil.db'", "PRAGMA query_only = 0; CREATE TABLE t(a)"} {
		if _, err := connection.ExecContext(t.Context(), statement); err == nil {
			t.Errorf("%s is done", statement)
		}
	}
	if files, err := os.ReadDir("."); err != nil || len(files) != 1 {
		t.Errorf("left %v, %v", files, err)
	}
}

// stopHere is what the function stop_here of queries calls, which a program has once.
var (
	stopHere   func()
	registered sync.Once
)

// A query without end ends with its context.
func TestQueryWithoutEnd(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	registered.Do(func() {
		sqlite.MustRegisterScalarFunction("stop_here", 0, func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
			stopHere()
			return int64(1), nil
		})
	})
	stopHere = stop
	_, err := read(ctx, t, "WITH RECURSIVE c(x) AS (SELECT stop_here() UNION ALL SELECT x + 1 FROM c) SELECT count(*) AS n FROM c")
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Package sqlite reads tables, or what a query gives, from SQLite databases.
package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"modernc.org/sqlite"

	"suffice/internal/cells"
	"suffice/internal/humanize"
)

// Is reports whether a file begins as a database does.
func Is(head []byte) bool { return bytes.HasPrefix(head, []byte("SQLite format 3\x00")) }

// Reader reads the rows of a query.
type Reader struct {
	schema *cells.Schema
	found  *sql.Rows
	rows   *cells.Builder
	values []any // of a row
	row    int
}

// Open asks for the rows.
func Open(in *cells.File, s *cells.Schema) (cells.Reader, error) {
	s.ByRow = true
	if problem := refused(s.Options.Query); problem != "" {
		return nil, s.Problem(0, problem)
	}
	path, err := pathOf(in)
	if err != nil {
		return nil, err
	}
	r := &Reader{schema: s}
	connection, err := connect(in, path)
	if err != nil {
		return nil, r.failed(err)
	}
	query := s.Options.Query
	if query == "" {
		table, err := r.table(in.Context(), connection)
		if err != nil {
			return nil, err
		}
		query = `SELECT * FROM "` + strings.ReplaceAll(table, `"`, `""`) + `"`
	}
	if r.found, err = connection.QueryContext(in.Context(), query); err != nil {
		return nil, r.failed(err)
	}
	in.OnClose(func() { _ = r.found.Close() })
	names, err := r.found.Columns()
	if err != nil {
		return nil, r.failed(err)
	}
	for _, name := range names {
		if _, err := s.Add(name, cells.Empty, 0); err != nil {
			return nil, err
		}
	}
	r.values = make([]any, len(names))
	for j := range r.values {
		r.values[j] = new(any)
	}
	r.rows = cells.NewBuilder(s, false)
	return r, nil
}

// pathOf is where the database is; what has no place of its own is copied.
func pathOf(in *cells.File) (string, error) {
	if path := in.Path(); path != "" {
		return path, nil
	}
	file, err := os.CreateTemp("", "suffice-*")
	if err != nil {
		return "", in.Failed(err)
	}
	in.OnClose(func() { _ = os.Remove(file.Name()) })
	_, err = io.Copy(file, in)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return "", in.Failed(err)
	}
	return file.Name(), nil
}

// refused says what is wrong with a query, or "". It may come from a model that somebody else
// made, so it must do nothing but read, and be a single statement: the first of several
// could take away what keeps the others from writing.
func refused(query string) string {
	if query == "" {
		return ""
	}
	begin := afterBlank(query)
	first := begin[:len(begin)-len(strings.TrimLeftFunc(begin, unicode.IsLetter))]
	if !slices.Contains([]string{"SELECT", "WITH", "VALUES"}, strings.ToUpper(first)) {
		return "the query must begin with SELECT, WITH or VALUES: it can only read"
	}
	for rest := begin; rest != ""; rest = afterBlank(rest) {
		switch {
		case rest[0] == ';' && afterBlank(rest[1:]) != "":
			return "the query must be one statement; leave out what follows its semicolon"
		case strings.IndexByte("$@:#?\x00", rest[0]) >= 0: // SQLite reads on to a bracket after some
			return fmt.Sprintf("the query has %q, as of a parameter; write the value, or quote the name", rest[0])
		}
		rest = afterToken(rest)
	}
	return ""
}

// afterBlank is what follows blanks and comments.
func afterBlank(query string) string {
	for {
		query = strings.TrimLeft(query, " \t\n\f\r")
		switch {
		case strings.HasPrefix(query, "--"):
			_, query, _ = strings.Cut(query, "\n")
		case strings.HasPrefix(query, "/*"):
			_, query, _ = strings.Cut(query[2:], "*/")
		default:
			return query
		}
	}
}

// afterToken is what follows a text or name in quotes, or else a byte. A quote that is doubled
// within ends one and begins the next.
func afterToken(query string) string {
	end := query[:1]
	switch end {
	case "[":
		end = "]"
	case "'", `"`, "`":
	default:
		return query[1:]
	}
	_, rest, _ := strings.Cut(query[1:], end)
	return rest
}

// connect opens the database to be read only and no other beside it, and lets nothing in it
// take much memory.
func connect(in *cells.File, path string) (*sql.Conn, error) {
	const longest, maxText = 0, 16 << 20 // SQLITE_LIMIT_LENGTH
	const attached, none = 7, 0          // SQLITE_LIMIT_ATTACHED
	name := (&url.URL{Scheme: "file", Opaque: url.PathEscape(path), RawQuery: "mode=ro&_pragma=trusted_schema(0)&_pragma=query_only(1)"}).String()
	database, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	in.OnClose(func() { _ = database.Close() })
	connection, err := database.Conn(in.Context())
	if err != nil {
		return nil, err
	}
	in.OnClose(func() { _ = connection.Close() })
	if _, err := sqlite.Limit(connection, attached, none); err != nil {
		return nil, err
	}
	_, err = sqlite.Limit(connection, longest, maxText)
	return connection, err
}

// table is the one that was asked for, or the only one.
func (r *Reader) table(ctx context.Context, connection *sql.Conn) (string, error) {
	found, err := connection.QueryContext(ctx, `SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY rowid`)
	if err != nil {
		return "", r.failed(err)
	}
	defer func() { _ = found.Close() }()
	var tables []string
	wanted := r.schema.Options.Sheet
	for found.Next() {
		var name, kind string
		if err := found.Scan(&name, &kind); err != nil {
			return "", r.failed(err)
		}
		if name == wanted {
			return name, nil
		}
		if kind == "table" {
			tables = append(tables, name)
		}
	}
	switch {
	case found.Err() != nil:
		return "", r.failed(found.Err())
	case wanted != "":
		return "", r.schema.Problem(0, fmt.Sprintf("there is no table %q; it has %s", wanted, humanize.Quoted(tables)))
	case len(tables) == 0:
		return "", r.schema.Problem(0, "the database has no table")
	case len(tables) > 1:
		return "", r.schema.Problem(0, "the database has the tables "+humanize.Quoted(tables)).Advise("name one with %v, or ask with %v", cells.Setting("Sheet"), cells.Setting("Query"))
	}
	return tables[0], nil
}

// Next reads rows.
func (r *Reader) Next(ctx context.Context) (*cells.Block, error) {
	for r.found.Next() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := r.found.Scan(r.values...); err != nil {
			return nil, r.failed(err)
		}
		r.row++
		r.rows.Begin()
		for j, c := range r.schema.Columns {
			if c.Slot >= 0 {
				r.rows.Set(c, cell(c, *r.values[j].(*any), r.row))
			}
		}
		if full := r.rows.End(); full != nil {
			return full, nil
		}
	}
	if err := r.found.Err(); err != nil {
		return nil, r.failed(err)
	}
	return r.rows.Last()
}

// cell is what to store for a value. Texts are read as those of CSV, because tables that were
// imported often hold nothing else.
func cell(c *cells.Column, value any, row int) float64 {
	switch v := value.(type) {
	case int64:
		return number(c, float64(v), row)
	case float64:
		return number(c, v, row)
	case bool:
		return c.Word(fmt.Append(nil, v), row)
	case time.Time:
		if v.Equal(v.Truncate(24 * time.Hour)) {
			return c.Word([]byte(v.Format(time.DateOnly)), row)
		}
		return c.Word([]byte(v.Format(time.DateTime)), row)
	case string:
		return text(c, []byte(v), row)
	case []byte:
		return text(c, v, row)
	}
	return c.Missing(nil, row)
}

func number(c *cells.Column, v float64, row int) float64 {
	if c.AsText && v-v == 0 {
		return c.Word(cells.NumberAsWord(v), row)
	}
	return c.Number(v, nil, row)
}

func text(c *cells.Column, v []byte, row int) float64 {
	v = cells.Trim(cells.ValidText(v))
	if c.AsText && len(v) > 0 {
		return c.Word(v, row)
	}
	return c.Parse(v, row)
}

// failed says what the database says.
func (r *Reader) failed(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	said := strings.TrimPrefix(err.Error(), "SQL logic error: ")
	if at := strings.LastIndex(said, " ("); at > 0 {
		said = said[:at]
	}
	if strings.Contains(said, "malformed") || strings.Contains(said, "not a database") {
		return r.schema.Problem(0, "the SQLite database is damaged or cut off; copy or make it again")
	}
	return r.schema.Problem(0, "SQLite says: "+said)
}

package table

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"suffice"
)

// A model knows the name of its file, and when that was written; of what comes from elsewhere it
// knows the name that it was given, and no date.
func TestProvenance(t *testing.T) {
	text := "a,b,y\n1,5,3\n2,4,1\n3,7,2\n"
	path := filepath.Join(t.TempDir(), "small.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	written := time.Date(2024, 2, 29, 12, 30, 0, 0, time.UTC)
	if err := os.Chtimes(path, written, written); err != nil {
		t.Fatal(err)
	}
	options := Options{Digest: true, Header: WithHeader}
	file, err := ReadFile(t.Context(), path, options)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = opened.Close() }()
	upload, err := Read(t.Context(), opened, "upload.csv", options)
	if err != nil {
		t.Fatal(err)
	}
	nameless, err := Read(t.Context(), strings.NewReader(text), "", options)
	if err != nil {
		t.Fatal(err)
	}
	digest := file.Digest([]string{"a", "b", "y"})
	for _, c := range []struct {
		table *Table
		want  suffice.Source
	}{
		{file, suffice.Source{File: "small.csv", Date: "2024-02-29T12:30:00Z"}},
		{upload, suffice.Source{File: "upload.csv"}},
		{nameless, suffice.Source{}},
	} {
		choice, err := c.table.Choose(Roles{Target: []string{"y"}})
		if err != nil {
			t.Fatal(err)
		}
		m := modelOf(t, choice)
		got := *m.Source
		if got.Version == "" || got.Go == "" || m.Reading == nil || m.Reading.Header != "yes" {
			t.Errorf("%+v, read as %+v", got, m.Reading)
		}
		got.Version, got.Commit, got.Go = "", "", ""
		c.want.Rows, c.want.Columns, c.want.Digest = 3, 3, digest
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", c.table.Source(), got, c.want)
		}
	}
}

package cluster

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"suffice"
	"suffice/table"
)

// Labels that cells list are those of all parts, of which one may have no separator, and one no
// labels at all.
func TestListedLabelsOfParts(t *testing.T) {
	dir := t.TempDir()
	var files []string
	all := "a,b,tags\n"
	for k, tags := range [][]string{{"red;large", "red", "", "large;new"}, {"red", "new", "", "large"}, {"", "", "", ""}} {
		text := ""
		for i := range 20 {
			text += fmt.Sprintf("%d,%d,%s\n", i*7%13+k, i*5%11, tags[i%4])
		}
		files, all = append(files, filepath.Join(dir, fmt.Sprintf("%d.csv", k))), all+text
		if err := os.WriteFile(files[k], []byte("a,b,tags\n"+text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	roles := table.Roles{Target: []string{"tags"}}
	want, err := fitHere(t, files, roles, suffice.MDDM{Dim: 1})
	if err != nil {
		t.Fatal(err)
	}
	got, err := fitThere(t, here(files), roles, suffice.MDDM{Dim: 1})
	if err != nil {
		t.Fatal(err)
	}
	wantSame(t, "listed", got, want)
	one := filepath.Join(dir, "all.csv")
	if err := os.WriteFile(one, []byte(all), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err = fitThere(t, here{one}, roles, suffice.MDDM{Dim: 1}); err != nil {
		t.Fatal(err)
	}
	if want, err = fitHere(t, []string{one}, roles, suffice.MDDM{Dim: 1}); err != nil || !bytes.Equal(bytesOf(t, got), bytesOf(t, want)) {
		t.Errorf("%s, want %s, %v", bytesOf(t, got), bytesOf(t, want), err)
	}
}

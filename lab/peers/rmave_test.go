//go:build unix

package peers

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"suffice/internal/linalg"
)

// numpyAlone is an environment with NumPy in which every script prints these lines.
func numpyAlone(t *testing.T, prints string) *Python {
	t.Helper()
	var told []string
	inside := `case "$1 $2" in "- versions") cat >/dev/null; echo '{"python":"3.0","numpy":"2.0"}' ;; *) ` + prints + ` ;; esac`
	python := shell(t, `mkdir -p "$3/bin" && cat >"$3/bin/python" <<'END'
#!/bin/sh
`+inside+`
END
chmod +x "$3/bin/python"`)
	p, err := OpenPython(t.Context(), python, filepath.Join(t.TempDir(), "env"), func(what string) { told = append(told, what) }, NumPy)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(told, []string{"making an environment for Python"}) {
		t.Errorf("told %q", told)
	}
	return p
}

// The script is given the arrays and the number of directions.
func TestRMAVE(t *testing.T) {
	x, y := linalg.New(3, 2), linalg.New(3, 1)
	p := numpyAlone(t, `test -s "$1" && test "$(wc -c <"$2")" -eq 176 && test "$(wc -c <"$3")" -eq 152 && echo '{"ready":true}' && echo '{"seconds":1,"directions":[['$4',0]]}'`)
	got, err := p.RMAVE(t.Context(), x, y, 5)
	if err != nil || len(got) != 1 || !slices.Equal(got[0], []float64{5, 0}) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestRMAVEThatFails(t *testing.T) {
	x, y := linalg.New(3, 2), linalg.New(3, 1)
	for prints, want := range map[string]string{
		`echo '{"error":"LinAlgError: Singular matrix"}'`:              "Singular matrix",
		`echo "ModuleNotFoundError: No module named numpy">&2; exit 1`: "No module named numpy",
		`echo '{"directions":[[1,2,3]]}'`:                              "3 weights for 2 inputs",
	} {
		if _, err := numpyAlone(t, prints).RMAVE(t.Context(), x, y, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

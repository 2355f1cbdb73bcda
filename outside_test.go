package suffice_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A module that is not ours can walk the main road of the README: read a file that has dates,
// words, missing values and weights, choose, fit, write the model, read it elsewhere, apply it to
// the same file and to another one, transform, predict and export.
func TestAProgramOutside(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program of another module")
	}
	dir := t.TempDir()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	ours, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^module (\S+)$`)
	path := line.FindStringSubmatch(string(ours))[1]
	module := line.ReplaceAllString(string(ours), "module outside") + fmt.Sprintf("\nrequire %s v0.0.0\n\nreplace %s => %q\n", path, path, root)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", module)
	for from, to := range map[string]string{"go.sum": "go.sum", "testdata/outside/main.go": "main.go"} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		write(to, string(text))
	}
	houses, others := strings.Builder{}, strings.Builder{}
	houses.WriteString("rooms,sold,age,town,count,price\n")
	others.WriteString("town,note,age,sold,rooms\n")
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		rooms, age, town := 1+random.IntN(9), fmt.Sprintf("%.2f", random.Float64()*80), []string{"Ulm", "Bonn"}[i%2]
		sold := fmt.Sprintf("%d/%d/2024", 1+random.IntN(28), 1+random.IntN(12))
		if i%9 == 0 {
			age = ""
		}
		fmt.Fprintf(&houses, "%d,%s,%s,%s,%d,%.3f\n", rooms, sold, age, town, i%4, math.Sqrt(float64(rooms))+.1*random.NormFloat64())
		fmt.Fprintf(&others, "%s,none,%s,3/4/2024,%d\n", town, age, rooms)
	}
	write("houses.csv", houses.String())
	write("new.csv", others.String())
	program := exec.CommandContext(t.Context(), "go", "run", "-ldflags=-s -w", ".", dir)
	program.Dir, program.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	out, err := program.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const want = `sca for [price], a number, of ["rooms" "sold" "age" "town"]; dependent: true, found: true
200 rows are predicted
the same components of its own file: true
200 rows are predicted
sca of 150 centres: 200 rows of 1
as SQL: true
`
	if string(out) != want {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
}

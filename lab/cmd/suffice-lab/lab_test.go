package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"suffice/internal/cli"
	"suffice/internal/termtext"
	"suffice/lab/experiment"
)

// outcome is what a command did.
type outcome struct {
	code     int
	out, err string
}

func invoke(t *testing.T, in string, args ...string) outcome {
	t.Helper()
	var out, errs bytes.Buffer
	code := program.Run(t.Context(), args, cli.Streams{In: strings.NewReader(in), Out: &out, Err: &errs})
	return outcome{code, out.String(), errs.String()}
}

// must runs a command that must succeed and returns what it printed.
func must(t *testing.T, in string, args ...string) string {
	t.Helper()
	got := invoke(t, in, args...)
	if got.code != cli.Done {
		t.Fatalf("suffice-lab %s: exit code %d: %s", strings.Join(args, " "), got.code, got.err)
	}
	return got.out
}

// takesLong leaves a test out of short runs, such as those of the race detector.
func takesLong(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes a while")
	}
}

// inDirectory works in an empty directory that holds the given files.
func inDirectory(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func wantNarrow(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if width := len([]rune(strings.TrimSuffix(line, "\n"))); width > termtext.Width {
			t.Errorf("a line of %d columns: %s", width, line)
		}
	}
}

// built is the program of a process, for tests of what crosses one; built once.
var built struct {
	once sync.Once
	path string
	err  error
}

// build builds the program, once for all tests.
func build(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		folder, err := os.MkdirTemp("", "suffice-lab")
		if built.err = err; err != nil {
			return
		}
		built.path = filepath.Join(folder, "suffice-lab")
		if said, err := exec.Command("go", "build", "-o", built.path, ".").CombinedOutput(); err != nil {
			built.err = fmt.Errorf("%w: %s", err, said)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.path
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.path != "" {
		_ = os.RemoveAll(filepath.Dir(built.path))
	}
	os.Exit(code)
}

// resultOf is what --json prints.
func resultOf(t *testing.T, args ...string) (r experiment.Result) {
	t.Helper()
	if err := json.Unmarshal([]byte(must(t, "", append(args, "--json")...)), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// Help teaches by examples, and fits a terminal of 80 columns.
func TestHelp(t *testing.T) {
	for _, command := range []string{
		"", "reproduce", "bench", "ablate", "generate", "reproduce table1", "reproduce figure1", "reproduce figure2", "reproduce simulations", "reproduce dims", "reproduce coverage",
		"bench kernels", "bench fit", "bench transform", "bench scale", "bench default", "bench cluster", "bench peers", "bench real", "bench predict", "bench error",
	} {
		text := must(t, "", append(strings.Fields(command), "--help")...)
		if _, examples, ok := strings.Cut(text, "Examples:\n"); !ok || strings.Count(strings.SplitN(examples, "\n\n", 2)[0], "suffice") < 2 {
			t.Errorf("%s: there are no two examples in %s", command, text)
		}
		wantNarrow(t, text)
	}
}

// What is wrong with a command is said before any work, in a line.
func TestWrongUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, want := range map[string]string{
		"generate data5":                                    `there is no artificial data set "data5"; choose data1, data2, data3 or data4`,
		"generate data1 -n 0":                               "--n 0: the number of rows must be from 1 to 100000000",
		"generate data1 -o d.xlsx":                          "write .csv, .tsv, .parquet",
		"reproduce table2":                                  `there is no command "table2" (did you mean table1?)`,
		"reproduce table1 data1":                            `table1 takes options only, but got "data1"`,
		"reproduce table1 --n 19":                           "--n 19: the number of rows must be from 20 to 100000000",
		"reproduce table1 --tables data0":                   `--tables: there is no artificial data set "data0"`,
		"reproduce table1 --methods sca,scb":                `--methods: there is no method "scb"`,
		"reproduce table1 --methods sca,sca0,sca":           "--methods: sca is there twice",
		"reproduce table1 --methods=":                       "--methods: name at least one method",
		"reproduce table1 --methods sca,none":               "--methods: none does not reduce, so it has no subspace to be wrong about; leave it out",
		"reproduce table1 --repeats -1":                     "--repeats -1: there must be at least 1",
		"reproduce table1 --centres -1":                     "--centres -1: the number of centres must be at least 1",
		"reproduce table1 --state t.md -o ./t.md":           "--state t.md and -o ./t.md are the same file; name another one for the state",
		"reproduce table1 --state -":                        "--state -: the state must be a file",
		"reproduce table1 -o t.gif":                         "-o t.gif: the file must end in .md, .csv, .json, .png, .svg or .pdf",
		"reproduce figure1":                                 "figure1 needs -o, the file to draw to",
		"reproduce figure1 -o a.gif":                        "-o a.gif: a picture ends in .png, .svg or .pdf",
		"reproduce figure1 -o a.png --n 1":                  "--n 1: the number of rows must be from 2 to 100000",
		"reproduce figure2":                                 "figure2 takes the files to predict from, but got none",
		"reproduce figure2 a.csv --dims 2,2":                "--dims: 2 is there twice",
		"reproduce simulations --tables cve9":               `--tables: there is no cell "cve9"`,
		"reproduce simulations --tables noise_200_20":       `--tables: there is no cell "noise_200_20"`,
		"reproduce simulations --tables lw_a --methods cca": "--methods: cca cannot find the directions of any of these tables",
		"reproduce dims --tables noise_200":                 "--tables: noise_200 does not say how many rows and inputs; write noise_200_20",
		"bench real --folder nowhere":                       "there is no directory nowhere with the tables; name it with --folder, docs/real.md says which files it has",
		"bench real --tables wines":                         `--tables: there is no table "wines" (did you mean wine?)`,
		"bench real --folder . --tables wine,wine":          "--tables: wine is there twice",
		"bench real --dims 0":                               "--dims 0: the number of components must be at least 1",
		"bench real --fits 0":                               "--fits 0: there must be at least 1",
		"bench predict --dim 0 --folder .":                  "--dim 0: the number of components must be at least 1, or auto",
		"bench kernels 1024":                                `kernels takes options only, but got "1024"`,
		"bench fit --n 19":                                  "--n 19: the number of rows must be from 20 to 100000000",
		"bench fit --d 50001":                               "--n 20000 and --d 50001: that is more than 1000000000 numbers; lower one of them",
		"bench fit --dim 2 --d 1":                           "--dim 2, but --d 1: there cannot be more components than inputs",
		"bench fit --n 400":                                 "--centres 500, but --n 400: centres are rows, so there cannot be more",
	} {
		got := invoke(t, "", strings.Fields(args)...)
		if got.code != cli.WrongUsage || !strings.HasPrefix(got.err, "suffice-lab: ") || !strings.Contains(got.err, want) || strings.Count(got.err, "\n") != 1 {
			t.Errorf("suffice-lab %s\ngot  %+v\nwant %s", args, got, want)
		}
	}
}

// A table of the paper comes as text, in files, as JSON, and again from its state.
func TestTable1(t *testing.T) {
	t.Chdir(t.TempDir())
	args := strings.Fields("reproduce table1 --repeats 2 --n 60 --centres 20 --tables data1,data4 --methods sca0,sir --state s.jsonl -o t.md -o t.csv -o t.png -o t.json")
	text := must(t, "", args...)
	wantNarrow(t, text)
	for _, want := range []string{"60 rows, 2 repeats from 1\n", "\nols*", "\nsca0", "\npaper sca0", "0.089 (0.042)"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table lacks %q:\n%s", want, text)
		}
	}
	for _, name := range []string{"t.md", "t.csv", "t.png", "t.json", "s.jsonl"} {
		if info, err := os.Stat(name); err != nil || info.Size() < 100 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if again := must(t, "", args...); again != text {
		t.Errorf("from the state\n%s\nat first\n%s", again, text)
	}
	r := resultOf(t, args...)
	if r.Name != "reproduce table1" || r.Repeats != 2 || r.From != 1 || len(r.Rows) != 9 || len(r.Rows[1].Figures["error"].Values) != 2 {
		t.Errorf("%+v", r)
	}
}

// Data goes to standard output and to files, the same rows each time.
func TestGenerate(t *testing.T) {
	t.Chdir(t.TempDir())
	text := must(t, "", "generate", "data3", "-n", "7", "--seed", "2")
	if !strings.HasPrefix(text, "x1,x2,x3,x4,y\n") || strings.Count(text, "\n") != 8 {
		t.Errorf("got\n%s", text)
	}
	must(t, "", "generate", "data3", "-n", "7", "--seed", "2", "-o", "d.csv")
	if got, err := os.ReadFile("d.csv"); err != nil || string(got) != text {
		t.Errorf("%v, %s", err, got)
	}
	must(t, "", "reproduce", "figure1", "--n", "50", "-o", "f.svg")
}

// Figure 2 of two files is that of one with the rows of both, and goes on from its state; components
// that the target does not have are left out.
func TestFigure2(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	head, parts := "a,b,c,d,l1,l2\n", [2]string{}
	for i := range 90 {
		row := ""
		var x [4]float64
		for j := range x {
			x[j] = random.NormFloat64()
			row += fmt.Sprintf("%.6g,", x[j])
		}
		parts[i/50] += fmt.Sprintf("%s%d,%d\n", row, int(1+math.Copysign(1, x[0]))/2, int(1+math.Copysign(1, x[1]+x[2]))/2)
	}
	inDirectory(t, map[string]string{"a.csv": head + parts[0], "b.csv": head + parts[1], "both.csv": head + parts[0] + parts[1]})
	more := strings.Fields("-t l1,l2 --methods sca0,cca,pca,none --dims 1,2,5 --repeats 3 --centres 20 --state s.jsonl")
	two := resultOf(t, append([]string{"reproduce", "figure2", "a.csv", "b.csv"}, more...)...)
	one := resultOf(t, append([]string{"reproduce", "figure2", "both.csv"}, more[:len(more)-2]...)...)
	if len(two.Rows) != 7 || len(one.Rows) != 7 {
		t.Fatalf("%d and %d rows", len(two.Rows), len(one.Rows))
	}
	for k, row := range two.Rows {
		if a, b := row.Figures["error"], one.Rows[k].Figures["error"]; a.Mean != b.Mean || len(a.Values) != 3 || a.Mean <= 0 || row.Best != one.Rows[k].Best {
			t.Errorf("%s, %d: %+v and %+v", row.Method, row.Dim, a, b)
		}
	}
	text := must(t, "", append(append([]string{"reproduce", "figure2", "a.csv", "b.csv"}, more...), "-o", "f.png")...)
	if wantNarrow(t, text); !strings.Contains(text, "hamming") && !strings.Contains(text, "labels") {
		t.Errorf("got\n%s", text)
	}
	if got := invoke(t, "", "reproduce", "figure2", "a.csv"); got.code != cli.WrongUsage || !strings.Contains(got.err, "name it with --target") {
		t.Errorf("%+v", got)
	}
}

// tinyTables are in a folder t: y bends with the first input of both.
func tinyTables(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	numbers, classes := "x1,x2,x3,y\n", "x1,x2,x3,y\n"
	for i := range 80 {
		a, b, c := math.Sin(float64(i)), math.Cos(3.7*float64(i)), math.Sin(1.3*float64(i*i))
		numbers += fmt.Sprintf("%g,%g,%g,%g\n", a, b, c, a*a)
		classes += fmt.Sprintf("%g,%g,%g,c%d\n", a, b, c, int(math.Round(math.Abs(a))))
	}
	err := os.Mkdir("t", 0o700)
	for name, text := range map[string]string{"t/airfoil.csv.gz": numbers, "t/vehicle.csv.gz": classes} {
		err = errors.Join(err, os.WriteFile(name, []byte(text), 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Real tables are read from a folder.
func TestBenchReal(t *testing.T) {
	tinyTables(t)
	args := strings.Fields("bench real --folder t --tables airfoil,vehicle --methods sca0,save,pca --dims 2,1 --repeats 2 --fits 2 --state s.jsonl")
	text := must(t, "", args...)
	wantNarrow(t, text)
	for _, want := range []string{"2 repeats from 1\n", "\nairfoil, 1 ", "\nvehicle, 2 ", "\nsca0 / ", "\nbest other, 1 ", "\npca, classes", "\nseeds apart"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	if again := must(t, "", args...); again != text {
		t.Errorf("from the state\n%s\nat first\n%s", again, text)
	}
	got := invoke(t, "", strings.Fields("bench real --folder t --tables airfoil --methods sca0,rmave --python no-such-python --env e")...)
	if want := "rmave needs Python with NumPy: there is no program no-such-python; see --python and --env"; got.code != cli.Failed || !strings.Contains(got.err, want) {
		t.Errorf("got %+v", got)
	}
	got = invoke(t, "", strings.Fields("bench predict --folder t --tables airfoil --python no-such-python --env e")...)
	if want := "the others need Python with scikit-learn: there is no program no-such-python"; got.code != cli.Failed || !strings.Contains(got.err, want) {
		t.Errorf("got %+v", got)
	}
}

// The others run in an environment of Python, and one that fails counts as a guess.
func TestBenchPredict(t *testing.T) {
	takesLong(t)
	tinyTables(t)
	const script = `#!/bin/sh
case "$1 $2" in
"- versions") cat >/dev/null; echo '{"python":"3.0","scikit-learn":"1.0"}' ;;
*" boosting") echo '{"error":"MemoryError: there is none"}' ;;
*) cp "$5" "$7"; echo '{"ready":true}'; echo '{"seconds":0.5,"predicted":true}' ;;
esac
`
	if err := errors.Join(os.MkdirAll("e/bin", 0o700), os.WriteFile("e/bin/python", []byte(script), 0o700)); err != nil {
		t.Fatal(err)
	}
	args := strings.Fields("bench predict --folder t --tables airfoil,vehicle --env e --seed 2")
	text := must(t, "", args...)
	wantNarrow(t, text)
	for _, want := range []string{"scikit-learn", "1 repeat from 2\n", "\nairfoil", "\nvehicle", "\nbetter of forest and boosting", "\nridge, classes", "2 of 2", "\nboosting failed 1 time on vehicle: MemoryError: there is none\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	r := resultOf(t, args...)
	if len(r.Rows) != 8 || len(r.Ratios) != 12 {
		t.Fatalf("%+v", r)
	}
	ours, forest, boosting := r.Rows[4], r.Rows[5], r.Rows[6]
	if ours.Table != "vehicle" || ours.Method != "ours" || ours.Figures["components"].Mean < 1 || ours.Figures["error"].Mean > .9 || ours.Problem != "" {
		t.Errorf("ours %+v", ours)
	}
	if forest.Figures["seconds"].Mean != .5 || forest.Figures["error"].Mean <= 0 || boosting.Figures["error"].Mean != 1 || boosting.Failed != 1 {
		t.Errorf("forest %+v, boosting %+v", forest, boosting)
	}
}

// wantRealData is a folder of data sets that is not ours to ship.
func wantRealData(t *testing.T, folder string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "..", "..", "shared", "data", folder))
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		t.Skipf("this wants the folder %s beside the checkout, which is not ours to ship: %v", "../shared/data/"+folder, err)
	}
	return path
}

// Training and test files go together, dense and sparse.
func TestFigure2OfRealFiles(t *testing.T) {
	folder := wantRealData(t, "multilabel")
	for files, want := range map[string][2]int{
		"scene-train.arff.gz scene-test.arff.gz scene.xml":                     {2407, 294},
		"Corel5k-train-sparse.arff.gz Corel5k-test-sparse.arff.gz Corel5k.xml": {5000, 499},
	} {
		args := []string{"reproduce", "figure2"}
		for _, name := range strings.Fields(files) {
			args = append(args, filepath.Join(folder, name))
		}
		args = append(args[:4], "--labels", args[4], "--methods", "pca", "--dims", "2", "--repeats", "1")
		if r := resultOf(t, args...); len(r.Rows) != 1 || r.Rows[0].Rows != want[0] || r.Rows[0].Inputs != want[1] || r.Rows[0].Figures["error"].Mean <= 0 {
			t.Errorf("%s: %+v", files, r.Rows)
		}
	}
}

// Work that is cancelled ends, wherever it is.
func TestInterruptedBench(t *testing.T) {
	for name, work := range map[string]func(*counted) error{
		"kernels": func(c *counted) error { return smallKernels(new(bytes.Buffer)).run(c, nil) },
		"fit":     func(c *counted) error { return smallFit(new(bytes.Buffer)).run(c, nil) },
		"transform": func(c *counted) error {
			return (&benchTransform{Streams: cli.Streams{Out: io.Discard, Err: io.Discard}, n: 1000, d: 5, dim: 2}).run(c, nil)
		},
	} {
		for _, at := range []int64{1, 2, 3} { // each operation is repeated three times, and asks before
			if err := work(cancelledAt(t, at)); !errors.Is(err, errCancelled) {
				t.Errorf("%s, at %d: %v", name, at, err)
			}
		}
	}
}

// counted is a context that is cancelled when it is asked for the given time.
type counted struct {
	context.Context
	at     int64
	asked  atomic.Int64
	cancel context.CancelFunc
}

var errCancelled = context.Canceled

func (c *counted) Err() error {
	if c.asked.Add(1) == c.at {
		c.cancel()
	}
	return c.Context.Err()
}

func cancelledAt(t *testing.T, at int64) *counted {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return &counted{Context: ctx, at: at, cancel: cancel}
}

package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"suffice"
)

// These tests run where SUFFICE_SPARK_SUBMIT names a spark-submit, as scripts/spark-tests does;
// SUFFICE_SPARK_MASTER is the cluster, and processes of its own by default; SUFFICE_SPARK_FITS
// is how many fits are disturbed, and SUFFICE_SPARK_METHODS which methods are tried.

// cluster is a Spark to run commands on.
type cluster struct {
	*place
	submit  string
	master  string
	running *exec.Cmd
	ended   chan error // what became of it
	printed bytes.Buffer
}

func newCluster(t testing.TB) *cluster {
	t.Helper()
	submit := os.Getenv("SUFFICE_SPARK_SUBMIT")
	if submit == "" {
		t.Skip("SUFFICE_SPARK_SUBMIT names no spark-submit; scripts/spark-tests makes one")
	}
	c := &cluster{place: newPlace(t), submit: submit, master: os.Getenv("SUFFICE_SPARK_MASTER")}
	if c.master == "" {
		c.master = "local-cluster[2,1,1024]"
	}
	if err := os.WriteFile(c.program(), []byte(Spark), 0o600); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *cluster) program() string { return filepath.Join(c.dir, "suffice_spark.py") }

// begin begins a program on the cluster.
func (c *cluster) begin(program string, words ...string) {
	c.t.Helper()
	arguments := []string{
		"--master", c.master, "--driver-memory", "1g", "--executor-memory", "1g", "--conf", "spark.ui.enabled=false",
		"--conf", "spark.driver.bindAddress=127.0.0.1", "--conf", "spark.driver.host=127.0.0.1",
		"--conf", "spark.executorEnv.SUFFICE_MARKS=" + c.marks, "--files", c.suffice(), "--py-files", c.program(), program,
	}
	c.running = c.command(c.submit, append(arguments, words...)...)
	c.running.Env = append(os.Environ(), "SPARK_LOCAL_IP=127.0.0.1")
	c.running.Stdout, c.running.Stderr = &c.printed, &c.printed
	if err := c.running.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.ended = make(chan error, 1)
	go func() {
		err := c.running.Wait()
		if c.ctx.Err() != nil {
			err = context.Cause(c.ctx)
		}
		c.ended <- err
	}()
}

// run runs commands of suffice in one session, and returns their exit codes.
func (c *cluster) run(commands ...[]string) []int {
	c.t.Helper()
	c.beginSession(commands...)
	return c.codes(<-c.ended)
}

func (c *cluster) beginSession(commands ...[]string) {
	c.t.Helper()
	var lines []byte
	for _, words := range commands {
		line, err := json.Marshal(words)
		if err != nil {
			c.t.Fatal(err)
		}
		lines = append(append(lines, line...), '\n')
	}
	if err := os.WriteFile(filepath.Join(c.dir, "commands"), lines, 0o600); err != nil {
		c.t.Fatal(err)
	}
	program, err := filepath.Abs(filepath.Join("testdata", "session.py"))
	if err != nil {
		c.t.Fatal(err)
	}
	_ = os.Remove(c.marks)
	c.begin(program, filepath.Join(c.dir, "commands"), filepath.Join(c.dir, "codes"))
}

// codes are the exit codes of the commands of a session that has ended.
func (c *cluster) codes(err error) []int {
	c.t.Helper()
	if err != nil {
		c.t.Fatalf("%v: %s", err, c.printed.String())
	}
	text, err := os.ReadFile(filepath.Join(c.dir, "codes"))
	if err != nil {
		c.t.Fatal(err)
	}
	var codes []int
	for word := range strings.FieldsSeq(string(text)) {
		code, err := strconv.Atoi(word)
		if err != nil {
			c.t.Fatal(err)
		}
		codes = append(codes, code)
	}
	return codes
}

// said is what command k of a session has printed.
func (c *cluster) said(k int) string {
	_, after, _ := strings.Cut(c.printed.String(), fmt.Sprintf("== %d\n", k))
	before, _, _ := strings.Cut(after, "\n== ")
	return withoutReminders(logged.ReplaceAllString(before, ""))
}

// logged are the lines of Spark's own log, which tell of executors that end and come at any place.
var logged = regexp.MustCompile(`(?m)^\d\d/\d\d/\d\d \d\d:\d\d:\d\d [A-Z]+ .*\n?`)

// executorOf is the machine's program that a process belongs to, or 0.
func executorOf(process int) int {
	for range 6 {
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", process))
		if err != nil {
			return 0
		}
		if bytes.Contains(line, []byte("CoarseGrainedExecutorBackend")) {
			return process
		}
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
		if err != nil {
			return 0
		}
		_, rest, _ := strings.Cut(string(state), ") ")
		fields := strings.Fields(rest)
		if len(fields) < 2 {
			return 0
		}
		process, _ = strconv.Atoi(fields[1])
	}
	return 0
}

// Every method gives the model that it gives here, and the same bytes twice.
func TestSparkModels(t *testing.T) {
	c := newCluster(t)
	folder := filepath.Dir(manyHouses(t)[0])
	var commands [][]string
	var names []string
	only := strings.Fields(os.Getenv("SUFFICE_SPARK_METHODS"))
	for _, method := range suffice.Methods() {
		if len(only) > 0 && !slices.Contains(only, method.Name) {
			continue
		}
		names = append(names, method.Name)
		commands = append(commands, fitting(folder, method.Name, filepath.Join(c.dir, method.Name+".json")))
	}
	again := []string{names[0], names[len(names)-1]}
	for _, name := range again {
		commands = append(commands, fitting(folder, name, filepath.Join(c.dir, name+"-again.json")))
	}
	commands = append(commands, append([]string{"--mode", "bytes"}, fitting(folder, again[0], filepath.Join(c.dir, again[0]+"-bytes.json"))...))
	codes := c.run(commands...)
	for k, name := range names {
		if codes[k] != 0 {
			t.Errorf("%s: %s", name, c.said(k))
			continue
		}
		here := filepath.Join(c.dir, name+"-here.json")
		if out, err := exec.CommandContext(c.ctx, c.suffice(), fitting(folder, name, here)...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %s", name, out)
		}
		got, want := readModel(t, filepath.Join(c.dir, name+".json")), readModel(t, here)
		if slices.Contains([]string{"sir", "save", "dr"}, name) { // whose slices are those of drawn rows
			wantWithin(t, name, got, want, ofDrawnRows)
		} else {
			wantSame(t, name, got, want)
		}
	}
	for _, pair := range [][2]string{{again[0], "-again"}, {again[1], "-again"}, {again[0], "-bytes"}} {
		wantSameFiles(t, filepath.Join(c.dir, pair[0]+".json"), filepath.Join(c.dir, pair[0]+pair[1]+".json"))
	}
}

// Go workers, Python workers and executors are killed while fits go on: each ends well, with
// the same bytes.
func TestSparkKills(t *testing.T) {
	c := newCluster(t)
	folder := filepath.Dir(manyHouses(t)[0])
	fits := 21
	if said, err := strconv.Atoi(os.Getenv("SUFFICE_SPARK_FITS")); err == nil {
		fits = said
	}
	var commands [][]string
	for k := range fits {
		commands = append(commands, fitting(folder, "mddm", filepath.Join(c.dir, fmt.Sprintf("%d.json", k))))
	}
	c.beginSession(commands...)
	killed, err := c.killAt(rand.New(rand.NewPCG(1, 2)), fits)
	t.Logf("killed %v", killed)
	codes := c.codes(err)
	for k := range fits {
		if k >= len(codes) || codes[k] != 0 {
			t.Fatalf("fit %d: %s", k, c.said(k))
		}
		wantSameFiles(t, filepath.Join(c.dir, "0.json"), filepath.Join(c.dir, fmt.Sprintf("%d.json", k)))
	}
	for what, times := range killed {
		if times == 0 {
			t.Errorf("no %s was killed", what)
		}
	}
	if !regexp.MustCompile(`Lost (task|executor)`).MatchString(c.printed.String()) {
		t.Error("Spark has lost nothing")
	}
}

// killAt kills a process of each kind in turn, whenever workers have begun some more parts, and
// returns what became of the session.
func (c *cluster) killAt(random *rand.Rand, times int) (map[string]int, error) {
	kinds := []string{"Go worker", "Python worker", "executor"}
	killed := map[string]int{}
	for _, kind := range kinds[:min(times, len(kinds))] { // each is to be killed
		killed[kind] = 0
	}
	next := 5
	for turn := 0; ; {
		select {
		case err := <-c.ended:
			return killed, err
		case <-time.After(pause):
		}
		begun := c.begun()
		if turn >= times || len(begun) < next {
			continue
		}
		last := begun[len(begun)-1]
		process := [...]int{last[0], last[1], executorOf(last[1])}[turn%3]
		if process <= 1 || syscall.Kill(process, syscall.SIGKILL) != nil {
			next = len(begun) + 1 // it has ended meanwhile, and its number may soon be another's
			continue
		}
		killed[kinds[turn%3]]++
		turn++
		next = len(begun) + 10 + random.IntN(60)
	}
}

// What is wrong with the data is told in a line, and not tried again.
func TestSparkErrorsOfTheData(t *testing.T) {
	c := newCluster(t)
	files := houses(t, 400, 4, false)
	spoil(t, files[2])
	folder := filepath.Dir(files[0])
	codes := c.run(fitting(folder, "pca", "-"), append([]string{"--mode", "bytes"}, fitting(folder, "pca", "-")...))
	for k, code := range codes {
		said := strings.TrimSpace(c.said(k))
		if code != 1 || strings.Contains(said, "\n") || !strings.Contains(said, "part-2.csv:10, column \"a\"") {
			t.Errorf("exit code %d: %s", code, said)
		}
	}
	if begun := c.begun(); len(begun) != len(codes)*len(files) {
		t.Errorf("%d pieces of work, want one for each part and command", len(begun))
	}
}

// Mistakes are told in a line each, and leave nothing.
func TestSparkMistakes(t *testing.T) {
	c := newCluster(t)
	files := houses(t, 400, 4, false)
	folder, model, out := filepath.Dir(files[0]), filepath.Join(c.dir, "model.json"), filepath.Join(c.dir, "z")
	c.here(fitting(folder, "pca", model)...)
	fit := fitting("", "pca", "-")[2:]
	mistakes := map[string][]string{
		"version is no command for Spark; these are: fit, ": {"version"},
		"explore is no command for Spark; these are: fit, ": {"explore", folder},
		"there is no option --targt":                        {"fit", folder, "--targt", "price"},
		"see suffice describe --help":                       {"describe", folder, "--none"},
		"`nosuch` cannot be found":                          slices.Concat([]string{"--table", "nosuch", "fit"}, fit),
		"PARSE_SYNTAX_ERROR":                                slices.Concat([]string{"--sql", "selec x", "fit"}, fit),
		"the query has no rows":                             slices.Concat([]string{"--sql", "select * from houses where false", "fit"}, fit),
		"S3AFileSystem not found":                           slices.Concat([]string{"fit", "s3a://bucket/*.csv"}, fit),
		"a:b.csv":                                           slices.Concat([]string{"fit", "a:b.csv"}, fit),
		out + ": there is no such file":                     slices.Concat([]string{"fit", out}, fit),
		"none.json: No such file":                           {"transform", "none.json", folder, "-o", out},
		"Parquet files; leave out --to":                     {"transform", model, folder, "-o", out, "--to", "csv"},
	}
	says := slices.Sorted(maps.Keys(mistakes))
	commands := [][]string{{"table", "houses", folder}}
	for _, line := range says {
		commands = append(commands, mistakes[line])
	}
	codes := c.run(commands...)
	for k, line := range says {
		said := strings.TrimSuffix(strings.TrimSpace(c.said(k+1)), "\n2") // the test's session prints the code
		if code := codes[k+1]; code != 1 && code != 2 || strings.Contains(said, "\n") || !strings.HasPrefix(said, "suffice: ") || !strings.Contains(said, line) {
			t.Errorf("%s: exit code %d: %s", line, code, said)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("there is a result of a mistake")
	}
}

// Files have any name, a task has the threads of its cores, a number of groups that is none is the usual one, and
// what all parts have to say is a few lines.
func TestSparkOddFiles(t *testing.T) {
	t.Setenv("SUFFICE_GROUPS", "-1")
	c := newCluster(t)
	files := houses(t, 1300, 13, false)
	model, threads := filepath.Join(c.dir, "model.json"), filepath.Join(c.dir, "threads")
	c.here(fitting(filepath.Dir(files[0]), "pca", model)...)
	for k, name := range []string{`a}.csv`, `b*?\.csv`, `c},{.csv`, `d, {1,2}.csv`, "model.json", `_hidden.csv`, `x[1].csv`} {
		renamed := filepath.Join(filepath.Dir(files[k]), name)
		if err := os.Rename(files[k], renamed); err != nil {
			t.Fatal(err)
		}
		files[k] = renamed
	}
	slices.Sort(files)
	for k, file := range files {
		rewrite(t, file, "Ulm", fmt.Sprint("Ulm ", k))
	}
	hidden, last, files := files[0], files[len(files)-1], files[1:]
	counting := c.script("counting", fmt.Sprintf("echo $1 $GOMAXPROCS >>'%s'\nexec '%s' \"$@\"\n", threads, c.suffice()))
	out := func(k int) string { return filepath.Join(c.dir, fmt.Sprint("z", k)) }
	var commands [][]string
	results := [][]string{files, files, {hidden}, {last}}
	for k, from := range []string{filepath.Dir(last), filepath.Dir(last), hidden, last} {
		mode := [...]string{"files", "bytes"}[k%2]
		commands = append(commands, []string{"--suffice", counting, "--mode", mode, "transform", model, from, "--keep", "price", "-o", out(k)})
	}
	codes := c.run(commands...)
	for k, code := range codes {
		if code != 0 {
			t.Fatal(c.said(k))
		}
		c.wantResult(out(k), model, results[k])
	}
	if said := strings.TrimSpace(c.said(1)); strings.Count(said, "\n") != 10 || !strings.HasSuffix(said, "\nsuffice: and 2 more") {
		t.Errorf("remarks: %s", said)
	}
	if text, err := os.ReadFile(threads); err != nil || strings.Count(string(text), "transform 1\n") != 2*len(files)+2 {
		t.Errorf("threads: %v: %s", err, text)
	}
}

// Components of a table are those that one machine gives, also where a process dies that writes
// them; there is one result in a folder, and no part of one.
func TestSparkTransforms(t *testing.T) {
	c := newCluster(t)
	files := houses(t, 400, 4, false)
	folder, model, out := filepath.Dir(files[0]), filepath.Join(c.dir, "model.json"), filepath.Join(c.dir, "z")
	c.here(fitting(folder, "pca", model)...)
	bad := filepath.Join(c.dir, "bad")
	if err := os.CopyFS(bad, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bad, "part-1.csv"), []byte("a,b,c,d,town,price\n1,2,oops,4,Ulm,5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	dying := c.dying()
	transform := func(from, to string) []string { return []string{"transform", model, from, "-o", to, "--keep", "price"} }
	codes := c.run(append([]string{"--suffice", dying}, transform(folder, out)...), transform(folder, out), transform(bad, out+"-bad"))
	if codes[0] != 0 {
		t.Fatal(c.printed.String())
	}
	if _, err := os.Stat(dying + ".died"); err != nil {
		t.Error("no process has died")
	}
	for k, want := range map[int]string{1: "is there already, and not empty", 2: `part-1.csv:2, column "c"`} {
		if said := strings.TrimSpace(c.said(k)); codes[k] != 1 || strings.Contains(said, "\n") || !strings.Contains(said, want) {
			t.Errorf("exit code %d: %s", codes[k], said)
		}
	}
	if _, err := os.Stat(out + "-bad"); err == nil {
		t.Error("there is a result of bad data")
	}
	c.wantResult(out, model, files)
}

// dying makes a suffice that dies when it first transforms, and leaves what it was writing.
func (c *cluster) dying() string {
	c.t.Helper()
	return c.script("dying", fmt.Sprintf("if [ \"$1\" = transform ] && mkdir '%s/dying.died' 2>/dev/null; then echo half >\"$5\"; echo half >\"$5.half\"; kill -9 $$; fi\nexec '%s' \"$@\"\n", c.dir, c.suffice()))
}

// script makes a program of the shell.
func (c *cluster) script(name, text string) string {
	c.t.Helper()
	path := filepath.Join(c.dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700); err != nil { //nolint:gosec // it is a program
		c.t.Fatal(err)
	}
	return path
}

// wantResult wants a folder to hold a file for each part, with its components, and a mark that
// it is whole.
func (c *cluster) wantResult(folder, model string, files []string) {
	c.t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		c.t.Fatal(err)
	}
	var parts []string
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".crc") { // Spark's checksums
			parts = append(parts, entry.Name())
		}
	}
	if len(parts) != len(files)+1 || parts[0] != "_SUCCESS" {
		c.t.Fatalf("%s has %v", folder, parts)
	}
	for k, file := range files {
		want := filepath.Join(c.dir, "want.parquet")
		c.here("transform", model, file, "--keep", "price", "-o", want)
		wantSameFiles(c.t, filepath.Join(folder, parts[k+1]), want)
	}
}

// Tables that only Spark can read come as Arrow, where pyarrow and pandas are there.
func TestSparkTables(t *testing.T) {
	python := os.Getenv("PYSPARK_PYTHON")
	if exec.CommandContext(t.Context(), python, "-c", "import pandas, pyarrow").Run() != nil {
		t.Skip("the Python of PYSPARK_PYTHON has no pandas or no pyarrow")
	}
	c := newCluster(t)
	folder := filepath.Dir(houses(t, 600, 3, false)[0])
	in := func(name string) string { return filepath.Join(c.dir, name) }
	c.here(fitting(folder, "pca", in("here.json"))...)
	c.here(append(fitting(folder, "mddm", in("number.json")), "--predictor")...)
	c.here(append(fitting(folder, "lda", in("class.json")), "--predictor")...)
	c.here("transform", in("number.json"), folder, "-o", in("z.parquet"))
	c.here("predict", in("number.json"), folder, "--interval", "90", "--keep", "town", "-o", in("number.parquet"))
	c.here("predict", in("class.json"), folder, "--probabilities", "-o", in("class.parquet"))

	table := fitting("", "pca", in("model.json"))
	spoilt := houses(t, 600, 3, false)
	spoil(t, spoilt[1])
	codes := c.run([]string{"table", "houses", folder}, []string{"table", "spoilt", filepath.Dir(spoilt[0])},
		slices.Concat([]string{"--table", "houses", "fit"}, table[2:]),
		[]string{"components", "houses", in("number.json"), in("z"), "{}"},
		[]string{"predictions", "houses", in("number.json"), in("number"), `{"interval": 90, "keep": ["town"]}`},
		[]string{"predictions", "houses", in("class.json"), in("class"), `{"probabilities": true}`},
		[]string{"--table", "houses", "predict", in("number.json"), "--interval", "90", "--keep", "t*", "-o", in("command")},
		[]string{"--table", "houses", "predict", in("number.json"), "--keep", "tow", "-o", in("nothing")},
		[]string{"--table", "spoilt", "predict", in("number.json"), "-o", in("nothing")})
	if slices.Max(codes[:7]) != 0 {
		t.Fatal(c.printed.String())
	}
	wantSame(t, "a table", readModel(t, in("model.json")), readModel(t, in("here.json")))
	for folder, file := range map[string]string{"z": "z", "number": "number", "class": "class", "command": "number"} {
		if said, err := exec.CommandContext(c.ctx, python, "-c", sameRows, in(folder), in(file+".parquet")).CombinedOutput(); err != nil {
			t.Errorf("%s: %s", folder, said)
		}
	}
	for k, want := range map[int]string{7: `^suffice: the data frame has no column "tow" to keep$`, 8: `^suffice: spoilt, part \d, row \d+, column "a": .*$`} {
		if said := strings.TrimSpace(c.said(k)); codes[k] != 1 || !regexp.MustCompile(want).MatchString(said) {
			t.Errorf("exit code %d: %s", codes[k], said)
		}
	}
	if _, err := os.Stat(in("nothing")); err == nil {
		t.Error("there is a result of a mistake")
	}
}

// Vectors of Spark ML, of which some are sparse, are inputs for each of their places.
func TestSparkVectors(t *testing.T) {
	if exec.CommandContext(t.Context(), os.Getenv("PYSPARK_PYTHON"), "-c", "import pandas, pyarrow").Run() != nil {
		t.Skip("the Python of PYSPARK_PYTHON has no pandas or no pyarrow")
	}
	c := newCluster(t)
	vectors, err := filepath.Abs("../../table/testdata/vectors.parquet")
	if err != nil {
		t.Fatal(err)
	}
	model, z := filepath.Join(c.dir, "model.json"), filepath.Join(c.dir, "z")
	codes := c.run([]string{"table", "vectors", vectors},
		[]string{"--table", "vectors", "fit", "--target", "y", "--method", "pca", "--dim", "1", "--no-verdict", "-o", model},
		[]string{"--table", "vectors", "transform", model, "--keep", "features", "-o", z})
	if slices.Max(codes) != 0 {
		t.Fatal(c.printed.String())
	}
	got := readModel(t, model)
	if want := []string{"features[0]", "features[1]", "features[2]", "features[3]"}; !slices.Equal(got.Inputs, want) {
		t.Errorf("inputs %q", got.Inputs)
	}
	if want := []float64{1, 10. / 6, 1, 6.5 / 6}; !slices.EqualFunc(got.Mean, want, near) { // by hand
		t.Errorf("means %v, want %v", got.Mean, want)
	}
}

// Tests that run in the background are kept from Ctrl-C, and what they start would be too.
func init() {
	if signal.Ignored(os.Interrupt) {
		signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	}
}

// sameRows is a program that fails where two tables have other rows or columns; the order of rows
// is Spark's.
const sameRows = `
import sys, pyarrow.parquet
one, other = (pyarrow.parquet.read_table(path) for path in sys.argv[1:])
if one.column_names != other.column_names or sorted(map(repr, one.to_pylist())) != sorted(map(repr, other.to_pylist())):
    sys.exit(f"{one.slice(0, 3)} {len(one)} {other.slice(0, 3)} {len(other)}")
`

// A generated table has no files: the fit has the bytes of one by processes of this machine, and
// its parts become components.
func TestSparkGenerated(t *testing.T) {
	c := newCluster(t)
	model := func(name string) string { return filepath.Join(c.dir, name+".json") }
	c.fitHere(generatedFit(t, model("here")))
	out := filepath.Join(c.dir, "z")
	codes := c.run(generatedFit(t, model("there")), []string{"transform", model("here"), "generated:rows=900,inputs=4,parts=3", "-o", out},
		[]string{"fit", "generated:rows=9,columns=2", "--target", "y"}, append([]string{"--mode", "bytes"}, generatedFit(t, "-")...))
	for k, code := range codes[:2] {
		if code != 0 {
			t.Errorf("%s", c.said(k))
		}
	}
	wantSameFiles(t, model("here"), model("there"))
	if parts, err := filepath.Glob(filepath.Join(out, "*.parquet")); err != nil || len(parts) != 3 {
		t.Errorf("%v: %v, want 3 files", parts, err)
	}
	if said := c.said(2); codes[2] == 0 || !strings.Contains(said, `"columns" is none of rows`) {
		t.Errorf("%d: %s", codes[2], said)
	}
	if said := c.said(3); codes[3] == 0 || !strings.Contains(said, "leave out --mode bytes") {
		t.Errorf("%d: %s", codes[3], said)
	}
}

// Answers may be of any size, unless a limit was set.
func TestSparkLimitsOfAnswers(t *testing.T) {
	const limit = "spark.driver.maxResultSize"
	c := newCluster(t)
	c.run([]string{"setting", limit})
	if said := c.said(0); !slices.Contains(strings.Split(said, "\n"), "0") { // Spark may say more
		t.Errorf("without a limit, it is %q", said)
	}
	c = newCluster(t)
	c.begin("--conf", limit+"=1k", c.program(), "describe", filepath.Dir(houses(t, 400, 4, false)[0]))
	if err := <-c.ended; err == nil || !strings.Contains(c.printed.String(), "is bigger than "+limit+" (1024.0 B)") {
		t.Errorf("with a limit: %v, %s", err, c.printed.String())
	}
}

// Ctrl-C ends all, and leaves no process.
func TestSparkInterrupt(t *testing.T) {
	c := newCluster(t)
	folder := filepath.Dir(manyHouses(t)[0])
	_ = os.Remove(c.marks)
	c.begin(c.program(), fitting(folder, "sca", filepath.Join(c.dir, "model.json"))...)
	for len(c.begun()) < 30 {
		select {
		case err := <-c.ended:
			t.Fatalf("it ended before it was interrupted: %v: %s", err, c.printed.String())
		case <-time.After(pause):
		}
	}
	if err := syscall.Kill(-c.running.Process.Pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := <-c.ended; err == nil || c.ctx.Err() != nil {
		t.Errorf("after an interrupt: %v: %s", err, c.printed.String())
	}
	if _, err := os.Stat(filepath.Join(c.dir, "model.json")); err == nil {
		t.Error("there is a model")
	}
	for len(c.processes()) > 0 && c.ctx.Err() == nil { // executors end after the driver, however long that takes
		time.Sleep(100 * pause)
	}
}

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// elsewhere are pages whose commands need more than this test has: experiments, clusters and other
// programs, which have tests of their own.
var elsewhere = []string{
	"bench", "benchmarks", "cluster", "dask", "experiments", "features", "install", "internet-scale", "real", "reproduce", "simulations", "table1", "faults", "reliability",
}

// Every command of the README and the pages prints what stands below it, where that is quick to
// find out; with SUFFICE_DOCS=1 the others are run too, which takes many minutes. A line of … in a
// page stands for lines that are left out.
func TestTheDocumentationIsWhatIsPrinted(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, page := range append(pages, filepath.Join(root, "README.md")) {
		name := strings.TrimSuffix(filepath.Base(page), ".md")
		if slices.Contains(elsewhere, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			commands := commandsOf(readFile(t, page))
			inDirectory(t, nil)
			if err := os.Symlink(filepath.Join(root, "examples"), "examples"); err != nil {
				t.Skip(err)
			}
			days := strings.SplitAfterN(readFile(t, "examples/bikes.csv"), "\n", 5) // tomorrow.csv has the first three
			if err := os.WriteFile("tomorrow.csv", []byte(strings.Join(days[:4], "")), 0o666); err != nil {
				t.Fatal(err)
			}
			for _, c := range commands {
				t.Run(c.text, func(t *testing.T) {
					if why := c.skipped(); why != "" {
						t.Skip(why)
					}
					c.run(t)
					if len(c.output) > 0 {
						compared++
					}
				})
			}
		})
	}
	if compared < 6 {
		t.Errorf("the output of only %d commands was compared", compared)
	}
}

// documented is a command of a page, with what the page says that it prints.
type documented struct {
	text   string
	args   []string
	output []string
}

// commandsOf finds the commands of a page: indented lines that begin with the name of the program,
// with the indented lines below them, after an empty one.
func commandsOf(page string) (commands []documented) {
	inside, goesOn, blank := false, false, false // blank: what is printed stands below an empty line
	for line := range strings.Lines(page) {
		text, indented := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
		switch {
		case !indented && strings.TrimSpace(line) != "":
			inside = false
		case goesOn:
			last := &commands[len(commands)-1]
			last.text += " " + strings.TrimSpace(strings.TrimSuffix(text, "\\"))
			goesOn = strings.HasSuffix(text, "\\")
		case indented && startOfCommand.MatchString(text):
			text = startOfCommand.ReplaceAllString(text, "suffice $2")
			goesOn, inside, blank = strings.HasSuffix(text, "\\"), true, false
			commands = append(commands, documented{text: strings.TrimSpace(strings.TrimSuffix(text, "\\"))})
		case inside && !blank:
			blank = text == "" || text == "\n"
		case inside:
			last := &commands[len(commands)-1]
			last.output = append(last.output, strings.TrimRight(text, " "))
		}
	}
	for i := range commands {
		c := &commands[i]
		c.text, _, _ = strings.Cut(c.text, "  # ")
		c.text = strings.TrimSpace(c.text)
		c.output = slices.DeleteFunc(trimmed(c.output), func(line string) bool { return strings.HasPrefix(line, "#") })
		for _, word := range shellWords.FindAllString(c.text, -1)[1:] {
			c.args = append(c.args, strings.Trim(word, "'"))
		}
	}
	return commands
}

var startOfCommand = regexp.MustCompile(`^(suffice|go run ./cmd/suffice) ([a-z])`)

// shellWords are those of a command, some in quotes.
var shellWords = regexp.MustCompile(`'[^']*'|[^\s']+`)

// trimmed is lines without empty ones at the ends.
func trimmed(lines []string) []string {
	text := strings.Trim(strings.Join(lines, "\n"), "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// quickly are methods that take no time.
var quickly = []string{"sir", "save", "dr", "phd", "pca", "cca", "lda", "pls", "mddm"}

// skipped says why a command is not run, or "".
func (c documented) skipped() string {
	all := os.Getenv("SUFFICE_DOCS") != ""
	if strings.ContainsAny(c.text, "|>…$") || strings.Contains(c.text, " FILE") {
		return "it is for a shell, or a pattern"
	}
	for i, arg := range c.args[1:] {
		made := c.args[i] == "-o"
		if made {
			_ = os.MkdirAll(filepath.Dir(arg), 0o777)
		}
		if strings.Contains(arg, ".") && !made && regexp.MustCompile(`\.(csv|json|parquet|npy|sql|py|arff|xml|gz|xlsx|db|sqlite|zip|onnx|npz|feather|svm)$`).MatchString(arg) {
			if _, err := os.Stat(arg); err != nil {
				return fmt.Sprintf("there is no %s", arg)
			}
		}
	}
	switch c.args[0] {
	case "explore", "engine", "version", "licenses", "features", "completion", "worker":
		return "it has tests of its own"
	case "fit", "dims", "inputs", "compare", "report":
		at := slices.Index(c.args, "--method") + 1
		if quick := at > 0 && slices.Contains(quickly, c.args[at]) && (c.args[0] == "fit" && !slices.Contains(c.args, "--intervals")); !quick && !all {
			return "it takes long: SUFFICE_DOCS=1 runs it"
		}
	}
	return ""
}

var secondsOfRow = regexp.MustCompile(`^( +\d+   \w.*\S|components   method.*\S) +(?:<?[\d.]+|seconds)$`)

// run runs the command and compares what it prints.
func (c documented) run(t *testing.T) {
	got := invoke(t, "", c.args...)
	if len(c.output) > 0 && strings.HasPrefix(c.output[0], "suffice: ") {
		got.out, got.code = got.err, codeDone
	}
	if got.code != codeDone {
		t.Fatalf("exit code %d, said %q", got.code, got.err)
	}
	printed, at := strings.Split(got.out, "\n"), 0
	for i := range printed {
		printed[i] = strings.TrimRight(printed[i], " ")
		if c.args[0] == "compare" { // the last column is by the clock, and pages leave it out
			printed[i] = secondsOfRow.ReplaceAllString(printed[i], "$1")
		}
	}
	anywhere := true
	for _, want := range c.output {
		if want == "…" {
			anywhere = true
			continue
		}
		found := slices.Index(printed[at:], want)
		if found < 0 || !anywhere && found > 0 {
			t.Fatalf("the page has\n%s\nand not what is printed,\n%s\n(the line %q)", strings.Join(c.output, "\n"), got.out, want)
		}
		at, anywhere = at+found+1, false
	}
}

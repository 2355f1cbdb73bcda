package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// elsewhere are pages whose commands need more than this test has: experiments, clusters and other
// programs, which have tests of their own.
var elsewhere = []string{
	"bench", "benchmarks", "cluster", "dask", "experiments", "features", "install", "internet-scale", "real", "simulations", "table1", "faults", "reliability",
}

// Every command of the README and the pages prints what stands below it, where that is quick to
// find out; with SUFFICE_DOCS=lab those of the laboratory too, whose program is built, with SUFFICE_DOCS=1
// all others, which takes many minutes, and with SUFFICE_DOCS=write pages get what is printed now. A line of … in a page stands for lines that are left out.
func TestTheDocumentationIsWhatIsPrinted(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "suffice-lab")
	laboratory := sync.OnceValues(func() (string, error) {
		out, err := exec.Command("go", "build", "-C", filepath.Join(root, "lab"), "-ldflags=-s -w", "-o", path, "./cmd/suffice-lab").CombinedOutput()
		return string(out), err
	})
	compared := 0
	for _, page := range append(pages, filepath.Join(root, "README.md")) {
		name := strings.TrimSuffix(filepath.Base(page), ".md")
		if slices.Contains(elsewhere, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			text := readFile(t, page)
			commands, rewritten := commandsOf(text), map[int][]string{}
			inDirectory(t, nil)
			if err := os.Symlink(filepath.Join(root, "examples"), "examples"); err != nil {
				t.Skip(err)
			}
			penguins := strings.SplitAfter(readFile(t, "examples/penguins.csv"), "\n") // three.csv has one of each species
			if err := os.WriteFile("three.csv", []byte(penguins[0]+penguins[1]+penguins[160]+penguins[300]), 0o666); err != nil {
				t.Fatal(err)
			}
			for _, c := range commands {
				t.Run(c.text, func(t *testing.T) {
					if why := c.skipped(); why != "" {
						t.Skip(why)
					}
					if c.ofLaboratory() {
						if said, err := laboratory(); err != nil {
							t.Fatalf("%v: %s", err, said)
						}
					}
					printed := c.run(t, path)
					if len(c.output) > 0 {
						compared++
						if missing := c.differs(printed); missing != "" && os.Getenv("SUFFICE_DOCS") == "write" {
							rewritten[c.at] = c.rewrite(t, printed)
						} else if missing != "" {
							t.Errorf("the page has\n%s\nand not what is printed,\n%s\n(the line %q)", strings.Join(c.output, "\n"), strings.Join(printed, "\n"), missing)
						}
					}
				})
			}
			writePage(t, page, text, commands, rewritten)
		})
	}
	if onePage := strings.Contains(flag.Lookup("test.run").Value.String(), "/"); compared < 6 && !onePage {
		t.Errorf("the output of only %d commands was compared", compared)
	}
}

// documented is a command of a page, with what the page says that it prints.
type documented struct {
	text   string
	args   []string
	output []string
	at     int // the line of the page, counted from 0, that its output begins with
}

// commandsOf finds the commands of a page: indented lines that begin with the name of the program,
// with the indented lines below them, after an empty one.
func commandsOf(page string) (commands []documented) {
	inside, goesOn, blank := false, false, false // blank: what is printed stands below an empty line
	for at, line := range strings.Split(page, "\n") {
		text, indented := strings.CutPrefix(line, "    ")
		switch {
		case !indented && strings.TrimSpace(line) != "":
			inside = false
		case goesOn:
			last := &commands[len(commands)-1]
			last.text += " " + strings.TrimSpace(strings.TrimSuffix(text, "\\"))
			goesOn = strings.HasSuffix(text, "\\")
		case indented && startOfCommand.MatchString(text):
			text = startOfCommand.ReplaceAllString(text, "suffice$1 $2")
			goesOn, inside, blank = strings.HasSuffix(text, "\\"), true, false
			commands = append(commands, documented{text: strings.TrimSpace(strings.TrimSuffix(text, "\\"))})
		case inside && !blank:
			blank = text == ""
		case inside && strings.HasPrefix(text, "#"): // of the command below
			inside = false
		case inside:
			last := &commands[len(commands)-1]
			if len(last.output) == 0 {
				last.at = at
			}
			if text != "" || len(last.output) > 0 {
				last.output = append(last.output, strings.TrimRight(text, " "))
			}
		}
	}
	for i := range commands {
		c := &commands[i]
		c.text, _, _ = strings.Cut(c.text, "  # ")
		c.text = strings.TrimSpace(c.text)
		c.output = trimmed(c.output)
		for _, word := range shellWords.FindAllString(c.text, -1)[1:] {
			c.args = append(c.args, strings.Trim(word, "'"))
		}
	}
	return commands
}

var startOfCommand = regexp.MustCompile(`^(?:\./suffice|suffice|go run \./cmd/suffice)(-lab)? ([a-z])`)

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
	wanted := os.Getenv("SUFFICE_DOCS")
	all := wanted != "" && wanted != "lab"
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
	if c.ofLaboratory() {
		if wanted == "" {
			return "it is of the laboratory: SUFFICE_DOCS=lab runs it"
		}
		what := slices.Concat(c.args, []string{""})[:2] // a command has no more words than these
		if what[0] == "generate" || what[1] == "figure1" || what[1] != "dims" && allQuick(c.option("--methods")) || all && len(c.output) > 0 {
			return ""
		}
		return "it is an experiment, and takes long"
	}
	switch c.args[0] {
	case "explore", "engine", "version", "licenses", "completion", "worker":
		return "it has tests of its own"
	case "compress":
		if !all && !allQuick(c.option("--methods")) {
			return "it takes long: SUFFICE_DOCS=1 runs it"
		}
	case "fit", "dims", "inputs", "compare", "report":
		if quick := allQuick(c.option("--method")) && (c.args[0] == "fit" && !slices.Contains(c.args, "--intervals")); !quick && !all {
			return "it takes long: SUFFICE_DOCS=1 runs it"
		}
	}
	return ""
}

var secondsOfRow = regexp.MustCompile(`^( +\d+   \w.*\S|components   method.*\S) +(?:<?[\d.]+|seconds)$`)

// ofLaboratory reports whether the command is one of suffice-lab.
func (c documented) ofLaboratory() bool { return strings.HasPrefix(c.text, "suffice-lab ") }

// option is the value of an option, or "".
func (c documented) option(name string) string {
	if at := slices.Index(c.args, name) + 1; at > 0 && at < len(c.args) {
		return c.args[at]
	}
	return ""
}

// allQuick reports whether there are methods, and all take no time.
func allQuick(methods string) bool {
	return methods != "" && !slices.ContainsFunc(strings.Split(methods, ","), func(name string) bool { return !slices.Contains(quickly, name) })
}

// run runs the command, of suffice or of the laboratory, whose program this is, and returns the lines that it prints and that pages have.
func (c documented) run(t *testing.T, laboratory string) []string {
	t.Helper()
	var got outcome
	if c.ofLaboratory() {
		out, err := exec.CommandContext(t.Context(), laboratory, c.args...).Output()
		if err != nil {
			t.Fatal(err)
		}
		got.out = string(out)
	} else {
		got = invoke(t, "", c.args...)
	}
	if len(c.output) > 0 && strings.HasPrefix(c.output[0], "suffice: ") {
		got.out, got.code = got.err, codeDone
	}
	if got.code != codeDone {
		t.Fatalf("exit code %d, said %q", got.code, got.err)
	}
	printed := trimmed(strings.Split(got.out, "\n"))
	for i := range printed {
		printed[i] = strings.TrimRight(printed[i], " ")
		if c.args[0] == "compare" { // the last column is by the clock, and pages leave it out
			printed[i] = secondsOfRow.ReplaceAllString(printed[i], "$1")
		}
	}
	return printed
}

// differs is the first line of the page that is not printed where it should be, or "".
func (c documented) differs(printed []string) string {
	at, anywhere := 0, true
	for _, want := range c.output {
		if want == "…" {
			anywhere = true
			continue
		}
		found := slices.Index(printed[at:], want)
		if found < 0 || !anywhere && found > 0 {
			return cmp.Or(want, "an empty one")
		}
		at, anywhere = at+found+1, false
	}
	return ""
}

// rewrite is what the page should have: of what is printed the lines from where the page begins to where it
// ends, and where it leaves some out again from where it goes on. These places are told by a line's first word.
func (c documented) rewrite(t *testing.T, printed []string) []string {
	t.Helper()
	first := func(line string) string { return strings.Join(strings.Fields(line + " .")[:1], "") }
	var lines []string
	for i, piece := range strings.Split("\n"+strings.Join(c.output, "\n")+"\n", "\n…\n") {
		if i > 0 {
			lines = append(lines, "…")
		}
		wanted := trimmed(strings.Split(piece, "\n"))
		if len(wanted) == 0 {
			continue
		}
		is := func(word string) func(string) bool { return func(line string) bool { return first(line) == word } }
		from := slices.IndexFunc(printed, is(first(wanted[0])))
		if from < 0 {
			t.Fatalf("nothing that is printed begins as %q; write the page by hand:\n%s", wanted[0], strings.Join(printed, "\n"))
		}
		printed = printed[from:]
		to, ends := -1, is(first(wanted[len(wanted)-1]))
		for i := range printed { // the last of as many lines as the page has, or else the first below
			if ends(printed[i]) && (to < 0 || i < len(wanted)) {
				to = i
			}
		}
		if to < 0 {
			t.Fatalf("nothing that is printed ends as %q; write the page by hand:\n%s", wanted[len(wanted)-1], strings.Join(printed, "\n"))
		}
		lines, printed = append(lines, printed[:to+1]...), printed[to+1:]
	}
	return lines
}

// writePage puts what was rewritten into a page.
func writePage(t *testing.T, page, text string, commands []documented, rewritten map[int][]string) {
	t.Helper()
	if len(rewritten) == 0 {
		return
	}
	lines := strings.Split(text, "\n")
	for _, c := range slices.Backward(commands) {
		now, ok := rewritten[c.at]
		if !ok {
			continue
		}
		for i, line := range now {
			now[i] = strings.TrimRight("    "+line, " ")
		}
		lines = slices.Replace(lines, c.at, c.at+len(c.output), now...)
	}
	if err := os.WriteFile(page, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
}

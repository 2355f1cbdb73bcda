package main

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"testing"

	library "suffice"
	"suffice/export"
	"suffice/internal/cli"
	"suffice/table"
)

func TestCompletionScripts(t *testing.T) {
	for _, shell := range shells {
		if got := must(t, "", "completion", shell); !strings.Contains(got, "suffice") || len(got) < 1000 {
			t.Errorf("%s: got %q", shell, got)
		}
	}
	for args, want := range map[string]string{
		"completion":      "completion takes one shell, but got 0 arguments; choose bash, zsh, fish or powershell",
		"completion tcsh": `there is no script for the shell "tcsh"; choose bash, zsh, fish or powershell`,
	} {
		if got := invoke(t, "", strings.Fields(args)...); got.code != codeUsage || got.err != "suffice: "+want+"; see suffice completion --help\n" {
			t.Errorf("%s: got %+v", args, got)
		}
	}
}

func TestBashReadsItsScript(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	check := exec.Command(bash, "-n")
	check.Stdin = strings.NewReader(must(t, "", "completion", "bash"))
	if got, err := check.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, got)
	}
}

// What the scripts ask the program for: the last line says whether files are offered
// (:0) or not (:4).
func TestCompletions(t *testing.T) {
	ask := func(args ...string) (candidates []string, last string) {
		var out, errs bytes.Buffer
		if code := run(context.Background(), append([]string{"__complete"}, args...), nil, &out, &errs); code != codeDone {
			t.Fatalf("%v: exit code %d: %s", args, code, errs.String())
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		for _, line := range lines[:len(lines)-1] {
			name, _, _ := strings.Cut(line, "\t")
			candidates = append(candidates, name)
		}
		return candidates, lines[len(lines)-1]
	}
	var methods, formats []string
	for _, m := range library.Methods() {
		methods = append(methods, m.Name)
	}
	for _, f := range export.Formats() {
		formats = append(formats, f.Name)
	}
	for _, test := range []struct {
		args, want, last string
	}{
		{"fit --method ", strings.Join(methods, " ") + " auto", ":4"},
		{"export --to ", strings.Join(formats, " "), ":4"},
		{"transform --to ", strings.Join(cli.WriteFormats, " "), ":4"},
		{"fit --missing ", "error drop mean", ":4"},
		{"plot --header ", "auto yes no", ":4"},
		{"describe --format ", strings.Join(table.Formats(), " "), ":4"},
		{"compare --kind ", strings.Join(kindNames(), " "), ":4"},
		{"dependence --kind ", strings.Join(kindNames(), " "), ":4"},
		{"compare --missing ", "error drop mean", ":4"},
		{"completion ", strings.Join(shells, " "), ":4"},
		{"insp", "inspect", ":4"},
		{"inspect ", "", ":0"},
		{"transform m.json ", "", ":0"},
		{"export --fl", "--float32", ":4"},
	} {
		got, last := ask(strings.Split(test.args, " ")...)
		if strings.Join(got, " ") != test.want || last != test.last {
			t.Errorf("%q: got %q %s, want %q %s", test.args, got, last, test.want, test.last)
		}
	}
}

// What is offered is taken.
func TestOfferedFormatsAreTaken(t *testing.T) {
	for _, format := range cli.WriteFormats {
		if err := table.WriteFormat(format).Check(); err != nil {
			t.Errorf("%s: %v", format, err)
		}
	}
}

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"suffice/internal/release"
)

// Every command that help lists has a page, and man finds nothing wrong with it.
func TestEveryCommandHasAManualPage(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "man")
	if got := must(t, "", "man", folder); got != "" {
		t.Errorf("said %q", got)
	}
	var each func(cmd *cobra.Command)
	each = func(cmd *cobra.Command) {
		page, err := os.ReadFile(filepath.Join(folder, manName(cmd)+".1"))
		if err != nil {
			t.Error(err)
		}
		for _, section := range []string{".TH", "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"} {
			if !strings.Contains(string(page), section) {
				t.Errorf("there is no %s in the page of %s", section, cmd.CommandPath())
			}
		}
		for _, child := range cmd.Commands() {
			if child.IsAvailableCommand() && child.Name() != "help" {
				each(child)
			}
		}
	}
	each(newRoot(streams{}))
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("there is no groff to read the pages")
	}
	pages, err := filepath.Glob(filepath.Join(folder, "*.1"))
	if err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command(groff, append([]string{"-man", "-Tutf8", "-ww", "-Wbreak", "-z"}, pages...)...).CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("%v: %s", err, said)
	}
}

// What roff would take for a command or another sign is kept as it is.
func TestTextsAreNoCommandsToRoff(t *testing.T) {
	for text, want := range map[string]string{
		".5 of all":       `\&.5 of all`,
		"it's `a\\b`":     `it\(aqs \(gaa\(rsb\(ga`,
		"--dim 2, λ ~ ^2": `\-\-dim 2, \[u03BB] \(ti \(ha2`,
		"a\n'b'":          "a\n" + `\(aqb\(aq`,
	} {
		if got := roff(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	cmd := &cobra.Command{Use: "x", Short: "Do it", Long: "Do it.\n\nAs here:\n  a  b\nand there."}
	page := manPage(cmd, release.Build{Version: "v1", Date: "2026-01-02T03:04:05Z"})
	if want := ".TH \"X\" \"1\" \"2026\\-01\\-02\" \"suffice v1\" \"suffice\"\n.SH \"NAME\"\nx \\- do it\n.SH \"SYNOPSIS\"\n\\fBx\\fR\n.SH \"DESCRIPTION\"\nDo it.\n.PP\nAs here:\n.EX\n  a  b\n.EE\nand there.\n.SH \"OPTIONS\"\n"; !strings.HasPrefix(page, want) {
		t.Errorf("got %s", page)
	}
}

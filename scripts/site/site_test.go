package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every link of README.md and docs/ leads somewhere, and every page can be reached.
func TestTheSiteOfThisCheckout(t *testing.T) {
	s, err := build(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	broken, _ := s.check()
	for _, link := range broken {
		t.Error(link)
	}
	listed := map[string]int{}
	for _, group := range s.navigation() {
		if len(group.Pages) == 0 {
			t.Errorf("there is nothing in %s", group.Title)
		}
		for _, page := range group.Pages {
			listed[page.Address]++
		}
	}
	for _, p := range s.pages {
		if listed[p.address] != 1 {
			t.Errorf("the navigation has %s %d times", p.address, listed[p.address])
		}
	}
}

// checkout writes files to a folder.
func checkout(t *testing.T, files map[string]string) string {
	root := t.TempDir()
	for name, text := range files {
		to := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestLinksThatLeadNowhereAreFound(t *testing.T) {
	root := checkout(t, map[string]string{
		"README.md":        "# A\n\n[b](docs/b.md#what-it-does-1) [c](docs/c.md) ![d](docs/d.png) [e](https://example.org/e) [f](#g)\n\n## Commands\n\n[b](docs/b.md)\n",
		"docs/commands.md": "# Commands\n\n[b](b.md)\n",
		"CHANGELOG.md":     "# Changes\n",
		"CONTRIBUTING.md":  "# Work\n\n[code](x/main.go) [gone](x/gone.go)\n",
		"docs/b.md":        "# B\n\n## What it `does`!\n\n## What it does\n\n[back](../README.md#commands) [up](b.md#nowhere)\n",
		"x/main.go":        "package main\n",
	})
	s, err := build(root)
	if err != nil {
		t.Fatal(err)
	}
	broken, elsewhere := s.check()
	want := []string{
		"CONTRIBUTING.md: there is no files/x/gone.go",
		"README.md: there is no #g",
		"README.md: there is no c.html",
		"README.md: there is no d.png",
		"docs/b.md: there is no b.html#nowhere",
	}
	if got := strings.Join(broken, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s", got)
	}
	if len(elsewhere) != 1 || elsewhere[0] != "https://example.org/e" {
		t.Errorf("got %v", elsewhere)
	}
	if err := run(root, "out", false); err == nil || !strings.HasPrefix(err.Error(), "5 broken links:\n") {
		t.Errorf("got %v", err)
	}
	if got := s.navigation()[1].Pages; len(got) != 2 || got[1].Address != "b.html" {
		t.Errorf("got %+v", got)
	}
}

// Headings have the anchors by which people link to them elsewhere.
func TestAnchors(t *testing.T) {
	names := &anchors{}
	for _, c := range [][2]string{{"Beside the paper's claims", "beside-the-papers-claims"}, {"--dim auto", "--dim-auto"}, {"p", "p"}, {"p", "p-1"}, {"λ and R²", "λ-and-r"}, {"search", "search-1"}} {
		if got := names.Generate([]byte(c[0]), 0); string(got) != c[1] {
			t.Errorf("%s: got %s, want %s", c[0], got, c[1])
		}
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	library "suffice"
	"suffice/internal/release"
)

// A model tells which program made it; one of before, which does not, is read all the same.
func TestModelsTellWhatMadeThem(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": smallTable})
	must(t, "", "fit", "a.csv", "-t", "y", "-d", "1", "--method", "pca", "--no-verdict", "-o", "m.json")
	text, err := os.ReadFile("m.json")
	if err != nil {
		t.Fatal(err)
	}
	model, err := library.ReadModel(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if b := release.This(); model.Source.Version != b.Version || model.Source.Commit != b.Commit || model.Source.Go != b.Go {
		t.Errorf("got %+v, want %+v", model.Source, b)
	}
	before := regexp.MustCompile(`,"go":"[^"]*"`).ReplaceAll(text, nil)
	if bytes.Equal(before, text) {
		t.Fatal("there is no Go in the file")
	}
	if model, err = library.ReadModel(bytes.NewReader(before)); err != nil || model.Source.Go != "" || model.Source.Version == "" {
		t.Errorf("got %+v, %v", model.Source, err)
	}
}

func TestVersionTellsHowItWasMade(t *testing.T) {
	got := must(t, "", "version")
	for _, want := range []string{"suffice        " + version(), "go             " + runtime.Version(), "platform       " + runtime.GOOS + "/" + runtime.GOARCH} {
		if !strings.Contains(got, want+"\n") {
			t.Errorf("there is no %q in %s", want, got)
		}
	}
	var made release.Build
	if err := json.Unmarshal([]byte(must(t, "", "version", "--json")), &made); err != nil || made != release.This() {
		t.Errorf("got %+v, %v", made, err)
	}
	full := buildText(release.Build{Version: "v1", Commit: "0123", Date: "2026-01-02T03:04:05Z", Modified: true, Go: "go1.26", Platform: "linux/arm64"})
	if want := "suffice        v1\ncommit         0123, with changes\ndate           2026-01-02T03:04:05Z\ngo             go1.26\nplatform       linux/arm64\n"; full != want {
		t.Errorf("got %s", full)
	}
}

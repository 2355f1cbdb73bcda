package main

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"suffice/internal/release"
)

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

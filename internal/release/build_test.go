package release

import (
	"runtime/debug"
	"testing"
)

// What Go notes in a program that was installed by version, by commit, and built in a checkout
// with and without its history.
func TestBuildsAsGoNotesThem(t *testing.T) {
	history := []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"},
		{Key: "vcs.time", Value: "2026-01-02T03:04:05Z"},
		{Key: "vcs.modified", Value: "true"},
	}
	for name, c := range map[string]struct {
		info debug.BuildInfo
		want Build
	}{
		"a version":  {debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}, Build{Version: "v1.2.3"}},
		"a commit":   {debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-20260102030405-0123456789ab"}}, Build{Version: "v0.0.0-20260102030405-0123456789ab", Commit: "0123456789ab", Date: "2026-01-02T03:04:05Z"}},
		"a checkout": {debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: history}, Build{Version: "(development, 0123456789ab)", Commit: "0123456789abcdef0123456789abcdef01234567", Date: "2026-01-02T03:04:05Z", Modified: true}},
		"a checkout as newer Go has it": {
			debug.BuildInfo{Main: debug.Module{Version: "v1.2.4-0.20260102030405-0123456789ab+dirty"}, Settings: history},
			Build{Version: "v1.2.4-0.20260102030405-0123456789ab+dirty", Commit: "0123456789abcdef0123456789abcdef01234567", Date: "2026-01-02T03:04:05Z", Modified: true},
		},
		"without history": {debug.BuildInfo{}, Build{Version: "(development)"}},
	} {
		if got := noted(&c.info); got != c.want {
			t.Errorf("%s: got %+v, want %+v", name, got, c.want)
		}
	}
	if b := This(); b.Version == "" || b.Go == "" || b.Platform == "" {
		t.Errorf("got %+v", b)
	}
}

// What the linker was told goes before what Go notes.
func TestTheLinkerIsBelieved(t *testing.T) {
	version, commit, date = "v1.0.0", "abc", "2026-01-02T03:04:05Z"
	defer func() { version, commit, date = "", "", "" }()
	if b := This(); b.Version != "v1.0.0" || b.Commit != "abc" || b.Date != "2026-01-02T03:04:05Z" {
		t.Errorf("got %+v", b)
	}
}

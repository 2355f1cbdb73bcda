// Package release says which suffice this is.
package release

import (
	"cmp"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// These are set by the linker for what scripts/release makes. Whoever builds by go install or
// go build has them from what Go notes in the program.
var version, commit, date string

// Build is how a program was made. What nobody knows is empty.
type Build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Date     string `json:"date,omitempty"`     // of the commit, as 2006-01-02T15:04:05Z
	Modified bool   `json:"modified,omitempty"` // there were changes that are not in the commit
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// This is how this program was made.
func This() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{Main: debug.Module{Version: "(unknown version)"}}
	}
	b := noted(info)
	b.Version, b.Commit, b.Date = cmp.Or(version, b.Version), cmp.Or(commit, b.Commit), cmp.Or(date, b.Date)
	b.Go, b.Platform = runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH
	return b
}

// noted is what Go knows: of a module that was installed its version, and of a checkout the
// commit.
func noted(info *debug.BuildInfo) Build {
	var b Build
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Commit = setting.Value
		case "vcs.time":
			b.Date = setting.Value
		case "vcs.modified":
			b.Modified = setting.Value == "true"
		}
	}
	switch v := info.Main.Version; {
	case v != "" && v != "(devel)":
		b.Version = v
		b.fromPseudoVersion()
	case b.Commit != "":
		b.Version = Development + ", " + b.Commit[:min(12, len(b.Commit))] + ")"
	default:
		b.Version = Development + ")"
	}
	return b
}

// pseudoVersion is the version of a commit that has no tag, such as
// v0.0.0-20260102030405-0123456789ab: its time and the beginning of its name.
var pseudoVersion = regexp.MustCompile(`[-.](\d{14})-([0-9a-f]{12})(?:\+.*)?$`)

func (b *Build) fromPseudoVersion() {
	found := pseudoVersion.FindStringSubmatch(b.Version)
	if found == nil {
		return
	}
	b.Commit = cmp.Or(b.Commit, found[2])
	if at, err := time.Parse("20060102150405", found[1]); err == nil {
		b.Date = cmp.Or(b.Date, at.Format(time.RFC3339))
	}
}

// Development is what the version of a program begins with that is no release.
const Development = "(development"

// Version is that of the module, or where it was built from a checkout, the commit.
func Version() string { return This().Version }

// Differ reports whether results of two versions may not be mixed. Of programs that are no
// releases nobody but who builds them can tell.
func Differ(a, b string) bool {
	return a != b && (isRelease(a) || isRelease(b))
}

func isRelease(version string) bool { return !strings.HasPrefix(version, Development) }

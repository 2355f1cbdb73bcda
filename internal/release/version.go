// Package release says which suffice this is.
package release

import "strings"

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

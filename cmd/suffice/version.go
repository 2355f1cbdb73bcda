package main

import "runtime/debug"

// version is that of the module, or where it was built from a checkout, the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown version)"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			return "(development, " + setting.Value[:min(12, len(setting.Value))] + ")"
		}
	}
	return "(development)"
}

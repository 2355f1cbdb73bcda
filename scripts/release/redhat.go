package main

import (
	"io"
	"path"
	"path/filepath"

	"github.com/google/rpmpack"
)

// redHat writes a package of rpm.
func (c checkout) redHat(folder string, p platform, files []file) error {
	processor := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[p.processor]
	made, err := rpmpack.NewRPM(rpmpack.RPMMetaData{
		Name: "suffice", Version: c.packageVersion(), Release: "1", Arch: processor, OS: "linux",
		Summary: inShort, Description: inLong, Licence: "BSD-3-Clause", Packager: maintainer,
		BuildHost: "localhost", BuildTime: c.date, Compressor: "gzip:6",
	})
	if err != nil {
		return err
	}
	for _, f := range inFolders(files) {
		kind := uint(0o100000)
		if f.isFolder() {
			if path.Base(f.name) != "suffice" {
				continue // one of the system
			}
			kind = 0o40000
		}
		made.AddFile(rpmpack.RPMFile{
			Name: "/" + path.Clean(f.name), Body: f.data, Mode: uint(f.mode.Perm()) | kind,
			Owner: "root", Group: "root", MTime: uint32(c.date.Unix()),
		})
	}
	name := "suffice-" + c.packageVersion() + "-1." + processor + ".rpm"
	return writeFile(filepath.Join(folder, name), func(w io.Writer) error { return made.Write(w) })
}

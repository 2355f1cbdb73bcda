package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// untarred are the files of a tar, by name.
func untarred(t *testing.T, r io.Reader) map[string]file {
	t.Helper()
	files := map[string]file{}
	archive := tar.NewReader(r)
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		files[header.Name] = file{header.Name, header.FileInfo().Mode(), data}
	}
}

func unzipped(t *testing.T, data []byte) io.Reader {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// wantOurs runs a program and compares what it says of itself.
func wantOurs(t *testing.T, c checkout, program string) {
	t.Helper()
	var said struct{ Version, Commit, Date string }
	if err := json.Unmarshal([]byte(must(t, ".", program, "version", "--json")), &said); err != nil {
		t.Fatal(err)
	}
	if said.Version != c.version || said.Commit != c.commit || said.Date != c.isoDate() {
		t.Errorf("the program says %+v, want %s, %s, %s", said, c.version, c.commit, c.isoDate())
	}
}

func checkSums(t *testing.T, folder string) {
	for line := range strings.Lines(string(read(t, folder, "SHA256SUMS"))) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if got := fmt.Sprintf("%x", sha256.Sum256(read(t, folder, name))); got != sum {
			t.Errorf("%s has the checksum %s, not %s", name, got, sum)
		}
	}
}

func checkArchive(t *testing.T, c checkout, folder string) {
	if native(t).system == "windows" {
		t.Skip("the checks are of a tar")
	}
	top := "suffice_" + c.number() + "_" + native(t).name()
	files := untarred(t, unzipped(t, read(t, folder, top+".tar.gz")))
	out := t.TempDir()
	var listed []string
	for name, f := range files {
		listed = append(listed, strings.TrimPrefix(name, top+"/"))
		if f.isFolder() {
			continue
		}
		to := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, f.data, f.mode); err != nil {
			t.Fatal(err)
		}
	}
	wantPlaces(t, listed, "suffice", "README.md", "LICENSE", notices, bashScript, zshScript, fishScript, manFolder+"suffice.1", manFolder+"suffice-engine-spark.1")
	wantOurs(t, c, filepath.Join(out, top, "suffice"))
	for shell, script := range map[string]string{"bash": bashScript, "zsh": zshScript, "fish": fishScript} {
		t.Run(shell, func(t *testing.T) {
			have(t, shell)
			must(t, out, shell, "-n", filepath.Join(out, top, script))
		})
	}
}

// checkBill compares the bill with what Go notes in the program, and makes sure of what
// CycloneDX asks for.
func checkBill(t *testing.T, c checkout, folder string) {
	var bill billOfMaterials
	if err := json.Unmarshal(read(t, folder, "*.cdx.json"), &bill); err != nil {
		t.Fatal(err)
	}
	if bill.BOMFormat != "CycloneDX" || bill.SpecVersion != "1.6" || bill.Version != 1 || !strings.HasPrefix(bill.SerialNumber, "urn:uuid:") {
		t.Errorf("got %+v", bill)
	}
	top := "suffice_" + c.number() + "_" + native(t).name()
	program := untarred(t, unzipped(t, read(t, folder, top+".tar.gz")))[top+"/"+native(t).program()].data
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{bill.Metadata.Component.Ref: true}
	for _, part := range bill.Components {
		if part.Type == "" || part.Name == "" || part.Version == "" || part.PURL == "" || listed[part.Ref] {
			t.Errorf("not whole, or there twice: %+v", part)
		}
		listed[part.Ref] = true
	}
	for _, needed := range info.Deps {
		if ref := module("library", needed.Path, needed.Version).Ref; !listed[ref] {
			t.Errorf("there is no %s", ref)
		}
	}
	for _, d := range bill.Dependencies {
		for _, ref := range append(d.DependsOn, d.Ref) {
			if !listed[ref] {
				t.Errorf("%s depends on %s, which is not there", d.Ref, ref)
			}
		}
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(program)); bill.Metadata.Component.Hashes[0].Content != sum {
		t.Errorf("the bill is of another program than %s", sum)
	}
}

// checkDebian installs the package into a folder, and removes it.
func checkDebian(t *testing.T, c checkout, folder string) {
	have(t, "dpkg")
	name := one(t, folder, "*.deb")
	var listed []string
	for line := range strings.Lines(must(t, ".", "dpkg-deb", "--contents", name)) {
		fields := strings.Fields(line)
		listed = append(listed, strings.TrimPrefix(fields[len(fields)-1], "."))
	}
	wantPlaces(t, listed, "/usr/", "/usr/bin/suffice", "/usr/share/doc/suffice/copyright", "/usr/share/doc/suffice/"+notices,
		"/usr/share/man/man1/suffice-fit.1.gz", "/usr/share/bash-completion/completions/suffice",
		"/usr/share/zsh/vendor-completions/_suffice", "/usr/share/fish/vendor_completions.d/suffice.fish")
	if os.Getuid() != 0 {
		t.Skip("only root may install")
	}
	root := t.TempDir()
	for _, needed := range []string{"info", "updates", "triggers"} {
		if err := os.MkdirAll(filepath.Join(root, "var/lib/dpkg", needed), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	dpkg := func(args ...string) string {
		return must(t, ".", "dpkg", append([]string{"--root=" + root, "--log=/dev/null", "--force-architecture"}, args...)...)
	}
	dpkg("--install", name)
	wantOurs(t, c, filepath.Join(root, "usr/bin/suffice"))
	if differ := dpkg("--verify", "suffice"); differ != "" {
		t.Errorf("dpkg finds other files than it installed: %s", differ)
	}
	dpkg("--remove", "suffice")
	if left, err := os.ReadDir(filepath.Join(root, "usr")); err == nil {
		t.Errorf("there is something left: %v", left)
	}
}

// checkRedHat reads the package back, installs it into a folder, and removes it.
func checkRedHat(t *testing.T, c checkout, folder string) {
	have(t, "rpm")
	name := one(t, folder, "*.rpm")
	wantPlaces(t, strings.Fields(must(t, ".", "rpm", "-qlp", name)), "/usr/bin/suffice", "/usr/share/licenses/suffice", "/usr/share/licenses/suffice/LICENSE",
		"/usr/share/doc/suffice/"+notices, "/usr/share/man/man1/suffice-fit.1.gz", "/usr/share/bash-completion/completions/suffice",
		"/usr/share/zsh/site-functions/_suffice", "/usr/share/fish/vendor_completions.d/suffice.fish")
	if said := must(t, ".", "rpm", "-K", name); !strings.Contains(said, "digests OK") {
		t.Error(said)
	}
	if got := must(t, ".", "rpm", "-qp", "--queryformat", "%{NAME} %{VERSION} %{RELEASE} %{LICENSE}", name); got != "suffice "+c.packageVersion()+" 1 BSD-3-Clause" {
		t.Errorf("got %s", got)
	}
	if os.Getuid() != 0 {
		t.Skip("only root may install")
	}
	root := t.TempDir()
	rpm := func(args ...string) { must(t, ".", "rpm", append([]string{"--root", root}, args...)...) }
	rpm("--initdb")
	rpm("--install", "--nodeps", "--ignorearch", name)
	wantOurs(t, c, filepath.Join(root, "usr/bin/suffice"))
	rpm("--verify", "--nodeps", "suffice")
	rpm("--erase", "suffice")
	if left, err := filepath.Glob(filepath.Join(root, "usr/share/*/suffice*")); err != nil || len(left) > 0 {
		t.Errorf("there is something left: %v, %v", left, err)
	}
}

// checkImage follows the image from its index to the program in its layer, by checksums.
func checkImage(t *testing.T, c checkout, folder string) {
	files := untarred(t, bytes.NewReader(read(t, folder, "*_image.tar")))
	blob := func(d descriptor) []byte {
		data := files[path.Join("blobs/sha256", strings.TrimPrefix(d.Digest, "sha256:"))].data
		if digest(data) != d.Digest || len(data) != d.Size {
			t.Fatalf("%+v is another", d)
		}
		return data
	}
	parse := func(data []byte, into any) {
		if err := json.Unmarshal(data, into); err != nil {
			t.Fatal(err)
		}
	}
	var top, both index
	parse(files["index.json"].data, &top)
	parse(blob(top.Manifests[0]), &both)
	if p := both.Manifests[0].Platform; p.OS != "linux" || p.Architecture != native(t).processor {
		t.Errorf("got %+v", p)
	}
	var m manifest
	parse(blob(both.Manifests[0]), &m)
	var config struct {
		Architecture string
		Config       struct{ Entrypoint []string }
		RootFS       struct {
			DiffIDs []string `json:"diff_ids"`
		}
	}
	parse(blob(m.Config), &config)
	layer, err := io.ReadAll(unzipped(t, blob(m.Layers[0])))
	if err != nil {
		t.Fatal(err)
	}
	if config.Architecture != native(t).processor || len(m.Layers) != 1 || config.RootFS.DiffIDs[0] != digest(layer) {
		t.Errorf("got %+v", config)
	}
	held := untarred(t, bytes.NewReader(layer))
	program := filepath.Join(t.TempDir(), "suffice")
	if err := os.WriteFile(program, held[strings.TrimPrefix(config.Config.Entrypoint[0], "/")].data, 0o755); err != nil {
		t.Fatal(err)
	}
	wantOurs(t, c, program)
	if held["tmp/"].mode&os.ModeSticky == 0 {
		t.Error("not everybody can write to /tmp")
	}
}

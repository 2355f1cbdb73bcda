package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// everywhere is where people install it.
var everywhere = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

type platform struct{ system, processor string }

func parsePlatforms(list string) ([]platform, error) {
	var all []platform
	for name := range strings.SplitSeq(list, ",") {
		if name == "native" {
			name = runtime.GOOS + "/" + runtime.GOARCH
		}
		if !slices.Contains(everywhere, name) {
			return nil, fmt.Errorf("--platforms: there is no %q; choose from %s, and native", name, strings.Join(everywhere, ", "))
		}
		system, processor, _ := strings.Cut(name, "/")
		all = append(all, platform{system, processor})
	}
	return all, nil
}

func (p platform) name() string { return p.system + "_" + p.processor }

func (p platform) program() string {
	if p.system == "windows" {
		return "suffice.exe"
	}
	return "suffice"
}

// settled is an environment in which the settings of who makes the release do not change what
// comes out.
func settled(environment []string) []string {
	return append(environment, "GOFLAGS=", "GOWORK=off", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0", "GOFIPS140=off", "CGO_ENABLED=0", "SOURCE_DATE_EPOCH=")
}

// build compiles the program for a platform, unless it is there already, and says where it is.
func (c checkout) build(stage string, p platform) (string, error) {
	program := filepath.Join(stage, p.name(), p.program())
	if _, err := os.Stat(program); err == nil {
		return program, nil
	}
	set := func(name, value string) string {
		return " -X " + c.module + "/internal/release." + name + "=" + value
	}
	// Without symbols for debuggers it is a third smaller; names in traces stay.
	linker := "-s -w" + set("version", c.version) + set("commit", c.commit) + set("date", c.isoDate())
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", linker, "-o", program, "./cmd/suffice")
	cmd.Dir = c.root
	cmd.Env = append(settled(os.Environ()), "GOOS="+p.system, "GOARCH="+p.processor)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("building for %s: %w: %s", p.name(), err, errs.String())
	}
	return program, nil
}

// texts are the files that are the same on all platforms, by their place in an archive. The
// program writes some of them itself.
func (c checkout) texts(stage string) ([]file, error) {
	program, err := c.build(stage, platform{runtime.GOOS, runtime.GOARCH})
	if err != nil {
		return nil, err
	}
	var all []file
	for _, name := range []string{"README.md", "LICENSE", "CHANGELOG.md"} {
		data, err := os.ReadFile(filepath.Join(c.root, name))
		if err != nil {
			return nil, err
		}
		all = append(all, file{name: name, mode: 0o644, data: data})
	}
	for _, written := range []struct {
		name string
		args []string
	}{
		{notices, []string{"licenses"}},
		{bashScript, []string{"completion", "bash"}},
		{zshScript, []string{"completion", "zsh"}},
		{fishScript, []string{"completion", "fish"}},
		{"completions/suffice.ps1", []string{"completion", "powershell"}},
	} {
		text, err := output(stage, program, written.args...)
		if err != nil {
			return nil, err
		}
		all = append(all, file{name: written.name, mode: 0o644, data: []byte(text + "\n")})
	}
	pages, err := c.manual(stage, program)
	return append(all, pages...), err
}

// The places that packages look for in an archive.
const (
	notices    = "THIRD_PARTY_NOTICES"
	bashScript = "completions/suffice.bash"
	zshScript  = "completions/_suffice"
	fishScript = "completions/suffice.fish"
	manFolder  = "man/man1/"
)

func (c checkout) manual(stage, program string) ([]file, error) {
	folder := filepath.Join(stage, "man")
	if _, err := output(stage, program, "man", folder); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var pages []file
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return nil, err
		}
		pages = append(pages, file{name: manFolder + entry.Name(), mode: 0o644, data: data})
	}
	return pages, nil
}

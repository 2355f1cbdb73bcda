// Release makes what people install: for each platform an archive with the program, its
// manual pages and completions and a list of what it is made of, packages for Debian and Red
// Hat, an image for containers, and the checksums of all of them.
//
//	go run -C scripts/release . --version v0.1.0
//	go run -C scripts/release . --version v0.1.0 --snapshot --platforms linux/amd64
//
// The same commit and the same Go give the same bytes, on any machine and in any folder.
package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "release:", err)
		}
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	version := flags.String("version", "", "version to make, such as v0.1.0; a tag of the commit must say so too")
	snapshot := flags.Bool("snapshot", false, "make it of a commit without a tag, or with changes; its version tells")
	out := flags.String("out", "dist", "folder to write to, seen from the root of the checkout; it must be new or empty")
	platforms := flags.String("platforms", strings.Join(everywhere, ","), "platforms to make it for")
	if err := flags.Parse(args); err != nil {
		return err
	}
	source, err := openCheckout(".", *version, *snapshot)
	if err != nil {
		return err
	}
	targets, err := parsePlatforms(*platforms)
	if err != nil {
		return err
	}
	folder := *out
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(source.root, folder)
	}
	if err := claim(folder); err != nil {
		return err
	}
	return source.release(folder, targets)
}

// claim makes the folder, which may not hold anything: what is left of another release would
// go with this one.
func claim(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	held, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	if len(held) > 0 {
		return fmt.Errorf("%s is not empty; remove it, or choose another folder with --out", folder)
	}
	return nil
}

// release makes everything for some platforms.
func (c checkout) release(folder string, targets []platform) error {
	stage, err := os.MkdirTemp("", "suffice-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(stage)
	texts, err := c.texts(stage)
	if err != nil {
		return err
	}
	var images []image
	for _, p := range targets {
		program, err := c.build(stage, p)
		if err != nil {
			return err
		}
		if err := c.archive(folder, p, program, texts); err != nil {
			return err
		}
		if err := c.bill(folder, p, program); err != nil {
			return err
		}
		if p.system != "linux" {
			continue
		}
		if err := c.packages(folder, p, program, texts); err != nil {
			return err
		}
		made, err := c.image(p, program, texts)
		if err != nil {
			return err
		}
		images = append(images, made)
	}
	if len(images) > 0 {
		if err := c.writeImages(folder, images); err != nil {
			return err
		}
	}
	return writeSums(folder)
}

// writeSums writes the checksums of all files of a folder, as sha256sum --check reads them.
func writeSums(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), entry.Name())
		fmt.Printf("%9d  %s\n", len(data), entry.Name())
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"suffice/internal/cli"
	"suffice/internal/cluster"
	"suffice/table"
)

// readTable reads the table in the file at path, or on standard input for "-".
func (s streams) readTable(ctx context.Context, path string, options table.Options) (*table.Table, error) {
	progress := cli.StartProgress(s.Err, "reading "+path)
	defer progress.End()
	if path == "-" {
		return table.Read(ctx, s.In, "", options)
	}
	if err := checkAddress(path); err != nil {
		return nil, err
	}
	if cluster.IsGenerated(path) {
		return cluster.ReadGenerated(ctx, path, options)
	}
	return table.ReadFile(ctx, path, options)
}

// checkAddress says how to read what is not here.
func checkAddress(path string) error {
	fetch := map[string]string{"http": "curl -L", "https": "curl -L", "ftp": "curl -L", "s3": "aws s3 cp", "gs": "gcloud storage cat"}
	kind, _, found := strings.Cut(path, "://")
	if !found || fetch[kind] == "" {
		return nil
	}
	rest := ""
	if kind == "s3" {
		rest = " -"
	}
	return fmt.Errorf("%s is an address, and only files are read; try: %s %s%s | suffice describe -", path, fetch[kind], quotedForShell(path), rest)
}

// readTables reads tables of the same columns as one.
func (s streams) readTables(ctx context.Context, paths []string, options table.Options) (*table.Table, error) {
	if len(paths) == 1 {
		return s.readTable(ctx, paths[0], options)
	}
	if slices.Contains(paths, "-") {
		return nil, cli.Usagef("standard input cannot be read together with other files")
	}
	progress := cli.StartProgress(s.Err, fmt.Sprintf("reading %d files", len(paths)))
	defer progress.End()
	return table.ReadFiles(ctx, paths, options)
}

// checkOutput fails early, before a long fit, where output cannot be written, or is what is
// read.
func checkOutput(output string, read ...string) error {
	return cmp.Or(checkApart(output, read...), cli.CheckWritable(output))
}

// checkApart keeps a slip of the finger from writing over what is read.
func checkApart(output string, read ...string) error {
	over := func(path string) bool {
		return path != "-" && !cli.ToStandardOutput(output) && cli.SameFile(path, output)
	}
	return cli.Refuse(slices.ContainsFunc(read, over), "-o %s would write over what is read; name another file", output)
}

// bothStandardInput reports whether model and file would be read from the same.
func bothStandardInput(paths []string) bool {
	return len(paths) == 2 && paths[0] == "-" && paths[1] == "-"
}

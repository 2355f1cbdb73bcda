package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
)

// addressLimit is in KiB, as ulimit -v takes it.
const addressLimit = 4_000_000

// Files that are made to fill the memory, or to take for ever, give a result or one line in
// every command, in an address space of 4 GB. testdata/hostile has those that are small;
// the others are made here.
func TestHostileFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	program := build(t)
	small, err := filepath.Abs("testdata/hostile")
	if err != nil {
		t.Fatal(err)
	}
	inDirectory(t, map[string]string{"m.json": smallModel, "d.csv": smallTable})
	makeHostile(t)
	tables, err := filepath.Glob("h_*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pq_listjoin10g.parquet", "pq_typelen.parquet", "x1e300.csv", "int64.csv", "yheavy.csv"} {
		tables = append(tables, filepath.Join(small, name))
	}
	for _, table := range tables {
		t.Run(filepath.Base(table), func(t *testing.T) {
			for _, args := range onATable(table) {
				if unpacked := strings.HasSuffix(table, ".gz") || strings.HasSuffix(table, ".zst"); unpacked && !slices.Contains(readers, args[0]) {
					continue // which reads as these do, and half a gigabyte again
				}
				wantBounded(t, program, args...)
			}
		})
	}
	for _, slow := range []string{"rows.csv.gz", "comments.arff.gz", "columns.arff.gz"} {
		wantBounded(t, program, "fit", slow, "-t", "y", "-d", "1", "--memory", "200MiB")
	}
	for _, slow := range []string{"lines.csv.gz", "blank.csv.gz"} {
		wantBounded(t, program, "describe", slow)
	}
	wantBounded(t, program, "inspect", filepath.Join(small, "evilm.json"))
	wantBounded(t, program, "inspect", "/dev/zero")
	wantBounded(t, program, "compare", "d.csv", "-t", "y", "--methods", "pca", "--state", "/dev/zero")
}

// onATable are all commands that read one, with the table in the place of the model too.
// Work that only honest tables bring is kept short.
func onATable(table string) [][]string {
	return [][]string{
		{"describe", table}, {"describe", table, "--json"},
		{"fit", table, "-t", "y", "-d", "1", "--method", "pca", "--no-verdict", "-o", "fitted.json"},
		{"fit", table, "-t", "y", "-d", "1", "--method", "pca", "--no-verdict", "--memory", "200MiB"},
		{"dims", table, "-t", "y", "--method", "pca", "--most", "1"},
		{"transform", "m.json", table, "-o", "z.csv"}, {"transform", table, "m.json"},
		{"predict", "m.json", table, "-o", "z.csv"}, {"evaluate", "m.json", table},
		{"compare", table, "-t", "y", "--methods", "pca", "--dims", "1", "--repeats", "1"},
		{"dependence", table, "--between", "x1", "--and", "y", "--permutations", "0", "--centres", "10"},
		{"inputs", table, "-t", "y", "--method", "pca", "-d", "1", "--copies", "1", "--train", "50"},
		{"plot", "m.json", table, "-o", "p.svg"}, {"report", "m.json", table, "--repeats", "0", "-o", "r.html"},
		{"inspect", table}, {"export", table, "--to", "sql"},
	}
}

// readers are commands that read tables in all ways in which they are read.
var readers = []string{"describe", "fit", "transform", "inspect", "export"}

// wantBounded runs the program in a small address space.
func wantBounded(t *testing.T, program string, args ...string) {
	t.Helper()
	limited := append([]string{"-c", fmt.Sprintf(`ulimit -v %d && exec "$@"`, addressLimit), "sh", program}, args...)
	command := exec.CommandContext(t.Context(), "sh", limited...)
	var errs bytes.Buffer
	command.Stderr = &errs
	err := command.Run()
	said := errs.String()
	stopped, failed := errors.AsType[*exec.ExitError](err)
	switch {
	case failed && stopped.ExitCode() != codeFailed && stopped.ExitCode() != codeUsage:
		t.Errorf("%q: %v: %.300s", args, err, said)
	case failed && !isOneLine(said):
		t.Errorf("%q: more than a line: %.300s", args, said)
	case strings.Contains(said, "goroutine"):
		t.Errorf("%q: %.300s", args, said)
	}
}

// isOneLine allows for notes and warnings before it.
func isOneLine(said string) bool {
	lines := strings.Split(strings.TrimSuffix(said, "\n"), "\n")
	for _, line := range lines {
		if !strings.HasPrefix(line, "suffice: ") {
			return false
		}
	}
	return len(lines) <= 5
}

// makeHostile makes files that would be too large for the repository.
func makeHostile(t *testing.T) {
	t.Helper()
	rows, lines := bytes.Repeat([]byte("1,2,3\n"), 1_747_626), bytes.Repeat([]byte("1,2,"+strings.Repeat("x", 1000)+"\n"), 10_000)
	write := func(name string, data []byte) {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// Packed files are read until they are 200 times their size, so a larger one takes longer.
	header := gzipped(t, []byte("x1,x2,y\n"))
	write("rows.csv.gz", append(header, bytes.Repeat(gzipped(t, rows), 100)...))
	write("lines.csv.gz", append(header, bytes.Repeat(gzipped(t, lines), 200)...))
	write("blank.csv.gz", append(gzipped(t, []byte("x1,x2,y\n1,2,3\n")), bytes.Repeat(gzipped(t, bytes.Repeat([]byte("\n"), 10<<20)), 130)...))
	write("h_field.csv.gz", append(gzipped(t, []byte("x1,x2,y\n1,2,\"")), bytes.Repeat(gzipped(t, bytes.Repeat([]byte("x"), 10<<20)), 50)...))
	write("h_lines.csv.zst", zstandard(t, lines, 300<<20))
	write("comments.arff.gz", append(gzipped(t, []byte("@relation r\n")), bytes.Repeat(gzipped(t, bytes.Repeat([]byte("% a\n"), 4<<20)), 100)...))
	write("columns.arff.gz", gzipped(t, attributes(1_100_000)))
	write("h_index.libsvm", []byte("1 1:2 1000000000000:3\n2 1:3 2:4\n"))
	write("h_deep.jsonl", append([]byte(`{"y":`), bytes.Repeat([]byte("["), 1<<20)...))
	write("h_zeros.csv", make([]byte, 4<<20))
	write("h_huge.npy", []byte("\x93NUMPY\x01\x00\x46\x00{'descr': '<f8', 'fortran_order': False, 'shape': (1152921504606846976,)}"))
	write("h_zeros.npz", zeroArray(t, 1<<30))
	write("h_prefixes.parquet", longTexts(t, 300))
}

func gzipped(t *testing.T, data []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func zstandard(t *testing.T, lines []byte, size int) []byte {
	var out bytes.Buffer
	w, err := zstd.NewWriter(&out, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		t.Fatal(err)
	}
	for done := 0; done < size; done += len(lines) {
		if _, err := w.Write(lines); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func attributes(n int) []byte {
	var out bytes.Buffer
	out.WriteString("@relation r\n")
	for j := range n {
		fmt.Fprintf(&out, "@attribute a%d real\n", j)
	}
	out.WriteString("@data\n")
	return out.Bytes()
}

// zeroArray is an NPZ file of so many bytes of zeros. What they are packed to is the same
// again and again, so that it need not be packed.
func zeroArray(t *testing.T, size int) []byte {
	head := fmt.Appendf(nil, "\x93NUMPY\x01\x00\x76\x00%-117s\n", fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }", size/8))
	zeros := make([]byte, 1<<20)
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	sum := crc32.ChecksumIEEE(head)
	add := func(data []byte) {
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	add(head)
	for done := 0; done < size; done += len(zeros) {
		sum = crc32.Update(sum, crc32.IEEETable, zeros)
		if done < 2*len(zeros) {
			add(zeros)
			continue
		}
		if done == 2*len(zeros) {
			start := packed.Len()
			add(zeros)
			unit := bytes.Clone(packed.Bytes()[start:])
			packed.Write(bytes.Repeat(unit, size/len(zeros)-3))
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	file, err := archive.CreateRaw(&zip.FileHeader{
		Name: "x.npy", Method: zip.Deflate, CRC32: sum, CompressedSize64: uint64(packed.Len()), UncompressedSize64: uint64(len(head) + size),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(file, &packed); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// longTexts is a Parquet file of n texts of a million letters, in a page that says of each
// only how it differs from the one before.
func longTexts(t *testing.T, n int) []byte {
	type row struct {
		S string  `parquet:"x1,delta"`
		Y float64 `parquet:"y"`
	}
	var out bytes.Buffer
	w := parquet.NewGenericWriter[row](&out, parquet.Compression(&parquet.Zstd), parquet.PageBufferSize(1<<30), parquet.WriteBufferSize(1<<20))
	text := strings.Repeat("x", 1_000_000)
	for i := range n {
		if _, err := w.Write([]row{{text + fmt.Sprint(i%7), float64(i)}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

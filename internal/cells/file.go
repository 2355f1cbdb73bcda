package cells

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/klauspost/compress/zstd"
)

// File is a file being read, unpacked where it is packed.
type File struct {
	*bufio.Reader
	ctx     context.Context // of reading
	Name    string
	Origin  *Origin  // nil where it is no file with a name
	packing string   // gzip, zstd, xz or bzip2; "" where it is not packed
	file    *os.File // where it is a plain file that can be read at any place
	cleanUp []func()

	live   *Live // where it is a pipe that may pause
	Paused bool  // head is not all there is, although it is short
}

// LookAhead is how much of a file can be looked at before it is read.
const LookAhead = 1 << 16

// maxWindow bounds the memory that a zstd file can ask for.
const maxWindow = 128 << 20

// Open looks whether the bytes of r are packed by gzip, zstd, xz or bzip2, and unpacks them.
func Open(ctx context.Context, r io.Reader, name string) (*File, error) {
	in := &File{ctx: ctx, Name: name, Origin: originOf(r, name)}
	packed := &counted{source: stopping{ctx, r}}
	raw := bufio.NewReaderSize(packed, LookAhead)
	start, err := raw.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, in.Failed(err)
	}
	var unpacked io.Reader
	switch {
	case bytes.HasPrefix(start, []byte{0x1f, 0x8b}):
		in.packing = "gzip"
		unpacked, err = newGzipReader(raw)
	case bytes.Equal(start, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		in.packing = "zstd"
		var decoder *zstd.Decoder
		if decoder, err = zstd.NewReader(raw, zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true)); err == nil {
			in.OnClose(decoder.Close)
		}
		unpacked = decoder
	case bytes.HasPrefix(start, []byte("\xfd7zX")):
		in.packing = "xz"
		unpacked, err = &xzReader{source: &readBytes{Reader: raw}}, nil
	case bytes.HasPrefix(start, []byte("BZh")) && isBzip2(raw):
		in.packing = "bzip2"
		unpacked, err = bzip2.NewReader(raw), nil
	default:
		in.Reader = raw
		in.live, _ = r.(*Live)
		if file, ok := r.(*os.File); ok {
			if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
				in.file = file
			}
		}
		return in, nil
	}
	if err != nil {
		return nil, in.Failed(err)
	}
	in.Reader = bufio.NewReaderSize(&growing{source: unpacked, packed: packed}, LookAhead)
	return in, nil
}

// OpenFile is [Open] for the file at path, which is closed with what is read from it.
func OpenFile(ctx context.Context, path string) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, CannotRead(path, err)
	}
	in, err := Open(ctx, file, path)
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	in.cleanUp = slices.Insert(in.cleanUp, 0, func() { _ = file.Close() }) // the last to be closed
	return in, nil
}

// isBzip2 reports whether what begins like bzip2 goes on like it: a text may begin so too.
func isBzip2(raw *bufio.Reader) bool {
	const first, empty = "1AY&SY", "\x17rE8P\x90"
	start, _ := raw.Peek(10)
	return bytes.HasSuffix(start, []byte(first)) || bytes.HasSuffix(start, []byte(empty))
}

// Context is that of reading.
func (in *File) Context() context.Context { return in.ctx }

// Path is where the file can be opened by its name, or "" where it has none: a pipe, and what
// is packed.
func (in *File) Path() string {
	if in.file == nil {
		return ""
	}
	return in.file.Name()
}

// Head is the start of the file, as much as can be looked at without reading it.
func (in *File) Head() ([]byte, error) {
	if in.live != nil {
		return in.liveHead()
	}
	head, err := in.Peek(LookAhead)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, in.Failed(err)
	}
	return head, nil
}

// AtAnyPlace is the whole file for a format that jumps about in it. What cannot be read
// so, such as standard input, is copied to a temporary file first.
func (in *File) AtAnyPlace() (io.ReaderAt, int64, error) {
	if in.file != nil {
		info, err := in.file.Stat()
		if err != nil {
			return nil, 0, in.Failed(err)
		}
		return in.file, info.Size(), nil
	}
	return in.Copy(in)
}

// Copy is a copy of what a reader has, on a temporary file.
func (in *File) Copy(source io.Reader) (io.ReaderAt, int64, error) {
	file, where, err := NewTemporary()
	if err != nil {
		return nil, 0, fmt.Errorf("cannot make a temporary file for %s in %s: %w; name another folder in TMPDIR", in.Name, where, Cause(err))
	}
	in.OnClose(func() { _ = file.Close() })
	to := &failedWrite{Writer: io.NewOffsetWriter(file, 0)}
	size, err := io.Copy(to, stopping{in.ctx, source})
	switch {
	case to.err != nil:
		return nil, 0, &Error{Source: in.Name, Problem: fmt.Sprintf("it cannot be copied to a temporary file in %s: %v; name a folder of a larger disk in TMPDIR", where, Cause(to.err))}
	case err != nil:
		return nil, 0, in.Failed(err)
	}
	return file, size, nil
}

// failedWrite is a writer that remembers that it failed, and why.
type failedWrite struct {
	io.Writer
	err error
}

func (f *failedWrite) Write(p []byte) (int, error) {
	n, err := f.Writer.Write(p)
	f.err = err
	return n, err
}

// OnClose calls f when the file is closed, before what was to be called until now.
func (in *File) OnClose(f func()) { in.cleanUp = append(in.cleanUp, f) }

// Close ends the reading.
func (in *File) Close() {
	for _, f := range slices.Backward(in.cleanUp) {
		f()
	}
}

// Failed says that the file cannot be read, and why.
func (in *File) Failed(err error) error {
	said, ok := errors.AsType[BadValue](err)
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{Source: in.Name, Problem: "the file is cut off; copy or make it again"}
	case ok:
		return &Error{Source: in.Name, Problem: string(said)}
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return &Error{Source: in.Name, Problem: "the zstd file needs more than 128 MiB to unpack; pack it with a smaller window"}
	}
	if _, ofFile := errors.AsType[*fs.PathError](err); in.packing != "" && !ofFile {
		return &Error{Source: in.Name, Problem: "the " + in.packing + " file is damaged; copy or make it again"}
	}
	return CannotRead(in.Name, err)
}

// stopping is a reader that fails once ctx is cancelled.
type stopping struct {
	ctx    context.Context
	source io.Reader
}

func (s stopping) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.source.Read(p)
}

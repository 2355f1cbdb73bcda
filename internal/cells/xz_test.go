package cells

import (
	"bytes"
	"context"
	"hash/crc32"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"
)

func packedXZ(t *testing.T, text string, check byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := xz.WriterConfig{CheckSum: check, BlockSize: 1 << 16}.NewWriter(&out)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Several blocks, streams one after the other with zeros between them, and each checksum.
func TestXZ(t *testing.T) {
	text := strings.Repeat("1,2,3\n4,5,6\n", 20000)
	for _, check := range []byte{xz.CRC32, xz.CRC64, xz.SHA256} {
		one := packedXZ(t, text, check)
		in, err := Open(context.Background(), bytes.NewReader(bytes.Join([][]byte{one, make([]byte, 8), one}, nil)), "a")
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(in)
		if err != nil || string(got) != text+text {
			t.Errorf("check %d: %d bytes, %v", check, len(got), err)
		}
	}
}

// A file by another program: the xz of Python.
func TestXZOfAnotherProgram(t *testing.T) {
	file, err := os.Open("../../table/testdata/dirty/formats-packed.csv.xz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	in, err := Open(context.Background(), file, "a")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(in); err != nil || !strings.HasPrefix(string(got), "length,count,colour,price\n") {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestBadXZ(t *testing.T) {
	whole := packedXZ(t, "a,b\n1,2\n", xz.CRC64)
	large := bytes.Clone(whole)
	header := large[12 : 12+4*(int(large[12])+1)]
	at := bytes.IndexByte(header, 0x21) + 2
	header[at] = 38 // 1.5 GiB
	sum := crc32.ChecksumIEEE(header[:len(header)-4])
	for i := range 4 {
		header[len(header)-4+i] = byte(sum >> (8 * i))
	}
	flipped := bytes.Clone(whole)
	flipped[len(whole)/2] ^= 1
	for _, test := range []struct {
		name, want string
		data       []byte
	}{
		{"cut off", "a: the file is cut off; copy or make it again", whole[:len(whole)-20]},
		{"damaged", "a: the xz file is damaged; copy or make it again", flipped},
		{"too large", "a: the xz file needs more than 128 MiB to unpack; pack it with a smaller dictionary, such as xz -9 has", large},
	} {
		in, err := Open(context.Background(), bytes.NewReader(test.data), "a")
		if err == nil {
			_, err = io.ReadAll(in)
		}
		if err == nil || in.Failed(err).Error() != test.want {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

package format

import "testing"

// What a file is does not depend on what it is called, and looking never fails.
func FuzzRecognise(f *testing.F) {
	f.Add([]byte("1 1:2\n"))
	f.Add([]byte("% c\n@relation r\n"))
	f.Add([]byte("a,b\n1,2\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := find(data, ""); err != nil {
			t.Error(err)
		}
	})
}

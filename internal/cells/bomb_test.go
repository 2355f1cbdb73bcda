package cells

import "testing"

func TestIsBomb(t *testing.T) {
	for _, test := range []struct {
		unpacked, packed int64
		bomb             bool
	}{
		{1 << 28, 1, false}, {1<<28 + 1, 1, true}, {1 << 30, 1 << 23, false}, {1 << 31, 1 << 23, true}, {1 << 40, 1 << 35, false},
	} {
		if got := IsBomb(test.unpacked, test.packed); got != test.bomb {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

package memory

import (
	"runtime"
	"testing"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "1B": 1, "12 k": 12 << 10, "1GiB": 1 << 30, "500MB": 500e6, "2G": 2 << 30, " 1.5 gib ": 3 << 29, "1TB": 1e12, "0.5K": 512,
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "G", "-1G", "1X", "1 G B", "0", "1e400", "NaN", "nan G", "999999999T", "1,5G", "0x10", "1.2.3"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%q is read as %d", text, got)
		}
	}
}

func TestFormat(t *testing.T) {
	for bytes, want := range map[int64]string{
		0: "0 bytes", 999: "999 bytes", 1 << 10: "1 KiB", 1 << 30: "1 GiB", 3 << 29: "1.5 GiB", 500e6: "477 MiB", 12 << 40: "12 TiB", 1200e6: "1.12 GiB",
	} {
		if got := Format(bytes); got != want {
			t.Errorf("%d is %q, want %q", bytes, got, want)
		}
	}
}

// What is written can be read, and is the same to the three digits that it has.
func TestFormatIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bytes := rapid.Int64Range(1, 1<<49).Draw(t, "bytes")
		text := Format(bytes)
		if text[len(text)-5:] == "bytes" {
			text = text[:len(text)-5]
		}
		got, err := Parse(text)
		if difference := float64(got - bytes); err != nil || difference*difference > 1e-4*float64(bytes)*float64(bytes) {
			t.Fatalf("%d is written %q and read as %d, %v", bytes, text, got, err)
		}
	})
}

func TestTotal(t *testing.T) {
	for text, want := range map[string]int64{
		"MemTotal:       24681600 kB\nMemFree:  1 kB\n": 24681600 << 10, "": 0, "MemTotal: much\n": 0, "MemTotal: -5 kB": 0,
	} {
		if got := amountIn([]byte(text), "MemTotal"); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestPeak(t *testing.T) {
	for text, want := range map[string]int64{
		"Name:\tsuffice\nVmHWM:\t    5860 kB\nVmRSS:\t    5000 kB\n": 5860 << 10, "": 0, "VmRSS:\t 5000 kB\n": 0, "VmHWM:\tmuch\n": 0,
	} {
		if got := amountIn([]byte(text), "VmHWM"); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	if runtime.GOOS == "linux" && (Held() <= 0 || Peak() < Held()/2) {
		t.Errorf("%d bytes held, at most %d", Held(), Peak())
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"1GiB", "500MB", "", "1e9", "Infinity", "0x1p-2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if bytes, err := Parse(text); err == nil && bytes < 1 {
			t.Errorf("%q is %d bytes", text, bytes)
		}
	})
}

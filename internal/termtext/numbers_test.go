package termtext

import (
	"math"
	"testing"
	"time"
)

func TestSeconds(t *testing.T) {
	for value, want := range map[float64]string{0: "<0.001", .0012: "0.001", .25: "0.250", 1.25: "1.25", 12.5: "12.5", 125.4: "125"} {
		if got := Seconds(value); got != want {
			t.Errorf("%v: %s, want %s", value, got, want)
		}
	}
}

func TestRoughly(t *testing.T) {
	for d, want := range map[time.Duration]string{
		400 * time.Millisecond: "0 s", 89 * time.Second: "89 s", 5 * time.Minute: "5 min", 3 * time.Hour: "3.0 h",
	} {
		if got := roughly(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
	if got := Bar(5, 10); got != "[##########··········]" {
		t.Error(got)
	}
}

func TestThreeDigits(t *testing.T) {
	if got := ThreeDigits(math.Pi / 1000); got != "0.00314" {
		t.Errorf("got %s", got)
	}
}

package surf

import (
	"os"
	"path/filepath"
	"testing"
)

// One operation is one photograph.
func BenchmarkDetect(b *testing.B) {
	pictures := readPhotographs(b, 50)
	points := 0
	for i := 0; b.Loop(); i++ {
		points += len(see(b, Options{}, pictures[i%len(pictures)]).points)
	}
	b.ReportMetric(float64(points)/float64(b.N), "keypoints/op")
}

// One operation is reading, decoding and detecting one photograph.
func BenchmarkFile(b *testing.B) {
	names, _ := filepath.Glob(filepath.Join(photographs, "*.jpg"))
	if len(names) == 0 {
		b.Skipf("no photographs in %s", photographs)
	}
	if _, err := os.Stat(names[0]); err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		see(b, Options{}, readJPEG(b, names[i*17%len(names)]))
	}
}

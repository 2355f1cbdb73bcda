package surf

import (
	"path/filepath"
	"testing"
)

// One operation is one photograph of 320 x 240 pixels or so.
func BenchmarkDetect(b *testing.B) {
	pictures := readPhotographs(b, 50)
	for _, c := range []struct {
		name    string
		options Options
	}{{"turning", Options{}}, {"upright", Options{Upright: true}}, {"step2", Options{Step: 2}}} {
		b.Run(c.name, func(b *testing.B) {
			points := 0
			for i := 0; b.Loop(); i++ {
				points += len(see(b, c.options, pictures[i%len(pictures)]).points)
			}
			b.ReportMetric(float64(points)/float64(b.N), "keypoints/op")
		})
	}
}

// One operation is to read, decode and describe one photograph.
func BenchmarkFile(b *testing.B) {
	names, err := filepath.Glob(filepath.Join(photographs, "*.jpg"))
	if err != nil || len(names) == 0 {
		b.Skipf("no photographs in %s", photographs)
	}
	points := 0
	for i := 0; b.Loop(); i++ {
		points += len(see(b, Options{}, readJPEG(b, names[i%len(names)])).points)
	}
	b.ReportMetric(float64(points)/float64(b.N), "keypoints/op")
}

package surf

import (
	"cmp"
	"fmt"
)

// Options says which keypoints to look for. The zero value is a good choice for
// photographs.
type Options struct {
	Threshold float64 // least strength of a keypoint, for light from 0 to 1; 0 means 0.0004
	Octaves   int     // each doubles the sizes of the filters and their spacing; 0 means 4
	Intervals int     // filter sizes in an octave, at least 3; 0 means 4
	Step      int     // pixels between the filters of the first octave; 0 means 1
	Upright   bool    // describe without turning: for pictures taken upright, faster and more distinctive
	Most      int     // keep this many keypoints, the strongest; 0 means all
}

const (
	defaultThreshold = 0.0004
	defaultOctaves   = 4
	defaultIntervals = 4
	defaultStep      = 1

	// Filters beyond these are larger than any picture that fits into memory.
	mostOctaves   = 16
	mostIntervals = 64
	mostStep      = 1 << 12
)

// complete puts the defaults in place of zeros, and refuses what makes no sense.
func (o Options) complete() (Options, error) {
	if !(o.Threshold >= 0) {
		return o, fmt.Errorf("surf: threshold %g; give a number above 0, or 0 for the default", o.Threshold)
	}
	o.Threshold = cmp.Or(o.Threshold, defaultThreshold)
	if o.Most < 0 {
		return o, fmt.Errorf("surf: most %d; give a number of keypoints, or 0 for all", o.Most)
	}
	for _, v := range []struct {
		name                  string
		value                 *int
		least, most, standard int
	}{
		{"octaves", &o.Octaves, 1, mostOctaves, defaultOctaves},
		{"intervals", &o.Intervals, 3, mostIntervals, defaultIntervals},
		{"step", &o.Step, 1, mostStep, defaultStep},
	} {
		*v.value = cmp.Or(*v.value, v.standard)
		if *v.value < v.least || *v.value > v.most {
			return o, fmt.Errorf("surf: %s %d; give %d to %d, or 0 for the default %d", v.name, *v.value, v.least, v.most, v.standard)
		}
	}
	return o, nil
}

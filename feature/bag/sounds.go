package bag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"suffice/feature/audio"
	"suffice/feature/mfcc"
)

// Sounds tell how sounds are described: by mel-frequency cepstral coefficients, a
// descriptor a frame. The zero value is a good choice.
type Sounds struct {
	Rate         int     `json:"rate"`         // samples a second that all sounds are brought to; 0 means 16000
	Frame        float64 `json:"frame"`        // seconds; 0 means 0.025
	Step         float64 `json:"step"`         // seconds from frame to frame; 0 means 0.010
	Filters      int     `json:"filters"`      // of the mel scale; 0 means 26
	Coefficients int     `json:"coefficients"` // counted with c0; 0 means 13
	Loudness     bool    `json:"loudness"`     // keep c0, which says how loud the recording is
	Deltas       int     `json:"deltas"`       // 1 for slopes beside them, that of c0 too, 2 for curvature too
}

// The defaults of Sounds.
const (
	DefaultRate         = 16000
	DefaultFrame        = 0.025
	DefaultStep         = 0.010
	DefaultFilters      = 26
	DefaultCoefficients = 13
)

// silence is the largest sample of a frame that says nothing: a third of the step of 16
// bits.
const silence = 1e-5

// Kind is audio.
func (Sounds) Kind() string { return "audio" }

// Endings of sounds that can be read. What a file is, is told by its content.
func (Sounds) Endings() []string {
	plain := []string{".wav", ".flac", ".mp3", ".ogg", ".oga"}
	all := slices.Clone(plain)
	for _, ending := range plain {
		all = append(all, ending+".gz")
	}
	return all
}

// Completed has defaults in place of zeros.
func (s Sounds) Completed() (Settings, error) {
	s.Rate = cmp.Or(s.Rate, DefaultRate)
	s.Frame = cmp.Or(s.Frame, DefaultFrame)
	s.Step = cmp.Or(s.Step, DefaultStep)
	s.Filters = cmp.Or(s.Filters, DefaultFilters)
	s.Coefficients = cmp.Or(s.Coefficients, DefaultCoefficients)
	if s.Rate < 1000 || s.Rate > 384_000 {
		return nil, fmt.Errorf("a rate of %d samples a second; it must be 1000 to 384000", s.Rate)
	}
	if !(s.Frame >= 0.001 && s.Frame <= 10 && s.Step >= 0.001 && s.Step <= 10) {
		return nil, fmt.Errorf("frames of %g s every %g s; both must be 0.001 to 10 s", s.Frame, s.Step)
	}
	if !s.Loudness && s.Coefficients == 1 && s.Deltas == 0 {
		return nil, fmt.Errorf("1 coefficient is c0, the loudness, which is left out; ask for more")
	}
	if _, err := mfcc.New(s.options()); err != nil {
		return nil, fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "mfcc: "))
	}
	return s, nil
}

func (s Sounds) options() mfcc.Options {
	return mfcc.Options{
		Rate: s.Rate, FrameSeconds: s.Frame, StepSeconds: s.Step, Filters: s.Filters,
		Coefficients: s.Coefficients, Deltas: s.Deltas,
	}
}

// Describer describes sounds.
func (s Sounds) Describer() (Describer, error) {
	completed, err := s.Completed()
	if err != nil {
		return nil, err
	}
	d := &soundDescriber{Sounds: completed.(Sounds)}
	d.extractors.New = func() any {
		extractor, _ := mfcc.New(d.options()) // Completed has tried it
		return extractor
	}
	return d, nil
}

// soundDescriber keeps an extractor for each goroutine.
type soundDescriber struct {
	Sounds
	extractors sync.Pool
}

// first is the first coefficient that is kept.
func (d *soundDescriber) first() int {
	if d.Loudness {
		return 0
	}
	return 1
}

func (d *soundDescriber) Width() int { return d.Coefficients*(1+d.Deltas) - d.first() }

// Describe describes the frames of the sound at path, apart from those of silence.
func (d *soundDescriber) Describe(path string) (Descriptors, error) {
	sound, err := audio.ReadFile(path)
	if err != nil {
		return Descriptors{}, withoutPath(err, path)
	}
	var warning string
	if sound.Truncated {
		warning = fmt.Sprintf("the file ends before it should; used the first %.3g s", sound.Seconds())
	}
	samples, err := audio.Resample(sound.Samples, sound.Rate, d.Rate)
	if err != nil {
		return Descriptors{}, err
	}
	extractor := d.extractors.Get().(*mfcc.Extractor)
	defer d.extractors.Put(extractor)
	frames, err := extractor.Extract(samples)
	if err != nil {
		return Descriptors{}, err
	}
	return Descriptors{Values: d.heard(frames, samples, extractor.Options()), Warning: warning}, nil
}

// heard are the frames in which there is something to hear.
func (d *soundDescriber) heard(frames [][]float64, samples []float64, o mfcc.Options) []float32 {
	values := make([]float32, 0, len(frames)*d.Width())
	for t, frame := range frames {
		from := min(t*o.Step, len(samples))
		if silent(samples[from:min(from+o.Frame, len(samples))]) {
			continue
		}
		for _, v := range frame[d.first():] {
			values = append(values, float32(v))
		}
	}
	return values
}

func silent(samples []float64) bool {
	return !slices.ContainsFunc(samples, func(v float64) bool { return v > silence || v < -silence })
}

// withoutPath leaves the path out of an error that begins with it.
func withoutPath(err error, path string) error {
	if rest, ok := strings.CutPrefix(err.Error(), path+": "); ok {
		return fmt.Errorf("%s", rest)
	}
	return err
}

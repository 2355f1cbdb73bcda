package mfcc

// Options say how coefficients are computed. The zero value is a plain choice for any
// sound at 16 kHz: frames of 25 ms every 10 ms, a Hann window, 26 filters on HTK's
// mel scale, natural logarithms, 13 coefficients. Librosa and PythonSpeechFeatures
// return those of the two usual tools.
type Options struct {
	Rate int // samples a second of the sounds; 0 is 16000

	// Frames. Lengths in samples take the place of those in seconds.
	FrameSeconds float64 // 0 is 0.025
	StepSeconds  float64 // from one frame to the next; 0 is 0.010
	Frame, Step  int     // in samples; 0: from the seconds, rounded
	FFT          int     // length of the transform; 0: the first power of two that holds a frame
	Padding      Padding // what lies around the sound, and where frames are
	DropTail     bool    // leave out a last frame that the sound does not fill, instead of filling it up with zeros

	PreEmphasis float64 // a in x[t] - a x[t-1], before all else; 0 is none
	Window      Window
	Symmetric   bool // the window's two ends are alike; else it is one period, as spectra want it
	MeanPower   bool // divide the power spectrum |X|² by FFT

	// Filters.
	Filters   int     // 0 is 26
	Scale     Scale   // of mel
	Low, High float64 // in Hz, where the first filter begins and the last one ends; High 0 is half the rate
	Triangles Triangles
	UnitArea  bool // divide each filter by half its width in Hz (Slaney), else all have height 1

	// Logarithm.
	Log   Log
	Floor float64 // energies below it count as it; 0 is 2⁻⁵² for Natural and 1e-10 for Decibel
	Range float64 // lift logarithms that are further than this below the highest of the sound; 0: do not

	// Cepstrum.
	Coefficients  int     // 0 is 13, or all where there are fewer filters
	Lifter        float64 // L in 1 + L/2 sin(πn/L), which multiplies coefficient n; 0 is none
	LifterFromOne bool    // n of the first coefficient is 1, else 0
	Energy        bool    // the first coefficient is the logarithm of the frame's whole power instead

	// Deltas: slopes over time, behind the coefficients.
	Deltas     int // 0 none, 1 slopes, 2 slopes and curvature too
	DeltaReach int // frames on each side; 0 is 2 for Regression and 4 for Polynomial
	DeltaKind  DeltaKind
}

// Padding is what lies before and after the sound.
type Padding int

// The paddings. With Zeros and Mirror, as in librosa, frame i is centred at sample
// i*Step, the window in the middle of FFT samples.
const (
	NoPadding Padding = iota // the first frame begins with the first sample
	Zeros                    // FFT/2 zeros on both sides
	Mirror                   // FFT/2 samples of the sound mirrored at its first and last one
)

// Window is the weight of the samples of a frame.
type Window int

// The windows.
const (
	Hann        Window = iota // ½ - ½ cos
	Hamming                   // 0.54 - 0.46 cos
	Rectangular               // 1
)

// Scale is a mel scale.
type Scale int

// The scales.
const (
	HTK    Scale = iota // 2595 log10(1 + f/700)
	Slaney              // linear to 1000 Hz, logarithmic above, of the Auditory Toolbox
)

// Triangles is how filters are drawn on the bins of the spectrum.
type Triangles int

// The ways to draw them.
const (
	Exact     Triangles = iota // corners where the scale puts them
	WholeBins                  // corners moved down to bins, as python_speech_features has them
)

// Log is the logarithm of energies.
type Log int

// The logarithms.
const (
	Natural Log = iota // ln
	Decibel            // 10 log10
)

// DeltaKind is how slopes are computed.
type DeltaKind int

// The kinds.
const (
	Regression DeltaKind = iota // HTK's formula, the first and last frames repeated; curvature is its slope again
	Polynomial                  // librosa's: a line or a parabola through the frames around, at the ends through the first or last ones
)

// Librosa returns the defaults of librosa.feature.mfcc: 20 coefficients of 128 filters,
// frames of 2048 samples every 512.
func Librosa(rate int) Options {
	return Options{
		Rate: rate, Frame: 2048, Step: 512, FFT: 2048, Padding: Zeros,
		Filters: 128, Scale: Slaney, UnitArea: true,
		Log: Decibel, Range: 80,
		Coefficients: 20, LifterFromOne: true,
		DeltaKind: Polynomial,
	}
}

// PythonSpeechFeatures returns the defaults of python_speech_features.mfcc: 13
// coefficients of 26 filters, the first one the energy, frames of 25 ms every 10 ms,
// and a transform of 512 samples, or more where a frame has more.
func PythonSpeechFeatures(rate int) Options {
	o := Options{
		Rate: rate, FrameSeconds: 0.025, StepSeconds: 0.010, PreEmphasis: 0.97,
		Window: Rectangular, MeanPower: true,
		Triangles: WholeBins, Lifter: 22, Energy: true,
	}
	o.FFT = max(512, powerOfTwo(samplesOf(o.FrameSeconds, rate)))
	return o
}

package audio_test

import (
	"fmt"
	"log"

	"suffice/feature/audio"
)

// A file of any format and rate becomes one channel at 16 kHz.
func Example() {
	sound, err := audio.ReadFile("testdata/chirpstereo.ogg")
	if err != nil {
		log.Fatal(err)
	}
	samples, err := audio.Resample(sound.Samples, sound.Rate, 16000)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.2f s at %d Hz: %d samples, now %d\n", sound.Seconds(), sound.Rate, len(sound.Samples), len(samples))
	// Output: 0.25 s at 44100 Hz: 11025 samples, now 4000
}

package mfcc_test

import (
	"fmt"
	"log"
	"math"

	"suffice/feature/mfcc"
)

// Half a second of a 440 Hz tone at 16 kHz: 49 frames of 13 numbers each.
func Example() {
	tone := make([]float64, 8000)
	for i := range tone {
		tone[i] = math.Sin(2 * math.Pi * 440 * float64(i) / 16000)
	}
	extractor, err := mfcc.New(mfcc.Options{Rate: 16000})
	if err != nil {
		log.Fatal(err)
	}
	coefficients, err := extractor.Extract(tone)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(coefficients), len(coefficients[0]))
	// Output: 49 13
}

// The options of another tool can be changed one by one.
func ExampleLibrosa() {
	options := mfcc.Librosa(22050)
	options.Coefficients = 13
	options.Deltas = 2
	extractor, err := mfcc.New(options)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(extractor.Width(), "numbers a frame,", extractor.Frames(22050), "frames a second")
	// Output: 39 numbers a frame, 44 frames a second
}

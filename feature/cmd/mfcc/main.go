// Command mfcc prints the coefficients of sound files, one JSON line a file, for
// scripts/check_mfcc.py to compare.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"suffice/feature/audio"
	"suffice/feature/mfcc"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "mfcc:", err)
		os.Exit(1)
	}
}

// run takes "librosa" or "psf" and the paths of files.
func run(args []string) error {
	if len(args) < 2 || args[0] != "librosa" && args[0] != "psf" {
		return fmt.Errorf("use: mfcc librosa|psf FILE")
	}
	out := json.NewEncoder(os.Stdout)
	for _, path := range args[1:] {
		rows, err := coefficients(args[0], path)
		if err != nil {
			return err
		}
		if err := out.Encode(rows); err != nil {
			return err
		}
	}
	return nil
}

func coefficients(preset, path string) ([][]float64, error) {
	sound, err := audio.ReadFile(path)
	if err != nil {
		return nil, err
	}
	options := mfcc.Librosa(sound.Rate)
	if preset == "psf" {
		options = mfcc.PythonSpeechFeatures(sound.Rate)
	}
	extractor, err := mfcc.New(options)
	if err != nil {
		return nil, err
	}
	return extractor.Extract(sound.Samples)
}

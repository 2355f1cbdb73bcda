package main

import (
	"errors"
	"strconv"
)

// autoDim is what --dim takes for as many components as predict best.
const autoDim = "auto"

// dimOf reads a number of components; 0 means auto.
func dimOf(text string) (int, error) {
	if text == autoDim {
		return 0, nil
	}
	dim, err := strconv.Atoi(text)
	if err != nil || dim < 1 {
		return 0, errors.New("the number of components must be at least 1, or auto")
	}
	return dim, nil
}

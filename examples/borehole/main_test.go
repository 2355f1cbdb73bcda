package main

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"os"
	"testing"
)

// The file that ships is what the program writes.
func TestTheFileIsTheProgramsOutput(t *testing.T) {
	want, err := os.ReadFile("../borehole.csv")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	out := bufio.NewWriter(&got)
	write(out, rand.New(rand.NewPCG(1, 2)))
	if err := out.Flush(); err != nil || !bytes.Equal(got.Bytes(), want) {
		t.Errorf("they differ (%v); run: go run ./examples/borehole > examples/borehole.csv", err)
	}
}

// Borehole writes examples/borehole.csv: 200 runs of a simulator without noise, the flow of water
// through a borehole that is drilled from the ground surface through two aquifers (Harper and Gupta
// 1983), at inputs drawn evenly between their limits.
//
//	go run ./examples/borehole > examples/borehole.csv
package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
)

const runs = 200

// input is one of the function's, with its limits.
type input struct {
	name      string
	low, high float64
}

var inputs = []input{
	{"radius", .05, .15},                    // of the borehole, m
	{"influence", 100, 50000},               // radius of influence, m
	{"upper_transmissivity", 63070, 115600}, // of the upper aquifer, m²/year
	{"upper_head", 990, 1110},               // potentiometric head of it, m
	{"lower_transmissivity", 63.1, 116},     // of the lower aquifer
	{"lower_head", 700, 820},                //
	{"length", 1120, 1680},                  // of the borehole, m
	{"conductivity", 9855, 12045},           // hydraulic, of the borehole, m/year
}

// flow is the volume of water in m³ a year.
func flow(x []float64) float64 {
	radius, influence, upper, upperHead, lower, lowerHead, length, conductivity := x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]
	far := math.Log(influence / radius)
	return 2 * math.Pi * upper * (upperHead - lowerHead) / (far * (1 + 2*length*upper/(far*radius*radius*conductivity) + upper/lower))
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	write(out, rand.New(rand.NewPCG(1, 2)))
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, "borehole:", err)
		os.Exit(1)
	}
}

func write(out *bufio.Writer, random *rand.Rand) {
	for _, in := range inputs {
		fmt.Fprint(out, in.name, ",")
	}
	fmt.Fprintln(out, "flow")
	for range runs {
		x := make([]float64, len(inputs))
		for j, in := range inputs {
			text := strconv.FormatFloat(in.low+random.Float64()*(in.high-in.low), 'g', 6, 64)
			x[j], _ = strconv.ParseFloat(text, 64) // the run is of the input as it is written
			fmt.Fprint(out, text, ",")
		}
		fmt.Fprintln(out, strconv.FormatFloat(flow(x), 'g', 9, 64))
	}
}

// Bikes writes examples/bikes.csv: two years of a bike rental, made up, as a table such
// as people have them: words and numbers, columns that hang together, columns that do
// not matter, and a few values that are missing.
//
//	go run ./examples/bikes > examples/bikes.csv
//
// Rentals depend on two things. People ride when it feels neither cold nor hot, best at
// 21 degrees: a hill in the felt temperature, which depends on temperature, humidity and
// wind. And they ride less when it is wet or windy. Working days matter a little; the
// other columns do not.
package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"time"
)

const days = 731

func main() {
	out := bufio.NewWriter(os.Stdout)
	write(out, rand.New(rand.NewPCG(1, 2)))
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, "bikes:", err)
		os.Exit(1)
	}
}

func write(out *bufio.Writer, random *rand.Rand) {
	fmt.Fprintln(out, "date,day,holiday,temperature,humidity,wind,rain,pressure,pollen,fuel_price,road_works,rentals")
	weather, fuel := 0., 1.6
	for day := range days {
		date := time.Date(2023, 1, 1+day, 0, 0, 0, 0, time.UTC)
		weather = .7*weather + random.NormFloat64() // high: fine and dry
		fuel += .006 * random.NormFloat64()
		year := 2 * math.Pi * float64(date.YearDay()) / 365.25
		temperature := 14 - 13*math.Cos(year-.35) + 2*weather + 2*random.NormFloat64()
		humidity := min(98, max(20, 62-9*weather+8*math.Cos(year)+7*random.NormFloat64()))
		wind := math.Exp(2.3 - .15*weather + .4*random.NormFloat64())
		rain := max(0, -3*weather+2.5*random.NormFloat64()-1.5)
		pollen := math.Exp(1.5 - 2*math.Cos(year-.8) + .5*random.NormFloat64())
		holiday := random.Float64() < .03
		works := random.IntN(5)

		felt := temperature + .06*(humidity-60) - .12*(wind-10)
		hill := math.Exp(-(felt - 21) * (felt - 21) / 160)
		wet := .15*rain + .02*(wind-10)
		rentals := 5200 * hill * math.Exp(-wet)
		if date.Weekday() == time.Saturday || date.Weekday() == time.Sunday || holiday {
			rentals *= .85
		}
		rentals = math.Round(max(0, rentals+150*random.NormFloat64()))

		shown := fmt.Sprintf("%.0f", humidity)
		if random.Float64() < .015 {
			shown = "NA" // the sensor was out
		}
		fmt.Fprintf(out, "%s,%s,%v,%.1f,%s,%.1f,%.1f,%.0f,%.0f,%.3f,%d,%.0f\n", date.Format("2006-01-02"), date.Weekday().String()[:3],
			holiday, temperature, shown, wind, rain, 1013+6*weather+3*random.NormFloat64(), pollen, fuel, works, rentals)
	}
}

// Command clients lets many clients at once fit and cancel at random with suffice explore, and
// looks whether every answer is right and anything is left over:
//
//	go run ./scripts/clients --seconds 120 --clients 50 --seed 1
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	clients := flag.Int("clients", 50, "how many there are at once")
	seconds := flag.Int("seconds", 120, "for how long")
	seed := flag.Uint64("seed", 1, "of what they do")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(*seconds)*time.Second)
	figures, err := run(crowd{clients: *clients, seed: *seed, goOn: func(int) bool { return ctx.Err() == nil }})
	cancel()
	fmt.Println(figures)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

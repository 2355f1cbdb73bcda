// Command asm writes the assembly of package linalg with avo. It is a module of
// its own so that avo is no dependency of the library. Run it by go generate in
// internal/linalg; the output is committed.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	kind := flag.String("kind", "", "tile256, tile512, vector256 or vector512")
	flag.Parse()
	ConstraintExpr("!purego")
	switch *kind {
	case "tile256":
		tiles(avx2{})
	case "tile512":
		tiles(avx512{})
	case "vector256":
		vectors(avx2{})
	case "vector512":
		vectors(avx512{})
	default:
		log.Fatalf("asm: no kind %q", *kind)
	}
	Generate()
}

package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// packs copies rows into full panels, as wide as a tile is wide or high. Rows are read
// along, as memory likes it, and panels written side by side.
func packs(s isa) {
	for _, vectors := range []int{1, tileVectors} {
		function(s, fmt.Sprintf("pack%dx", vectors), "func(depth, panels int, src *float64, ss int, dst *float64)",
			fmt.Sprintf("copies depth rows of src into panels of %d vectors each.", vectors))
		depth, src, ss, dst := pointer("depth"), pointer("src"), pointer("ss"), pointer("dst")
		width := 8 * s.lanes() * vectors
		SHLQ(U8(3), ss)
		panel := GP64() // bytes of one
		IMUL3Q(I32(width), depth, panel)
		repeat("row", depth, func() {
			from, to, left := GP64(), GP64(), pointer("panels")
			MOVQ(src, from)
			MOVQ(dst, to)
			repeat("panel", left, func() {
				var line [tileVectors]VecVirtual
				for v := range vectors {
					line[v] = read(s, from, v, nil)
				}
				for v := range vectors {
					put(s, line[v], to, v, nil)
				}
				ADDQ(I32(width), from)
				ADDQ(panel, to)
			})
			ADDQ(ss, src)
			ADDQ(I32(width), dst)
		})
		end()
	}
}

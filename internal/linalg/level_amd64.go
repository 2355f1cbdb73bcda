//go:build !purego

package linalg

import "golang.org/x/sys/cpu"

//go:generate go -C asm run . -kind tile256 -out ../tile256_amd64.s -stubs ../tile256_amd64.go -pkg linalg
//go:generate go -C asm run . -kind tile512 -out ../tile512_amd64.s -stubs ../tile512_amd64.go -pkg linalg
//go:generate go -C asm run . -kind vector256 -out ../vector256_amd64.s -stubs ../vector256_amd64.go -pkg linalg
//go:generate go -C asm run . -kind vector512 -out ../vector512_amd64.s -stubs ../vector512_amd64.go -pkg linalg

func detect() level {
	x := cpu.X86
	switch {
	case x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512BW && x.HasAVX512VL && x.HasBMI2:
		return avx512
	case x.HasAVX2 && x.HasFMA && x.HasBMI2:
		return avx2
	}
	return plain
}

func activeTiles() *tiles {
	switch active {
	case avx512:
		return &tiles512
	case avx2:
		return &tiles256
	}
	return &plainTiles
}

var tiles256 = tiles{
	rows: 4, cols: 12, lanes: 4,
	part: [][3]tileFunc{
		{tile256Part1x1, tile256Part1x2, tile256Part1x3},
		{tile256Part2x1, tile256Part2x2, tile256Part2x3},
		{tile256Part3x1, tile256Part3x2, tile256Part3x3},
		{tile256Part4x1, tile256Part4x2, tile256Part4x3},
	},
	full: [3]tileFunc{tile256Full4x1, tile256Full4x2, tile256Full4x3},
}

var tiles512 = tiles{
	rows: 8, cols: 24, lanes: 8,
	part: [][3]tileFunc{
		{tile512Part1x1, tile512Part1x2, tile512Part1x3},
		{tile512Part2x1, tile512Part2x2, tile512Part2x3},
		{tile512Part3x1, tile512Part3x2, tile512Part3x3},
		{tile512Part4x1, tile512Part4x2, tile512Part4x3},
		{tile512Part5x1, tile512Part5x2, tile512Part5x3},
		{tile512Part6x1, tile512Part6x2, tile512Part6x3},
		{tile512Part7x1, tile512Part7x2, tile512Part7x3},
		{tile512Part8x1, tile512Part8x2, tile512Part8x3},
	},
	full: [3]tileFunc{tile512Full8x1, tile512Full8x2, tile512Full8x3},
}

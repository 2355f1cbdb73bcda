package humanize

import "strings"

// Nearest returns the candidate most like name: the same but for case and spaces
// around it, or a few letters apart. It returns "" where none is close, or where
// several are equally so: of x1 to x9, none is a good guess for x10.
func Nearest(name string, candidates []string) string {
	folded := fold(name)
	best, least := "", limit(folded)+1
	for _, candidate := range candidates {
		switch distance := editDistance(folded, fold(candidate)); {
		case distance < least:
			best, least = candidate, distance
		case distance == least:
			best = ""
		}
	}
	return best
}

// limit is how many letters may differ: a third of them, but at least one of a name
// of two letters, and none of a single letter.
func limit(name []rune) int { return (len(name) + 1) / 3 }

func fold(name string) []rune { return []rune(strings.ToLower(strings.TrimSpace(name))) }

// editDistance counts the insertions, deletions, substitutions and swaps of
// neighbours that turn a into b (optimal string alignment).
func editDistance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

package main

import (
	"regexp"
	"strings"

	"suffice/internal/explore"
)

// fitCommand is the command that makes a fit of the page, as shells of Unix read it.
func fitCommand(file string, settings []explore.Setting) string {
	if strings.HasPrefix(file, "-") {
		file = "./" + file
	}
	words := []string{"suffice", "fit", quotedWord(file)}
	for _, s := range settings {
		switch {
		case s.Value == "":
			words = append(words, "--"+s.Name)
		case strings.HasPrefix(s.Value, "-"): // it would look like another option
			words = append(words, "--"+s.Name+"="+quotedWord(s.Value))
		default:
			words = append(words, "--"+s.Name, quotedWord(s.Value))
		}
	}
	return strings.Join(append(words, "-o", "model.json"), " ")
}

// plainWord is a word that means the same to a shell with quotes and without.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:@%+,=-]+$`)

func quotedWord(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

package cli

import (
	"strings"

	"suffice"
	"suffice/evaluate"
)

// Methods are those that an option names, each once: methods of the list, or one after another, as
// pca+sca, which is SCA of principal components.
func Methods(option string, names []string) ([]suffice.Method, error) {
	return EachOnce(option, names, MethodNamed)
}

// MethodNamed is a method, or one after another.
func MethodNamed(name string) (suffice.Method, error) {
	first, then, chain := strings.Cut(name, "+")
	m, err := suffice.MethodNamed(first)
	if err != nil || !chain {
		return m, err
	}
	second, err := suffice.MethodNamed(then)
	return evaluate.After(m, second), err
}

// MethodValues are what --method takes, each with what it is.
func MethodValues() []string {
	return Names(suffice.Methods(), func(m suffice.Method) string { return m.Name + "\t" + m.What })
}

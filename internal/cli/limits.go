package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// mostOf is how much the options may ask for that make the program do something so many
// times, or hold so many of something: far more than is of use, and less than would fill
// the memory or never end. What the data allow is checked where they are known.
var mostOf = map[string]int{
	"permutations": 1_000_000, "intervals": 100_000, "resamples": 100_000, "copies": 100_000,
	"repeats": 1_000_000, "splits": 100_000, "seeds": 100_000, "folds": 1_000_000,
	"trials": 1_000_000, "replicates": 1_000_000,
	"centres": 20_000, "words": 1_000_000, "side": 1<<16 - 1,
	"dim": 1 << 20, "dims": 1 << 20, "d": 1 << 20,
}

// mostOfAny is how much any other option may ask for.
const mostOfAny = 1_000_000_000

// CheckValues finds what is wrong with the values of options, whatever the command.
func CheckValues(cmd *cobra.Command, _ []string) error {
	var wrong error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if wrong == nil {
			wrong = checkValue(flag)
		}
	})
	return wrong
}

func checkValue(flag *pflag.Flag) error {
	value := flag.Value.String()
	switch flag.Value.Type() {
	case "string":
		return Refuse(value == "", "%s is given nothing; give it a value, or leave it out", typedName(flag))
	case "int", "intSlice":
		most, special := mostOf[flag.Name]
		if !special {
			most = mostOfAny
		}
		for _, text := range strings.Split(strings.Trim(value, "[]"), ",") {
			if n, err := strconv.Atoi(text); err == nil && n > most {
				return Usagef("--%s %d is too many; ask for %d at most", flag.Name, n, most)
			}
		}
	}
	return nil
}

// typedName is an option as it is typed most.
func typedName(flag *pflag.Flag) string {
	if flag.Name == "output" && flag.Shorthand != "" {
		return "-" + flag.Shorthand
	}
	return "--" + flag.Name
}

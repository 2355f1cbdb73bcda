package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice/internal/humanize"
)

// UsageError is a mistake in the command line itself, as opposed to one in the data.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// Usagef is a UsageError.
func Usagef(format string, values ...any) error {
	return UsageError(fmt.Sprintf(format, values...))
}

// Refuse is a mistake in the command line, where there is one.
func Refuse(mistaken bool, format string, values ...any) error {
	if !mistaken {
		return nil
	}
	return Usagef(format, values...)
}

// noSuchCommand is for the root, whose only arguments are commands.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Usagef("there is no command %q%s", args[0], Meant(args[0], Names(cmd.Commands(), (*cobra.Command).Name), ""))
}

// TakesNothing is for commands that have options only.
func TakesNothing(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Usagef("%s takes options only, but got %q", cmd.Name(), args[0])
}

// Takes makes sure that there are as many arguments as names for them.
func Takes(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		return Refuse(len(args) != len(names), "%s takes %s, but got %s", cmd.Name(), strings.Join(names, " and "), humanize.Count(len(args), "argument"))
	}
}

// TakesFiles makes sure that there is a file at least.
func TakesFiles(cmd *cobra.Command, args []string) error {
	return Refuse(len(args) == 0, "%s takes one file, or several of the same columns, but got none", cmd.Name())
}

// FlagError says in plain words what is wrong with an option.
func FlagError(cmd *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			return Usagef("there is no option -%s", unknown.GetSpecifiedName())
		}
		name := unknown.GetSpecifiedName()
		return Usagef("there is no option --%s%s", name, Meant(name, names, "--"))
	}
	if missing, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return Usagef("--%s needs a value", missing.GetFlag().Name)
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		flag := invalid.GetFlag()
		return Usagef("--%s %q is not %s", flag.Name, invalid.GetValue(), wanted(flag))
	}
	return UsageError(OneLine(err.Error()))
}

func wanted(flag *pflag.Flag) string {
	kind := flag.Value.Type()
	return cmp.Or(map[string]string{
		"int": "a whole number", "uint64": "a whole number from 0 up", "intSlice": "a list of whole numbers", "uintSlice": "a list of whole numbers from 0 up",
		"duration": "a time such as 90s or 2m", "bool": "true or false",
	}[kind], "a "+kind)
}

// Meant is a hint at the name that was probably Meant, or "".
func Meant(name string, candidates []string, prefix string) string {
	if near := humanize.Nearest(name, candidates); near != "" {
		return fmt.Sprintf(" (did you mean %s%s?)", prefix, near)
	}
	return ""
}

// Names are those of all items.
func Names[T any](items []T, name func(T) string) []string {
	all := make([]string, len(items))
	for i, item := range items {
		all[i] = name(item)
	}
	return all
}

// EachOnce is what the names of an option stand for. None may be there twice.
func EachOnce[T any](option string, names []string, find func(name string) (T, error)) (all []T, err error) {
	for i, name := range names {
		one, err := find(name)
		if err != nil {
			return nil, Usagef("%s: %s", option, err)
		}
		if slices.Contains(names[:i], name) {
			return nil, Usagef("%s: %s is there twice", option, name)
		}
		all = append(all, one)
	}
	return all, nil
}

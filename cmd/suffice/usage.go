package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice/internal/suggest"
	"suffice/internal/wording"
)

// usageError is a mistake in the command line itself, as opposed to one in the data.
type usageError string

func (e usageError) Error() string { return string(e) }

func usagef(format string, values ...any) error {
	return usageError(fmt.Sprintf(format, values...))
}

// refuse is a mistake in the command line, where there is one.
func refuse(mistaken bool, format string, values ...any) error {
	if !mistaken {
		return nil
	}
	return usagef(format, values...)
}

// noSuchCommand is for the root, whose only arguments are commands.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usagef("there is no command %q%s", args[0], meant(args[0], names(cmd.Commands(), (*cobra.Command).Name), ""))
}

// takesNothing is for commands that have options only.
func takesNothing(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usagef("%s takes options only, but got %q", cmd.Name(), args[0])
}

// takes makes sure that there are as many arguments as names for them.
func takes(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		return refuse(len(args) != len(names), "%s takes %s, but got %s", cmd.Name(), strings.Join(names, " and "), wording.Count(len(args), "argument"))
	}
}

// takesFiles makes sure that there is a file at least.
func takesFiles(cmd *cobra.Command, args []string) error {
	return refuse(len(args) == 0, "%s takes one file, or several of the same columns, but got none", cmd.Name())
}

// flagError says in plain words what is wrong with an option.
func flagError(cmd *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			return usagef("there is no option -%s", unknown.GetSpecifiedName())
		}
		name := unknown.GetSpecifiedName()
		return usagef("there is no option --%s%s", name, meant(name, names, "--"))
	}
	if missing, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return usagef("--%s needs a value", missing.GetFlag().Name)
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		flag := invalid.GetFlag()
		return usagef("--%s %q is not %s", flag.Name, invalid.GetValue(), wanted(flag))
	}
	return usageError(oneLine(err.Error()))
}

func wanted(flag *pflag.Flag) string {
	kind := flag.Value.Type()
	return cmp.Or(map[string]string{
		"int": "a whole number", "uint64": "a whole number from 0 up", "intSlice": "a list of whole numbers",
		"duration": "a time such as 90s or 2m", "bool": "true or false",
	}[kind], "a "+kind)
}

// meant is a hint at the name that was probably meant, or "".
func meant(name string, candidates []string, prefix string) string {
	if near := suggest.Nearest(name, candidates); near != "" {
		return fmt.Sprintf(" (did you mean %s%s?)", prefix, near)
	}
	return ""
}

// names are those of all items.
func names[T any](items []T, name func(T) string) []string {
	all := make([]string, len(items))
	for i, item := range items {
		all[i] = name(item)
	}
	return all
}

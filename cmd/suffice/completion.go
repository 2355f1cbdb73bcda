package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/internal/wording"
)

// shells are those for which there is a script.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func newCompletion(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a script that completes commands and options in a shell",
		Long: `Completion prints a script for a shell. With it, the Tab key completes commands,
options, names of methods and formats, and files.

To have it now, and whenever a shell starts:

  bash        echo 'source <(suffice completion bash)' >> ~/.bashrc
              (needs the package bash-completion)
  zsh         suffice completion zsh > "${fpath[1]}/_suffice"
              (with "autoload -U compinit; compinit" in ~/.zshrc)
  fish        suffice completion fish > ~/.config/fish/completions/suffice.fish
  powershell  suffice completion powershell >> $PROFILE

Then start a new shell.`,
		Example: `  source <(suffice completion bash)
  suffice completion fish | source`,
		Args:      oneShell,
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.write("-", func(w io.Writer) error { return script(cmd.Root(), args[0], w) })
		},
	}
}

func oneShell(_ *cobra.Command, args []string) error {
	choose := "choose " + strings.Join(shells[:len(shells)-1], ", ") + " or " + shells[len(shells)-1]
	switch {
	case len(args) != 1:
		return usagef("completion takes one shell, but got %s; %s", wording.Count(len(args), "argument"), choose)
	case !slices.Contains(shells, args[0]):
		return usagef("there is no script for the shell %q; %s", args[0], choose)
	}
	return nil
}

// script writes what a shell reads.
func script(root *cobra.Command, shell string, w io.Writer) error {
	switch shell {
	case "bash":
		return root.GenBashCompletionV2(w, true)
	case "zsh":
		return root.GenZshCompletion(w)
	case "fish":
		return root.GenFishCompletion(w, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(w)
	}
	return fmt.Errorf("there is no script for the shell %q", shell)
}

// complete says what an option takes. A value may be followed by a tab and what it means.
func complete(cmd *cobra.Command, option string, values []string) {
	// It fails only for an option that is not there, which the tests would show.
	_ = cmd.RegisterFlagCompletionFunc(option, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// methodValues are what --method takes, each with what it is.
func methodValues() []string {
	var names []string
	for _, m := range suffice.Methods() {
		names = append(names, m.Name+"\t"+m.What)
	}
	return names
}

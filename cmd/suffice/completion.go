package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice/internal/cli"
	"suffice/internal/humanize"
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
			root := cmd.Root()
			return s.Write("-", map[string]func(io.Writer) error{
				"bash":       func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
				"zsh":        root.GenZshCompletion,
				"fish":       func(w io.Writer) error { return root.GenFishCompletion(w, true) },
				"powershell": root.GenPowerShellCompletionWithDesc,
			}[args[0]])
		},
	}
}

func oneShell(_ *cobra.Command, args []string) error {
	choose := "choose " + strings.Join(shells[:len(shells)-1], ", ") + " or " + shells[len(shells)-1]
	if len(args) != 1 {
		return cli.Usagef("completion takes one shell, but got %s; %s", humanize.Count(len(args), "argument"), choose)
	}
	return cli.Refuse(!slices.Contains(shells, args[0]), "there is no script for the shell %q; %s", args[0], choose)
}

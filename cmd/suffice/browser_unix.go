//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// setApart keeps Ctrl-C here from a command.
func setApart(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

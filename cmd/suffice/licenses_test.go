package main

import (
	"os/exec"
	"strings"
	"testing"
)

// Every module that is linked into the program has its notice in it.
func TestLicensesOfAllModules(t *testing.T) {
	printed := must(t, "", "licenses")
	list, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for module := range strings.Lines(string(list)) {
		if !strings.Contains(printed, "\n"+module) {
			t.Errorf("there is no notice of %s; run scripts/notices", strings.TrimSpace(module))
		}
	}
}

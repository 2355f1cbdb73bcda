package main

import (
	"context"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"runtime"
)

// openBrowser opens an address in the browser that the person uses. Others on this machine see the
// commands that run, but must not see the address: so the browser is given a file that leads there,
// which only this person can read. Forget removes it.
func openBrowser(ctx context.Context, address string) (forget func(), err error) {
	file, err := fileThatLeads(address)
	if err != nil {
		return func() {}, err
	}
	forget = func() { _ = os.Remove(file) }
	command := map[string][]string{
		"darwin":  {"open"},
		"windows": {"rundll32", "url.dll,FileProtocolHandler"},
	}[runtime.GOOS]
	if command == nil {
		command = []string{"xdg-open"}
	}
	browser := exec.CommandContext(context.WithoutCancel(ctx), command[0], append(command[1:], file)...) // it may outlive us
	setApart(browser)
	if err := browser.Start(); err != nil {
		return forget, err
	}
	go func() { _ = browser.Wait() }()
	return forget, nil
}

// fileThatLeads writes a page that leads to an address, in a file that only this person can read.
func fileThatLeads(address string) (string, error) {
	file, err := os.CreateTemp("", "suffice-explore-*.html")
	if err != nil {
		return "", err
	}
	address = html.EscapeString(address)
	_, err = fmt.Fprintf(file, `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=%s">
<title>suffice explore</title>
<p><a href="%s">suffice explore</a></p>
`, address, address)
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(file.Name())
		return "", err
	}
	return file.Name(), nil
}

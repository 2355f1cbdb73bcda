package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"suffice/internal/cli"
	"suffice/internal/explore"
	"suffice/table"
)

// exploring is the command that serves a page to look at a table with.
type exploring struct {
	streams
	dataOptions
	model, host string
	port        int
	noBrowser   bool
}

func newExplore(s streams) *cobra.Command {
	e := &exploring{streams: s}
	e.memory.work, e.digest = "a fit", true
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "explore [FILE] [--target COLUMN] [--model MODEL] [flags]",
		Short: "Look at a table and its components in the browser",
		Long: `Explore serves a page on this machine and opens the browser: what is in the
table, whether there is anything to find, fits and how they compare, a picture
that can be turned and asked, which inputs matter, and files to keep. Without
FILE the page asks for one. It ends with Ctrl-C.

The address holds a secret without which nothing is answered, and only this
machine can reach it unless --host says otherwise. Nothing leaves the machine.`,
		Example: `  suffice explore examples/penguins.csv --target species
  suffice explore houses.parquet --model model.json
  suffice explore --no-browser --port 8080`,
		Args: func(cmd *cobra.Command, args []string) error {
			return cmp.Or(
				cli.Refuse(len(args) > 1, "%s takes one file, but got %d; for several of the same columns name their folder, or a pattern in quotes such as 'part-*.csv'", cmd.Name(), len(args)),
				cli.Refuse(len(args) == 1 && args[0] == "-", "%s cannot read standard input; name a file", cmd.Name()),
			)
		},
		RunE: cli.Checked(e.check, e.run),
	})
	flags.StringVar(&e.model, "model", "", "show this `model` of suffice fit too")
	flags.IntVar(&e.port, "port", 0, "listen on this port (default: any that is free)")
	flags.StringVar(&e.host, "host", "127.0.0.1", "`address` to listen on; any but the default lets other\nmachines in that know the secret")
	flags.BoolVar(&e.noBrowser, "no-browser", false, "print the address only")
	e.addChoosing(flags)
	e.addWeights(flags)
	e.addDividing(flags)
	e.addReading(flags)
	return cmd
}

func (e *exploring) check(_ cli.Given, paths []string) error {
	const most = 1<<16 - 1
	return cmp.Or(
		cli.Refuse(e.port < 0 || e.port > most, "--port %d: ports are from 1 to %d", e.port, most),
		cli.Refuse(e.model != "" && len(paths) == 0, "--model needs the table that it is to be shown with; name a file"),
		e.dataOptions.check(),
	)
}

func (e *exploring) run(ctx context.Context, paths []string) error {
	serving, err := e.serving(paths)
	if err != nil {
		return err
	}
	listener, err := e.listen()
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }()
	cli.AllowLittleGarbage()
	server, err := explore.New(ctx, serving)
	if err != nil {
		return e.flags.InFlags(err)
	}
	address := server.Address(listener)
	if _, err := fmt.Fprintln(e.Out, address); err != nil {
		return errors.Join(cli.Unwritten(err), server.Close())
	}
	cli.Say(e.Err, "suffice: the page is at the address above; Ctrl-C ends it")
	if !e.noBrowser {
		forget, err := openBrowser(ctx, address)
		defer forget()
		if err != nil {
			cli.Say(e.Err, "suffice: no browser could be opened; open the address in one")
		}
	}
	return serve(ctx, listener, server)
}

// serving is what the options ask for.
func (e *exploring) serving(paths []string) (explore.Options, error) {
	roles, err := e.roles()
	serving := explore.Options{Reading: e.reading(), Host: e.host, Command: fitCommand, Roles: roles}
	if err != nil {
		return serving, err
	}
	if e.model != "" {
		model, err := e.readModel(e.model)
		if err != nil {
			return serving, err
		}
		if err := e.remembered(model, paths[0]); err != nil {
			return serving, err
		}
		serving.Model, serving.ModelName, serving.Reading = model, filepath.Base(e.model), e.reading()
	}
	if len(paths) > 0 {
		serving.File = paths[0]
		serving.Read = func(ctx context.Context, options table.Options) (*table.Table, error) {
			return e.memory.read(func() (*table.Table, error) { return e.readTables(ctx, paths, options) })
		}
	}
	return serving, nil
}

func (e *exploring) listen() (net.Listener, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort(e.host, strconv.Itoa(e.port)))
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("--port %d is in use; choose another, or leave it out", e.port)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("--port %d is not allowed to this user; choose one from 1024 up", e.port)
	case err != nil:
		return nil, fmt.Errorf("--host %s: %w; say an address of this machine, such as 127.0.0.1", e.host, err)
	}
	return listener, nil
}

// serve answers calls until ctx ends.
func serve(ctx context.Context, listener net.Listener, pages *explore.Server) error {
	const slowest = 10 * time.Second // in sending the head of a call
	server := &http.Server{Handler: pages.Handler(), ReadHeaderTimeout: slowest}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done(): // the usual end
	}
	return errors.Join(err, server.Close(), pages.Close())
}

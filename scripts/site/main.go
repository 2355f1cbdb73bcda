// Site makes a web site of README.md and docs/: a page for each, with navigation and search,
// that any server or a folder can hold. It fails where a link leads nowhere.
//
//	go run -C scripts/site . --out site
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	out := flag.String("out", "site", "folder to write to, seen from the root of the checkout; it must be new or empty")
	list := flag.Bool("external", false, "list the links to other sites, which are not followed")
	flag.Parse()
	if err := run(filepath.Join("..", ".."), *out, *list); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

func run(root, out string, list bool) error {
	if !filepath.IsAbs(out) {
		out = filepath.Join(root, out)
	}
	if held, err := os.ReadDir(out); err == nil && len(held) > 0 {
		return fmt.Errorf("%s is not empty; remove it, or choose another folder with --out", out)
	}
	made, err := build(root)
	if err != nil {
		return err
	}
	broken, elsewhere := made.check()
	if len(broken) > 0 {
		return fmt.Errorf("%d broken links:\n%s", len(broken), strings.Join(broken, "\n"))
	}
	if err := made.write(out); err != nil {
		return err
	}
	fmt.Printf("%d pages, %d files in all, %d bytes; %d links to other sites\n", len(made.pages), len(made.files), made.size(), len(elsewhere))
	if list {
		fmt.Println(strings.Join(elsewhere, "\n"))
	}
	return nil
}

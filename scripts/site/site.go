package main

import (
	"bytes"
	_ "embed" // the look of the pages
	"encoding/json"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed page.html
var pageText string

//go:embed style.css
var style []byte

//go:embed search.js
var search []byte

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// site is all that is written, by its name in the site.
type site struct {
	root  string
	pages []*page
	files map[string][]byte
}

// build makes the site of a checkout.
func build(root string) (*site, error) {
	s := &site{root: root, files: map[string][]byte{"style.css": style, "search.js": search}}
	sources, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md"} {
		if err := s.add(name); err != nil {
			return nil, err
		}
	}
	for _, source := range sources {
		if err := s.add("docs/" + filepath.Base(source)); err != nil {
			return nil, err
		}
	}
	groups := s.navigation()
	for _, p := range s.pages {
		if err := s.render(p, groups); err != nil {
			return nil, err
		}
	}
	return s, s.addIndex()
}

// add reads a page.
func (s *site) add(source string) error {
	text, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(source)))
	if err != nil {
		return err
	}
	p, err := newPage(source, text, s.attach)
	if err != nil {
		return err
	}
	s.pages = append(s.pages, p)
	return nil
}

// attach is the name in the site of what a page of the checkout links to. Files that are not
// pages are taken along, where they exist.
func (s *site) attach(source string) string {
	if strings.HasSuffix(source, ".md") {
		return address(source)
	}
	name := "files/" + source
	if path.Dir(source) == "docs" {
		name = path.Base(source)
	}
	if data, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(source))); err == nil {
		s.files[name] = data
	}
	return name
}

// address is the name of a page in the site.
func address(source string) string {
	if source == "README.md" {
		return "index.html"
	}
	return strings.ToLower(strings.TrimSuffix(path.Base(source), ".md")) + ".html"
}

// render writes a page into its frame.
func (s *site) render(p *page, groups []group) error {
	var out bytes.Buffer
	title, _, _ := strings.Cut(p.title, ": ")
	err := pageTemplate.Execute(&out, map[string]any{
		"Title": title, "Body": template.HTML(p.body), "Address": p.address, "Groups": groups, "Contents": p.contents(),
	})
	s.files[p.address] = out.Bytes()
	return err
}

// addIndex writes what search looks through: a script, since a page that is read from a folder
// may not load anything else.
func (s *site) addIndex() error {
	var parts []part
	for _, p := range s.pages {
		parts = append(parts, p.parts...)
	}
	data, err := json.Marshal(parts)
	s.files["index.js"] = []byte("window.searchParts = " + string(data) + ";\n")
	return err
}

func (s *site) size() int {
	total := 0
	for _, data := range s.files {
		total += len(data)
	}
	return total
}

func (s *site) write(folder string) error {
	for name, data := range s.files {
		to := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// group is a part of the navigation.
type group struct {
	Title string
	Pages []*entry
}

type entry struct{ Title, Address string }

// navigation sorts pages into groups. Commands and methods are in the order that the tables
// of their pages have; what no group names is reference.
func (s *site) navigation() []group {
	taken := map[string]bool{}
	groups := []group{
		s.group("Start", taken, "index.html", "install.html", "tutorial.html", "glossary.html"),
		s.group("Commands", taken, s.linked("commands.html")...),
		s.group("Methods", taken, s.linked("methods.html")...),
		s.group("Experiments", taken, "lab.html", "experiments.html", "table1.html", "simulations.html", "real.html", "benchmarks.html"),
	}
	var rest []string
	for _, p := range s.pages {
		rest = append(rest, p.address)
	}
	slices.Sort(rest)
	return append(groups, s.group("Reference", taken, rest...))
}

// linked are a page and those that it links to below its title.
func (s *site) linked(address string) []string {
	at := slices.IndexFunc(s.pages, func(p *page) bool { return p.address == address })
	if at < 0 {
		return nil
	}
	return append([]string{address}, s.pages[at].links[s.pages[at].title]...)
}

// group takes pages that no group before it has.
func (s *site) group(title string, taken map[string]bool, addresses ...string) group {
	g := group{Title: title}
	for _, name := range addresses {
		i := slices.IndexFunc(s.pages, func(p *page) bool { return p.address == name })
		if i < 0 || taken[name] || title == "Commands" && slices.Contains([]string{"methods.html", "real.html", "cluster.html", "internet-scale.html"}, name) {
			continue
		}
		taken[name] = true
		g.Pages = append(g.Pages, &entry{short(s.pages[i]), name})
	}
	return g
}

// short is the title of a page in the navigation: fit for suffice fit, SCA for what it stands
// for too.
func short(p *page) string {
	if p.address == "index.html" {
		return "Overview"
	}
	title, _, _ := strings.Cut(p.title, ": ")
	return strings.TrimPrefix(title, "suffice ")
}

package main

import (
	"slices"
	"strings"
)

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
		s.group("Experiments", taken, "experiments.html", "table1.html", "simulations.html", "real.html", "benchmarks.html"),
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

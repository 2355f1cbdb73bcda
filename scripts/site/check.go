package main

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// check follows all links of the site: those that lead nowhere are broken; those to other
// sites are listed.
func (s *site) check() (broken, elsewhere []string) {
	names := map[string]map[string]bool{}
	for address, data := range s.files {
		if strings.HasSuffix(address, ".html") {
			names[address] = map[string]bool{}
			for _, element := range elements(data) {
				if id := element["id"]; id != "" && names[address][id] {
					broken = append(broken, fmt.Sprintf("%s has two places named %s", address, id))
				} else if id != "" {
					names[address][id] = true
				}
			}
		}
	}
	for _, p := range s.pages {
		for _, element := range elements(s.files[p.address]) {
			for _, link := range []string{element["href"], element["src"]} {
				to, err := url.Parse(link)
				switch {
				case err != nil:
					broken = append(broken, fmt.Sprintf("%s: %s is no address", p.source, link))
				case to.Scheme == "data" || link == "":
				case to.Scheme != "" || to.Host != "":
					elsewhere = append(elsewhere, link)
				case !s.leads(p, to, names):
					broken = append(broken, fmt.Sprintf("%s: there is no %s", p.source, link))
				}
			}
		}
	}
	slices.Sort(broken)
	slices.Sort(elsewhere)
	return slices.Compact(broken), slices.Compact(elsewhere)
}

// leads reports whether a link of a page leads to something.
func (s *site) leads(from *page, to *url.URL, names map[string]map[string]bool) bool {
	address := to.Path
	if address == "" {
		address = from.address
	}
	if s.files[address] == nil {
		return false
	}
	return to.Fragment == "" || names[address][to.Fragment]
}

// elements are the attributes of all elements of a page.
func elements(data []byte) []map[string]string {
	var all []map[string]string
	tokens := html.NewTokenizer(bytes.NewReader(data))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return all
		case html.StartTagToken, html.SelfClosingTagToken:
			attributes := map[string]string{}
			for _, a := range tokens.Token().Attr {
				attributes[a.Key] = a.Val
			}
			all = append(all, attributes)
		}
	}
}

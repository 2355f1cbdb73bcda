package main

import (
	"bytes"
	"fmt"
	"net/url"
	"path"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignStyle)), extension.Strikethrough),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
)

// page is a file of Markdown as HTML.
type page struct {
	source, address string
	title           string
	body            []byte
	parts           []part
	links           map[string][]string // the pages that it links to, by the heading above the link
}

// part is what search finds: a heading, and the text below it.
type part struct {
	Address string `json:"a"`
	Page    string `json:"p"`
	Title   string `json:"t"`
	Text    string `json:"x"`
	level   int
}

// newPage reads a page. Attach says where in the site a file of the checkout is.
func newPage(source string, content []byte, attach func(string) string) (*page, error) {
	p := &page{source: source, address: address(source), links: map[string][]string{}}
	context := parser.NewContext(parser.WithIDs(&anchors{}))
	root := markdown.Parser().Parse(text.NewReader(content), parser.WithContext(context))
	if err := ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			p.visit(node, content, attach)
		}
		return ast.WalkContinue, nil
	}); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := markdown.Renderer().Render(&out, content, root); err != nil {
		return nil, err
	}
	// A wide table scrolls by itself.
	p.body = bytes.ReplaceAll(out.Bytes(), []byte("<table>"), []byte(`<div class="wide"><table>`))
	p.body = bytes.ReplaceAll(p.body, []byte("</table>"), []byte("</table></div>"))
	if p.title == "" {
		return nil, fmt.Errorf("%s has no heading", source)
	}
	for i := range p.parts {
		p.parts[i].Page, p.parts[i].Text = p.title, strings.Join(strings.Fields(p.parts[i].Text), " ")
	}
	return p, nil
}

// visit notes what a node says, and turns links to where the site has them.
func (p *page) visit(node ast.Node, content []byte, attach func(string) string) {
	switch n := node.(type) {
	case *ast.Heading:
		title := plain(n, content)
		if p.title == "" {
			p.title = title
		}
		id, _ := n.AttributeString("id")
		name, _ := id.([]byte)
		p.parts = append(p.parts, part{Address: p.address + "#" + string(name), Title: title, level: n.Level})
	case *ast.Link:
		n.Destination = p.turned(n.Destination, attach)
		if len(p.parts) > 0 {
			above := p.parts[len(p.parts)-1].Title
			to, _, _ := strings.Cut(string(n.Destination), "#")
			p.links[above] = append(p.links[above], to)
		}
	case *ast.Image:
		n.Destination = p.turned(n.Destination, attach)
	case *ast.Text:
		p.say(string(n.Segment.Value(content)))
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		p.say(string(node.Lines().Value(content)))
	}
}

// say adds words to what search finds.
func (p *page) say(words string) {
	if last := len(p.parts) - 1; last >= 0 {
		p.parts[last].Text += words + " "
	}
}

// turned is a link to a file of the checkout, as one within the site.
func (p *page) turned(link []byte, attach func(string) string) []byte {
	to, err := url.Parse(string(link))
	if err != nil || to.Scheme != "" || to.Host != "" || to.Path == "" {
		return link
	}
	to.Path = attach(path.Join(path.Dir(p.source), to.Path))
	return []byte(to.String())
}

// contents are the headings below the title, where there are some to choose from.
func (p *page) contents() []part {
	var all []part
	for _, one := range p.parts {
		if one.level == 2 {
			all = append(all, one)
		}
	}
	if len(all) < 3 {
		return nil
	}
	return all
}

// plain is the text in a node.
func plain(node ast.Node, content []byte) string {
	var out strings.Builder
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		if words, ok := child.(*ast.Text); ok {
			out.Write(words.Segment.Value(content))
		} else {
			out.WriteString(plain(child, content))
		}
	}
	return out.String()
}

// anchors names headings as the places do where people read Markdown: letters and digits, and
// hyphens for blanks.
type anchors struct{ used map[string]bool }

// Generate is the name of a heading that no other has.
func (a *anchors) Generate(heading []byte, _ ast.NodeKind) []byte {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(string(heading)))
	free := name
	for i := 1; a.used[free] || free == ""; i++ {
		free = fmt.Sprintf("%s-%d", name, i)
	}
	a.Put([]byte(free))
	return []byte(free)
}

// Put notes a name that is taken.
func (a *anchors) Put(name []byte) {
	if a.used == nil {
		// What the frame of a page has.
		a.used = map[string]bool{"search": true, "found": true, "navigation": true, "look": true}
	}
	a.used[string(name)] = true
}

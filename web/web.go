// Package web is the page of suffice explore, as it goes into the program. Its source is in
// src; npm ci and npm run build make dist of it, which is committed.
package web

import "embed"

// Files are index.html, page.js and page.css.
//
//go:embed dist
var Files embed.FS

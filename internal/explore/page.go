package explore

import "embed"

// page is index.html, page.js and page.css, made of web by npm run build there.
//
//go:embed page
var page embed.FS

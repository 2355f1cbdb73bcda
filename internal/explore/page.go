package explore

import "embed"

// bundle is index.html, page.js and page.css, made of web by npm run build there.
//
//go:embed page
var bundle embed.FS

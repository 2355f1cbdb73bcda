// Builds the page into internal/explore/page, which is committed and embedded into the program.
import { copyFile } from 'node:fs/promises'
import { build } from 'esbuild'

await build({
  entryPoints: { page: 'src/page.ts' },
  outdir: '../internal/explore/page',
  bundle: true,
  minify: true,
  target: 'es2022',
  format: 'esm',
  charset: 'utf8',
  legalComments: 'none',
})
await copyFile('src/index.html', '../internal/explore/page/index.html')

// Builds the page into dist, which is committed and embedded into the program.
import { copyFile } from 'node:fs/promises'
import { build } from 'esbuild'

await build({
  entryPoints: { page: 'src/page.ts' },
  outdir: 'dist',
  bundle: true,
  minify: true,
  target: 'es2022',
  format: 'esm',
  charset: 'utf8',
  legalComments: 'none',
})
await copyFile('src/index.html', 'dist/index.html')

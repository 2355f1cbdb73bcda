// Rows counted in hexagons.
import assert from 'node:assert/strict'
import test from 'node:test'
import { build } from 'esbuild'

const entry = { contents: "export * from './hexagons'; export * from './marks'; export { alike } from './colours'", resolveDir: 'src/picture' }
const bundle = await build({ stdin: entry, bundle: true, write: false, format: 'esm' })
const { hexagons, alike, BYTES, HEXAGON, HOLLOW } = await import('data:text/javascript,' + encodeURIComponent(bundle.outputFiles[0].text))

test('hexagons are hollow where most rows are left out', () => {
  const places = Float32Array.from([50, 50, 50, 50, 50, 50, 90, 90, 90, 90, 20, 80])
  const plot = { left: 0, right: 100, top: 0, bottom: 100 }
  const counted = hexagons(places, () => true, plot, alike, null, new Set([0, 2, 3]), { dark: false, accent: '#0072b2' })
  const shapes = Array.from(counted.rows, (many, k) => [many, counted.looks[k * BYTES + 4]])
  assert.deepEqual(shapes, [[3, HEXAGON + HOLLOW], [2, HEXAGON], [1, HEXAGON]])
})

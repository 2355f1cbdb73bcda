// The tour: from one linear projection to another, through linear projections.
import assert from 'node:assert/strict'
import test from 'node:test'
import { build } from 'esbuild'

const bundle = await build({ entryPoints: ['src/picture/tour.ts'], bundle: true, write: false, format: 'esm' })
const tour = await import('data:text/javascript,' + encodeURIComponent(bundle.outputFiles[0].text))

let seed = 1
const random = () => { // the same numbers each time
  seed = (seed * 1103515245 + 12345) % 2 ** 31
  return (seed / 2 ** 30) - 1
}

/** Weights at t of the way between Wa and Wb. */
function weights(path, Wa, Wb, t) {
  const { A, B } = path(t)
  return Float64Array.from(Wa, (_, i) => {
    const [j, column] = [i - (i % 2), i % 2]
    return Wa[j] * A[column] + Wa[j + 1] * A[2 + column] + Wb[j] * B[column] + Wb[j + 1] * B[2 + column]
  })
}

const length = (w) => Math.hypot(...w)
const distance = (p, q) => length(p.map((v, i) => v - q[i]))

/** The second projection of a pair: any, the same, with signs turned, or with its components swapped. */
const others = [
  (Wa) => Wa.map(random), (Wa) => Wa.slice(), (Wa) => Wa.map((v) => -v), (Wa) => Wa.map((v, i) => (i % 2 ? -v : v)), (Wa) => Wa.map((v, i) => (i % 2 ? v : -v)),
  (Wa) => Wa.map((_, i) => (i % 2 ? Wa[i - 1] : Wa[i + 1])),
]

for (const inputs of [2, 3, 20]) {
  for (const [kind, other] of others.entries()) {
    test(`${inputs} inputs, pair ${kind}`, () => {
      for (let trial = 0; trial < 50; trial++) {
        const Wa = Float32Array.from({ length: 2 * inputs }, random)
        const Wb = other(Wa)
        const path = tour.planes(Wa, Wb)
        const at = (t) => weights(path, Wa, Wb, t)
        assert.ok(distance(at(0), Float64Array.from(Wa)) < 1e-6 * length(Wa), 'it begins at the first')
        assert.ok(distance(at(1), Float64Array.from(Wb)) < 1e-6 * length(Wb), 'it ends at the second')
        let before = at(0)
        for (let k = 1; k <= 100; k++) {
          const now = at(k / 100)
          assert.ok(distance(now, before) < 0.3 * Math.max(length(Wa), length(Wb)), `it does not jump at ${k} %`)
          before = now
        }
      }
    })
  }
}

test('one component', () => {
  const Wa = Float32Array.of(1, 0, 0, 0), Wb = Float32Array.of(-1, 0, 0.1, 0)
  const path = tour.lines(Wa, Wb)
  assert.ok(distance(weights(path, Wa, Wb, 0), Float64Array.from(Wa)) < 1e-6)
  assert.ok(distance(weights(path, Wa, Wb, 1), Float64Array.from(Wb)) < 1e-6)
})

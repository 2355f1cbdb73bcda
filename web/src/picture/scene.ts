// What is drawn now: a projection at rest, on its way to another, or changed by hand.

import type { Placing } from './marks'
import { isTarget, type Stand } from './stands'
import { blend, identity, lines, planes, zero, type Matrix, type Path } from './tour'
import { around, mixViews, union, type Mapping, type View } from './view'

/** Where a row is on the stage. */
export function place(row: number, a: Float32Array, b: Float32Array | null, x: Float32Array | null, { A, B, delta, map }: Placing): [number, number] {
  let [u, v] = along(a, row, A)
  if (b) {
    const [p, q] = along(b, row, B)
    u += p
    v += q
  }
  if (x) {
    u += x[row] * delta[0]
    v += x[row] * delta[1]
  }
  return [(u - map.centre[0]) * map.scale[0] + map.middle[0], (v - map.centre[1]) * map.scale[1] + map.middle[1]]
}

const along = (z: Float32Array, row: number, M: Matrix): [number, number] => [
  z[2 * row] * M[0] + z[2 * row + 1] * M[2],
  z[2 * row] * M[1] + z[2 * row + 1] * M[3],
]

const plain: Mapping = { centre: [0, 0], scale: [1, 1], middle: [0, 0] }

export class Scene {
  from: Stand
  to: Stand | null = null
  t = 0
  places: Float32Array // of rows, where nothing is on its way or changed
  input: Float32Array | null = null // the one changed by hand
  changes = new Map<number, [number, number]>() // weights by hand
  version = 0 // grows when what must be uploaded changes
  private A: Matrix = identity
  private B: Matrix = zero
  private delta: [number, number] = [0, 0]
  private path: Path = blend
  private views: View[] = []

  constructor(stand: Stand) {
    this.from = stand
    this.places = stand.places
  }

  get rows() {
    return this.places.length / 2
  }
  get others() {
    return this.to?.places ?? null
  }
  /** The projection that is shown, or that is nearer. */
  get stand() {
    return this.to && this.t > 0.5 ? this.to : this.from
  }

  rest(stand: Stand) {
    this.from = stand
    this.to = null
    this.places = stand.places
    this.input = null
    this.changes.clear()
    this.set(identity, zero, [0, 0])
    this.version++
  }

  private set(A: Matrix, B: Matrix, delta: [number, number]) {
    this.A = A
    this.B = B
    this.delta = delta
  }

  /** Sets out from where everything is now. */
  setOut(to: Stand) {
    const from = this.momentary()
    this.from = from
    this.to = to
    this.t = 0
    this.places = from.places
    this.input = null
    this.changes.clear()
    this.path = way(from, to)
    this.views = viewsOn(this.path, from, to)
    this.move(0)
    this.version++
  }

  move(t: number) {
    this.t = t
    const { A, B } = this.path(t)
    this.set(A, B, [0, 0])
  }

  /** The input `x` gets other weights; `others` is where rows are without this change. */
  change(input: number, x: Float32Array | null, others: Float32Array, weights: [number, number]) {
    if (this.places !== others || this.input !== x) this.version++
    this.places = others
    this.input = x
    this.changes.set(input, weights)
    this.set(identity, zero, [weights[0] - this.from.weights[2 * input], weights[1] - this.from.weights[2 * input + 1]])
  }

  /** The view that holds all rows. */
  view(): View {
    if (!this.to) return this.from.view
    const at = this.t * (this.views.length - 1)
    const k = Math.min(this.views.length - 2, Math.floor(at))
    return mixViews(this.views[k], this.views[k + 1], at - k)
  }

  placing(map: Mapping): Placing {
    return { A: this.A, B: this.B, delta: this.delta, map }
  }

  /** The weights of an input on both axes, as they are now. */
  weight(input: number): [number, number] {
    const changed = this.changes.get(input)
    if (changed) return changed
    const [u, v] = along(this.from.weights, input, this.A)
    if (!this.to || this.to.weights.length <= 2 * input) return [u, v]
    const [p, q] = along(this.to.weights, input, this.B)
    return [u + p, v + q]
  }

  /** Where all rows are on the stage, or in the plane where no mapping is given. */
  positions(map: Mapping = plain): Float32Array {
    const { places, others, input, rows, A, B, delta } = this
    const all = new Float32Array(2 * rows)
    for (let i = 0; i < 2 * rows; i += 2) {
      let u = places[i] * A[0] + places[i + 1] * A[2]
      let v = places[i] * A[1] + places[i + 1] * A[3]
      if (others) {
        u += others[i] * B[0] + others[i + 1] * B[2]
        v += others[i] * B[1] + others[i + 1] * B[3]
      }
      if (input) {
        u += input[i / 2] * delta[0]
        v += input[i / 2] * delta[1]
      }
      all[i] = (u - map.centre[0]) * map.scale[0] + map.middle[0]
      all[i + 1] = (v - map.centre[1]) * map.scale[1] + map.middle[1]
    }
    return all
  }

  private momentary(): Stand {
    if (!this.to && !this.changes.size) return this.from
    const places = this.positions()
    const weights = this.from.weights.slice()
    for (let j = 0; j < weights.length / 2; j++) weights.set(this.weight(j), 2 * j)
    return { ...this.stand, places, weights, view: around(places), own: false }
  }
}

function way(from: Stand, to: Stand): Path {
  if (from.weights.length !== to.weights.length || from.axes.y !== to.axes.y && (isTarget(from.axes.y) || isTarget(to.axes.y))) return blend
  return isTarget(to.axes.y) ? lines(from.weights, to.weights) : planes(from.weights, to.weights)
}

const stops = 40

/** Views on the way that hold nearly all rows, and are never nearer than those of both ends. */
function viewsOn(path: Path, from: Stand, to: Stand): View[] {
  const rows = from.places.length / 2
  const some = Math.min(rows, 500)
  const views: View[] = [from.view]
  for (let k = 1; k < stops; k++) {
    const placing = { ...path(k / stops), delta: [0, 0] as [number, number], map: plain }
    const places = new Float32Array(2 * some)
    for (let i = 0; i < some; i++) places.set(place(Math.floor((i * rows) / some), from.places, to.places, null, placing), 2 * i)
    const least = mixViews(from.view, to.view, k / stops)
    const seen = around(places)
    views.push(union(seen, about(seen, least)))
  }
  return [...views, to.view]
}

/** A view as large as `least` about the middle of `seen`. */
function about(seen: View, least: View): View {
  const range = (s: [number, number], l: [number, number]): [number, number] => [(s[0] + s[1] - l[1] + l[0]) / 2, (s[0] + s[1] + l[1] - l[0]) / 2]
  return { x: range(seen.x, least.x), y: range(seen.y, least.y) }
}

// Rows counted in hexagons, where they are too many to be seen as points.

import { Colours, classOf, isClasses, ramp, type Scale } from './colours'
import { BYTES, HEXAGON, HOLLOW, SIXTEENTHS } from './marks'
import type { Theme } from './theme'
import type { Box } from './view'

/** From the middle of a hexagon to its corners, in pixels. */
export const radius = 6

const wide = Math.sqrt(3) * radius
const high = 1.5 * radius

const columnOf = (x: number, row: number) => Math.round(x / wide - (row & 1) / 2)
const middleX = (row: number, column: number) => (column + (row & 1) / 2) * wide

/** The row of hexagons that a place belongs to: of the two that it lies between, the one whose hexagon is nearer. */
function rowOf(x: number, y: number): number {
  const above = Math.floor(y / high)
  const far = (row: number) => (middleX(row, columnOf(x, row)) - x) ** 2 + (row * high - y) ** 2
  return far(above) < far(above + 1) ? above : above + 1
}

export interface Hexagons {
  places: Float32Array // middles, two each
  looks: Uint8Array
  rows: Uint32Array // how many
  at(x: number, y: number): number // which, or −1
}

/** Counts the shown rows that are within the plot; hexagons have the colour of their mean or most frequent class, and are hollow where most rows are left out of fits. */
export function hexagons(positions: Float32Array, shown: (row: number) => boolean, plot: Box, scale: Scale, selected: Uint8Array | null, leftOut: Set<number>, theme: Theme): Hexagons {
  const across = Math.ceil(plot.right / wide) + 2
  const key = (x: number, y: number) => {
    const row = rowOf(x, y)
    return row * across + columnOf(x, row)
  }
  const cells = new Int32Array(across * (Math.ceil(plot.bottom / high) + 2)).fill(-1)
  const { left, right, top, bottom } = plot
  const counted = new Counts(scale)
  for (let i = 0; i < positions.length / 2; i++) {
    const x = positions[2 * i]
    const y = positions[2 * i + 1]
    if (!(x >= left && x <= right && y >= top && y <= bottom) || !shown(i)) continue
    const at = key(x, y)
    if (cells[at] < 0) {
      const row = Math.floor(at / across)
      cells[at] = counted.begin(middleX(row, at % across), row * high)
    }
    counted.add(cells[at], scale.values ? scale.values[i] : 0, selected ? selected[i] : 0, leftOut.has(i) ? 1 : 0)
  }
  return {
    places: Float32Array.from(counted.places),
    looks: counted.looks(selected !== null, theme),
    rows: Uint32Array.from(counted.rows),
    at: (x, y) => cells[key(x, y)] ?? -1,
  }
}

/** What is counted of each hexagon. */
class Counts {
  readonly places: number[] = []
  readonly rows: number[] = []
  private readonly selected: number[] = []
  private readonly leftOut: number[] = []
  private readonly known: number[] = []
  private readonly sums: number[] = []
  private readonly classes: number[] = [] // of each hexagon, how many of each class

  constructor(private readonly scale: Scale) {}

  begin(x: number, y: number): number {
    this.places.push(x, y)
    for (const counts of [this.rows, this.selected, this.leftOut, this.known, this.sums]) counts.push(0)
    for (let k = 0; k < this.scale.levels.length; k++) this.classes.push(0)
    return this.rows.length - 1
  }

  add(cell: number, value: number, selected: number, leftOut: number) {
    this.rows[cell]++
    this.selected[cell] += selected
    this.leftOut[cell] += leftOut
    if (value !== value) return // missing
    this.known[cell]++
    this.sums[cell] += value
    const { levels } = this.scale
    if (levels.length) this.classes[cell * levels.length + classOf(this.scale, value)]++
  }

  /** The mean, or the place of the most frequent class; NaN where all are missing. */
  private typical(cell: number): number {
    if (!isClasses(this.scale)) return this.sums[cell] / this.known[cell]
    const many = this.scale.levels.length
    let best = NaN
    for (let k = 0, most = 0; k < many; k++) {
      if (this.classes[cell * many + k] > most) {
        most = this.classes[cell * many + k]
        best = k
      }
    }
    return best
  }

  looks(selecting: boolean, theme: Theme): Uint8Array {
    const { rows, selected, scale } = this
    const made = new Uint8Array(rows.length * BYTES)
    const colours = new Colours(scale, theme)
    const most = rows.reduce((a, b) => Math.max(a, b), 1)
    rows.forEach((many, cell) => {
      const at = cell * BYTES
      const fullness = most > 1 ? Math.log(many) / Math.log(most) : 1
      if (scale.values) colours.put(this.typical(cell), made, at)
      else made.set(ramp(fullness, theme), at)
      const hollow = 2 * this.leftOut[cell] > many
      const least = hollow ? 0.6 : 0.25 // a thin line of a pale colour cannot be seen
      made[at + 3] = 255 * (selecting ? 0.12 + (0.88 * selected[cell]) / many : scale.values ? least + (1 - least) * fullness : 1)
      made[at + 4] = hollow ? HEXAGON + HOLLOW : HEXAGON
      made[at + 5] = SIXTEENTHS
    })
    return made
  }
}

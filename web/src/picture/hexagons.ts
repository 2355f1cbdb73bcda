// Rows counted in hexagons, where they are too many to be seen as points.

import { classColour, classOf, colourOf, isClasses, ramp, type Scale } from './colours'
import { BYTES, HEXAGON, SIXTEENTHS } from './marks'
import type { Theme } from './theme'
import { inside, type Box } from './view'

/** From the middle of a hexagon to its corners, in pixels. */
export const radius = 6

const wide = Math.sqrt(3) * radius
const high = 1.5 * radius

/** The hexagon that holds a place: its row of the pattern, and the place within that. */
function cellAt(x: number, y: number): [number, number] {
  const near = (row: number): [number, number] => [row, Math.round(x / wide - (row & 1) / 2)]
  const distance = ([row, column]: [number, number]) => (middle(row, column)[0] - x) ** 2 + (middle(row, column)[1] - y) ** 2
  const row = Math.floor(y / high)
  const [above, below] = [near(row), near(row + 1)]
  return distance(above) < distance(below) ? above : below
}

const middle = (row: number, column: number): [number, number] => [(column + (row & 1) / 2) * wide, row * high]

export interface Hexagons {
  places: Float32Array // middles, two each
  looks: Uint8Array
  rows: Uint32Array // how many
  at(x: number, y: number): number // which, or −1
  most: number // rows in the fullest
}

/** Counts the shown rows that are within the plot; hexagons have the colour of their mean or most frequent class. */
export function hexagons(positions: Float32Array, shown: (row: number) => boolean, plot: Box, scale: Scale, selected: Uint8Array | null, theme: Theme): Hexagons {
  const across = Math.ceil(plot.right / wide) + 2
  const down = Math.ceil(plot.bottom / high) + 2
  const key = (x: number, y: number) => {
    const [row, column] = cellAt(x, y)
    return row * across + column
  }
  const found = new Int32Array(across * down).fill(-1)
  const cells: Cell[] = []
  for (let i = 0; i < positions.length / 2; i++) {
    const [x, y] = [positions[2 * i], positions[2 * i + 1]]
    if (!inside(plot, x, y) || !shown(i)) continue
    const at = key(x, y)
    if (found[at] < 0) found[at] = cells.push(new Cell(middle(Math.floor(at / across), at % across))) - 1
    cells[found[at]].add(scale, scale.values?.[i] ?? 0, selected?.[i] ?? 0)
  }
  const most = cells.reduce((m, cell) => Math.max(m, cell.rows), 0)
  return {
    places: Float32Array.from(cells.flatMap((cell) => cell.middle)),
    looks: looks(cells, most, scale, selected !== null, theme),
    rows: Uint32Array.from(cells, (cell) => cell.rows),
    at: (x, y) => found[key(x, y)] ?? -1,
    most,
  }
}

class Cell {
  rows = 0
  selected = 0
  private known = 0
  private sum = 0
  private classes = new Map<number, number>()
  constructor(readonly middle: [number, number]) {}

  add(scale: Scale, value: number, selected: number) {
    this.rows++
    this.selected += selected
    if (Number.isNaN(value)) return
    this.known++
    this.sum += value
    if (isClasses(scale)) this.classes.set(classOf(scale, value), (this.classes.get(classOf(scale, value)) ?? 0) + 1)
  }

  get mean() {
    return this.sum / this.known
  }
  get mostFrequent() {
    return [...this.classes].reduce((best, each) => (each[1] > best[1] ? each : best), [NaN, 0])[0]
  }
}

function looks(cells: Cell[], most: number, scale: Scale, selecting: boolean, theme: Theme): Uint8Array {
  const made = new Uint8Array(cells.length * BYTES)
  const colour = colourOf(scale, theme)
  cells.forEach((cell, k) => {
    const fullness = most > 1 ? Math.log(cell.rows) / Math.log(most) : 1
    const strength = selecting ? 0.12 + 0.88 * (cell.selected / cell.rows) : scale.values ? 0.25 + 0.75 * fullness : 1
    made.set(!scale.values ? ramp(fullness, theme) : isClasses(scale) && cell.mostFrequent >= 0 ? classColour(cell.mostFrequent) : colour(cell.mean), k * BYTES)
    made[k * BYTES + 3] = 255 * strength
    made[k * BYTES + 4] = HEXAGON
    made[k * BYTES + 5] = SIXTEENTHS
  })
  return made
}

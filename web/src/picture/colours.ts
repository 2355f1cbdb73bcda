// Colours of rows: a ramp for numbers, a palette with shapes for classes. Both are told apart by
// the colour-blind: the ramp grows in lightness, and classes differ in shape too.

import { BYTES, HOLLOW, SIXTEENTHS, shapes } from './marks'
import { rgb, type Colour, type Theme } from './theme'

const viridis = [
  '#440154', '#481567', '#482677', '#453781', '#404788', '#39568c', '#33638d', '#2d708e', '#287d8e', '#238a8d',
  '#1f968b', '#20a387', '#29af7f', '#3cbb75', '#55c667', '#73d055', '#95d840', '#b8de29', '#dce319', '#fde725',
].map(rgb)

/** Okabe and Ito's colours without black, then those of Tol. */
const palette = [
  '#0072b2', '#e69f00', '#009e73', '#d55e00', '#56b4e9', '#cc79a7', '#b8a800', '#6a51a3', '#8c510a', '#44aa99',
  '#aa4499', '#117733', '#88ccee', '#cc6677', '#999933', '#ddaa77', '#7777dd', '#882255', '#66aa55', '#bb88dd',
].map(rgb)

export const mostClasses = palette.length
export const missingColour: Colour = [150, 150, 150]

/** The colour at a share from 0 to 1, leaving out the end that the paper swallows. */
export function ramp(share: number, theme: Theme): Colour {
  const last = viridis.length - 1
  const [first, end] = theme.dark ? [0.18 * last, last] : [0, 0.93 * last]
  const at = first + Math.min(1, Math.max(0, share)) * (end - first)
  const k = Math.min(last - 1, Math.floor(at))
  return [0, 1, 2].map((c) => viridis[k][c] + (at - k) * (viridis[k + 1][c] - viridis[k][c])) as Colour
}

export const classColour = (place: number): Colour => palette[place % palette.length]
/** Shapes that fill less of their square are drawn larger. */
const growth = [1, 1.3, 1.05, 1.25, 1.3, 1.25]

export const classShape = (place: number) => place % shapes.length

/** What rows are coloured by. */
export interface Scale {
  name: string
  values: Float32Array | null // of rows; NaN where missing, null where all rows are alike
  levels: string[] // of classes; [] for numbers
  range: [number, number] // of the ramp
  all: [number, number] // least and greatest number
  missing: number
  format: (value: number) => string
  dates?: boolean // the numbers are days since 1970
}

/** Numbers, whose ramp goes from the 1 % to the 99 % quantile so that a few rows do not take all of it. */
export function numberScale(name: string, values: Float32Array, format: (value: number) => string): Scale {
  const known = values.filter((v) => !Number.isNaN(v)).sort()
  const at = (share: number) => known[Math.round(share * (known.length - 1))] ?? 0
  const range: [number, number] = at(0.01) < at(0.99) ? [at(0.01), at(0.99)] : [at(0), at(1)]
  return { name, values, levels: [], range, all: [at(0), at(1)], missing: values.length - known.length, format }
}

export function classScale(name: string, values: Float32Array, levels: string[]): Scale {
  let missing = 0
  let others = false
  for (const v of values) {
    if (Number.isNaN(v)) missing++
    else if (v >= levels.length) others = true
  }
  const named = others ? [...levels, 'others'] : levels
  return { name, values, levels: named, range: [0, 1], all: [0, named.length - 1], missing, format: (v) => named[v] ?? '' }
}

export const alike: Scale = { name: '', values: null, levels: [], range: [0, 1], all: [0, 1], missing: 0, format: String }

export const isClasses = (scale: Scale) => scale.levels.length > 0

/** The place of a row's class; words that are not among the levels share the last. */
export const classOf = (scale: Scale, value: number) => Math.min(value, scale.levels.length - 1)

/** The share of the ramp at a number. */
export const shareOf = ({ range: [low, high] }: Scale, value: number) => (high > low ? (value - low) / (high - low) : 0.5)

/** Which rows the legend leaves. */
export interface Filter { hidden: Set<number>; from: number; to: number; missing: boolean }

export const everything = (): Filter => ({ hidden: new Set(), from: -Infinity, to: Infinity, missing: true })

export function isShown(scale: Scale, filter: Filter, row: number): boolean {
  if (!scale.values) return true
  const value = scale.values[row]
  if (Number.isNaN(value)) return filter.missing
  return isClasses(scale) ? !filter.hidden.has(classOf(scale, value)) : value >= filter.from && value <= filter.to
}

const steps = 256

/** Colours worked out once, three bytes each: of classes, or of steps along the ramp; the last is that of missing values. */
export class Colours {
  private readonly bytes: Uint8Array
  private readonly last: number

  constructor(private readonly scale: Scale, theme: Theme) {
    const { levels } = scale
    const made = levels.length ? levels.map((_, k) => classColour(k)) : Array.from({ length: steps }, (_, k) => ramp(k / (steps - 1), theme))
    if (!scale.values) made.fill(rgb(theme.accent))
    this.last = made.length
    this.bytes = Uint8Array.from([...made, missingColour].flat())
  }

  /** Writes the colour of a value. */
  put(value: number, into: Uint8Array, at: number) {
    const k = 3 * this.place(value)
    into[at] = this.bytes[k]
    into[at + 1] = this.bytes[k + 1]
    into[at + 2] = this.bytes[k + 2]
  }

  private place(value: number): number {
    if (value !== value) return this.last // not a number: missing
    if (isClasses(this.scale)) return classOf(this.scale, value)
    return Math.round(Math.min(1, Math.max(0, shareOf(this.scale, value))) * (steps - 1))
  }
}

/** How all rows look: their colours and shapes, selected ones larger, others dimmed, those left out of fits hollow. */
export function looksOf(rows: number, scale: Scale, filter: Filter, selected: Uint8Array | null, leftOut: Set<number>, theme: Theme): Uint8Array {
  const looks = new Uint8Array(rows * BYTES)
  const opacity = rows <= 2000 ? 220 : rows <= 20000 ? 190 : 150
  const colours = new Colours(scale, theme)
  const classes = isClasses(scale)
  for (let i = 0; i < rows; i++) {
    if (!isShown(scale, filter, i)) continue
    const value = scale.values ? scale.values[i] : 0
    const chosen = selected !== null && selected[i] === 1
    const shape = classes && value === value ? classShape(classOf(scale, value)) : 0
    const at = i * BYTES
    colours.put(value, looks, at)
    looks[at + 3] = selected && !chosen ? opacity / 5 : chosen ? 255 : opacity
    looks[at + 4] = leftOut.has(i) ? shape + HOLLOW : shape
    looks[at + 5] = growth[shape] * (chosen ? 1.4 : 1) * SIXTEENTHS
  }
  return looks
}

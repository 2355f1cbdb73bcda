// Small charts. Colours and strokes are in page.css.

import type { Column, Dimension, Summary } from './api'
import { el, naming, svg } from './dom'
import { figure, fixed, named } from './format'

/** The frequency of values, as bars of a small picture. */
export function histogram(column: Column): SVGSVGElement | null {
  const words = column.histogram.length === 0
  const counts = words ? column.levels.map((level) => level.rows) : column.histogram
  if (counts.length === 0) return null
  const most = Math.max(...counts, 1)
  const gap = words ? 0.2 : 0.06
  const slots = Math.max(counts.length, words ? 6 : 1)
  const bars = counts.map((rows, i) => {
    const height = rows === 0 ? 0 : Math.max(0.6, (rows / most) * 20)
    return `M${i + gap / 2} 20v${-height}h${1 - gap}v${height}z`
  })
  const label = words
    ? `How frequent: ${column.levels.slice(0, 5).map((level) => `${level.value} ${level.rows}`).join(', ')}`
    : `Histogram from ${column.first || figure(column.min)} to ${column.last || figure(column.max)}`
  return svg('svg', { class: 'histogram', viewBox: `0 0 ${slots} 20`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label }, svg('path', { d: bars.join('') }))
}

const share = (x: number) => `${Math.max(0, Math.min(100, 100 * x))}%`

/** A bar to the right or left of zero, with an interval where it is known. Beside it stands the number, so it is hidden from readers. */
export function diverging(value: number, scale: number, low?: number, high?: number): HTMLElement {
  const at = (x: number) => (scale > 0 ? 0.5 + x / scale / 2 : 0.5)
  const bar = el('span', { class: 'diverging-bar' })
  bar.style.left = share(Math.min(at(value), 0.5))
  bar.style.width = share(Math.abs(at(value) - 0.5))
  const track = el('span', { class: 'diverging', 'aria-hidden': 'true' }, bar)
  if (low !== undefined && high !== undefined) {
    const whisker = el('span', { class: 'whisker' })
    whisker.style.left = share(at(low))
    whisker.style.width = share(Math.min(1, at(high)) - Math.max(0, at(low)))
    track.append(whisker)
    if (low <= 0 && high >= 0) track.classList.add('unsure')
  }
  return track
}

/** A bar from zero to the right. */
export function bar(value: number, scale: number, low?: number, high?: number): HTMLElement {
  const inner = el('span', { class: 'bar-inner' })
  inner.style.width = share(value / scale)
  const track = el('span', { class: 'bar', 'aria-hidden': 'true' }, inner)
  if (low !== undefined && high !== undefined) {
    const whisker = el('span', { class: 'whisker' })
    whisker.style.left = share(low / scale)
    whisker.style.width = share((high - Math.max(low, 0)) / scale)
    track.append(whisker)
  }
  return track
}

/** Round numbers between two, about as many as wished. */
export function ticks(low: number, high: number, wished = 4): number[] {
  const raw = (high - low) / wished
  if (!(raw > 0)) return [low]
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= 0.7 * raw)!
  const found: number[] = []
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) found.push(Number((k * step).toPrecision(12)))
  return found
}

interface Frame { x(value: number): number; y(value: number): number; root: SVGSVGElement }

const width = 420, height = 250, left = 74, right = 14, top = 12, bottom = 42

/** Axes with ticks and names, and the scales that go with them. */
function frame(label: string, xs: [number, number], ys: [number, number], xTicks: number[], xName: string, yName: string): Frame {
  const x = (value: number) => left + ((value - xs[0]) / (xs[1] - xs[0] || 1)) * (width - left - right)
  const y = (value: number) => height - bottom - ((value - ys[0]) / (ys[1] - ys[0] || 1)) * (height - top - bottom)
  const root = svg('svg', { class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label })
  for (const tick of ticks(ys[0], ys[1])) {
    root.append(svg('line', { class: 'grid', x1: left, x2: width - right, y1: y(tick), y2: y(tick) }),
      svg('text', { class: 'tick-text', x: left - 8, y: y(tick) + 4, 'text-anchor': 'end' }, figure(tick)))
  }
  for (const tick of xTicks) root.append(svg('text', { class: 'tick-text', x: x(tick), y: height - bottom + 18, 'text-anchor': 'middle' }, figure(tick)))
  root.append(svg('line', { class: 'axis', x1: left, x2: width - right, y1: height - bottom, y2: height - bottom }),
    svg('text', { class: 'axis-name', x: (left + width - right) / 2, y: height - 6, 'text-anchor': 'middle' }, xName),
    svg('text', { class: 'axis-name', x: 12, y: (top + height - bottom) / 2, 'text-anchor': 'middle', transform: `rotate(-90 12 ${(top + height - bottom) / 2})` }, yName))
  return { x, y, root }
}

const short = (text: string, most = 26) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

const path = (xs: number[], ys: number[], f: Frame) => xs.map((x, i) => `${i ? 'L' : 'M'}${f.x(x).toFixed(1)} ${f.y(ys[i]).toFixed(1)}`).join('')

/** Room around numbers. */
export function range(values: number[]): [number, number] {
  const low = Math.min(...values), high = Math.max(...values)
  const room = (high - low || Math.abs(high) || 1) * 0.08
  return [low - room, high + room]
}

/** What components predict, by how many there are, with standard errors; the best is marked. */
export function dimensionCurve(curve: Dimension[], best: number, name: string): SVGSVGElement {
  const dims = curve.map((point) => point.dim)
  const label = `${name} by number of components: ` + curve.map((p) => `${p.dim}: ${fixed(p.value, 3)} ± ${fixed(p.se, 3)}`).join('; ')
  const f = frame(label, [Math.min(...dims) - 0.5, Math.max(...dims) + 0.5], range(curve.flatMap((p) => [p.value - p.se, p.value + p.se])),
    dims.length > 12 ? ticks(dims[0], dims.at(-1)!, 8) : dims, 'number of components', name)
  f.root.append(svg('path', { class: 'line', d: path(dims, curve.map((p) => p.value), f) }))
  for (const p of curve) {
    f.root.append(svg('line', { class: 'error-bar', x1: f.x(p.dim), x2: f.x(p.dim), y1: f.y(p.value - p.se), y2: f.y(p.value + p.se) }),
      svg('circle', { class: p.dim === best ? 'dot best' : 'dot', cx: f.x(p.dim), cy: f.y(p.value), r: p.dim === best ? 6 : 4 }))
  }
  return f.root
}

/** All numbers of a summary, for a scale. */
export const heights = (summary: Summary) => summary.curves.flatMap((curve) => [...curve.mean, ...(curve.low ?? []), ...(curve.high ?? [])])

/** The target along a component: a mean with its band, or the share of each class. */
export function summaryChart(summary: Summary, yName: string, ys: [number, number]): SVGSVGElement {
  const [low, high] = [summary.at[0], summary.at.at(-1)!]
  const zName = `z${summary.component + 1}`
  const label = `${yName} along ${zName}: ` + summary.curves.map((curve) => `${named(curve.name)} from ${figure(curve.mean[0])} to ${figure(curve.mean.at(-1))}`).join('; ')
  const f = frame(label, [low, high], ys, ticks(low, high), zName, short(yName))
  summary.curves.forEach((curve, i) => {
    if (curve.low && curve.high) {
      const back = path([...summary.at].reverse(), [...curve.high].reverse(), f).replace('M', 'L')
      f.root.append(svg('path', { class: `band series-${i % 8}`, d: `${path(summary.at, curve.low, f)}${back}Z` }))
    }
    f.root.append(svg('path', { class: `line series-${i % 8} dash-${Math.floor(i / 8) % 3}`, d: path(summary.at, curve.mean, f) }))
  })
  return f.root
}

/** The names of curves beside a sample of their lines. */
export function legend(names: string[]): HTMLElement {
  return el('ul', { class: 'legend' }, ...names.map((name, i) => el('li', {},
    svg('svg', { class: 'sample', viewBox: '0 0 24 8', 'aria-hidden': 'true' }, svg('path', { class: `line series-${i % 8} dash-${Math.floor(i / 8) % 3}`, d: 'M1 4H23' })),
    naming(name))))
}

// Axes with ticks, and labels that say what a component is made of.

import type { Fit } from '../api'
import { shorten, words } from './dom'
import type { Pen } from './pen'
import type { Theme } from './theme'
import { fromScreen, ticks, toScreen, type Box, type Mapping } from './view'

export const margins: Box = { left: 62, top: 12, right: 14, bottom: 48 }
export const nameMargin = 124 // on the left, where classes are named

export interface AxisLabels { x: string; y: string; levels: string[] } // levels where y is a class

const named = 3

/** Such as z1 (+temp, −hum, +hour): the inputs with the largest weights. */
export function componentLabel(component: number, fit: Fit, weight: (input: number) => number): string {
  const inputs = fit.weights
    .map(({ input, name }) => ({ name, weight: weight(input) }))
    .filter((each) => each.weight !== 0)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, named)
  return `z${component + 1} (${inputs.map((each) => (each.weight < 0 ? '−' : '+') + shorten(each.name, 16)).join(', ')})`
}

export function drawAxes(pen: Pen, plot: Box, map: Mapping, labels: AxisLabels, theme: Theme) {
  const range = (axis: 0 | 1, from: number, to: number): [number, number] => [fromScreen(map, axis, from), fromScreen(map, axis, to)]
  const across = ticks(range(0, plot.left, plot.right), (plot.right - plot.left) / 70)
  for (const value of across) {
    const x = Math.round(toScreen(map, 0, value)) + 0.5
    pen.line([[x, plot.top], [x, plot.bottom]], { colour: theme.grid })
    pen.words(tickWords(value, across), x, plot.bottom + 12, { colour: theme.muted, size: 11, align: 'middle' })
  }
  const up = labels.levels.length ? labels.levels.map((_, k) => k) : ticks(range(1, plot.bottom, plot.top), (plot.bottom - plot.top) / 60)
  for (const value of up) {
    const y = Math.round(toScreen(map, 1, value)) + 0.5
    if (y < plot.top || y > plot.bottom) continue
    pen.line([[plot.left, y], [plot.right, y]], { colour: theme.grid })
    pen.words(labels.levels.length ? shorten(labels.levels[value], 14) : tickWords(value, up), plot.left - 6, y, { colour: theme.muted, size: 11, align: 'end' })
  }
  pen.line([[plot.left, plot.top], [plot.left, plot.bottom], [plot.right, plot.bottom]], { colour: theme.muted })
  pen.words(fitting(pen, labels.x, plot.right - plot.left), (plot.left + plot.right) / 2, plot.bottom + 32, { colour: theme.ink, align: 'middle' })
  pen.words(fitting(pen, labels.y, plot.bottom - plot.top), 12, (plot.top + plot.bottom) / 2, { colour: theme.ink, align: 'middle', turned: true })
}

/** Ticks with as many digits as tell them apart. */
function tickWords(value: number, all: number[]): string {
  const step = all.length > 1 ? all[1] - all[0] : 0
  if (!step || Math.abs(value) >= 1e6 || step < 1e-5) return words(value)
  return value.toLocaleString('en', { maximumFractionDigits: Math.max(0, Math.ceil(-Math.log10(step))) }).replace('-', '−')
}

/** As much of a text as there is room for. */
function fitting(pen: Pen, text: string, room: number): string {
  let most = text.length
  while (most > 4 && pen.width(shorten(text, most)) > room) most -= 2
  return shorten(text, most)
}

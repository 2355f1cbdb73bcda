// Rows as marks: in which order they are drawn, how each looks, and who draws them.

import type { Pen } from './pen'
import type { Box, Mapping } from './view'
import type { Matrix } from './tour'

/** Bytes of a mark: red, green, blue, opacity (0 hides it), shape, size in sixteenths of the common size, and two unused. */
export const BYTES = 8
export const SIXTEENTHS = 16

export const shapes = ['circle', 'triangle', 'square', 'diamond', 'triangle down', 'cross'] as const
export const HEXAGON = shapes.length
export const HOLLOW = 8 // added to a shape, of which only the outline is drawn

/** position = a A + b B + x·delta, put on the stage by the mapping. */
export interface Placing { A: Matrix; B: Matrix; delta: [number, number]; map: Mapping }

/** A first place and how many, in the order. */
export type Span = [number, number]

/** Draws marks; by WebGL, or on a plain canvas where that is absent. */
export interface Painter {
  readonly canvas: HTMLCanvasElement
  resize(width: number, height: number, ratio: number): void
  setPlaces(a: Float32Array, b: Float32Array | null, x: Float32Array | null): void
  setLooks(looks: Uint8Array): void
  setOrder(order: Uint32Array): void
  clear(paper: string): void
  sketch(draw: (pen: Pen) => void): void
  drawPoints(plot: Box, placing: Placing, size: number, spans: Span[]): void
  /** Places in pixels of the stage, two a hexagon. */
  drawHexagons(plot: Box, places: Float32Array, looks: Uint8Array, radius: number): void
}

/** A number from 0 to 1 that looks random and is the same for the same row. */
export function scatter(i: number): number {
  let h = Math.imul(i + 0x9e3779b9, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 16), 0x27d4eb2f)
  return ((h ^ (h >>> 15)) >>> 0) / 2 ** 32
}

/** All rows in an order that looks random, so that rows drawn later do not hide a class and the first are a fair sample. */
export function shuffled(n: number): Uint32Array {
  const order = new Uint32Array(n)
  for (let i = 0; i < n; i++) {
    const j = Math.floor(scatter(i) * (i + 1))
    order[i] = order[j]
    order[j] = i
  }
  return order
}

/** The same order, with selected rows last: they lie on top. */
export function selectedLast(order: Uint32Array, selected: Uint8Array): Uint32Array {
  const sorted = new Uint32Array(order.length)
  let at = 0
  for (const want of [0, 1]) {
    for (const row of order) if (selected[row] === want) sorted[at++] = row
  }
  return sorted
}

const outlines: Record<number, [number, number][]> = {
  1: [[0, -1], [0.95, 0.75], [-0.95, 0.75]],
  2: [[-0.83, -0.83], [0.83, -0.83], [0.83, 0.83], [-0.83, 0.83]],
  3: [[0, -1], [1, 0], [0, 1], [-1, 0]],
  4: [[0, 1], [0.95, -0.75], [-0.95, -0.75]],
  5: [[-0.33, -1], [0.33, -1], [0.33, -0.33], [1, -0.33], [1, 0.33], [0.33, 0.33], [0.33, 1], [-0.33, 1], [-0.33, 0.33], [-1, 0.33], [-1, -0.33], [-0.33, -0.33]],
  [HEXAGON]: [[0, -1], [0.866, -0.5], [0.866, 0.5], [0, 1], [-0.866, 0.5], [-0.866, -0.5]],
}

/** Corners of a shape about a place, as the shader draws it; null for the circle. */
export const outline = (shape: number, x: number, y: number, radius: number): [number, number][] | null =>
  outlines[shape]?.map(([u, v]) => [x + radius * u, y + radius * v]) ?? null

// Projections at rest: where every row is by two components of a fit, or by one and the target.

import * as api from '../api'
import type { Choice, Fit } from '../api'
import { heights } from './target'
import { around, type View } from './view'

/** Components from 0; below 0, the target: −1 for the first, −2 for the second. */
export interface Axes { x: number; y: number }

export interface Stand {
  fit: Fit
  title: string
  axes: Axes
  places: Float32Array // two a row
  weights: Float32Array // two an input; of the target 0
  view: View
  own: boolean // of the fit itself, not of half its rows
}

export const isTarget = (axis: number) => axis < 0
export const whichTarget = (axis: number) => -1 - axis

/** Axes that a fit has, as near as can be to those wanted. */
export function axesOf(dim: number, wanted: Axes | null): Axes {
  const x = wanted && wanted.x < dim ? wanted.x : 0
  const y = wanted && wanted.y < dim && wanted.y !== x ? wanted.y : dim > 1 ? (x === 0 ? 1 : 0) : -1
  return { x, y }
}

/** Fetches what projections are made of, once. */
export class Stands {
  private readonly kept = new Map<string, Promise<unknown>>()
  constructor(private readonly choice: Choice) {}

  private once<T>(key: string, get: () => Promise<T>): Promise<T> {
    const known = this.kept.get(key)
    if (known) return known as Promise<T>
    const asked = get()
    this.kept.set(key, asked)
    asked.catch(() => this.kept.delete(key))
    return asked
  }

  know(fit: Fit) {
    this.kept.set(`fit ${fit.id}`, Promise.resolve(fit))
  }
  fit(id: number): Promise<Fit> {
    return this.once(`fit ${id}`, () => api.getFit(id))
  }
  target(which: number): Promise<Float32Array> {
    return this.once(`target ${which}`, () => api.getTarget(which))
  }
  input(id: number, input: number): Promise<Float32Array> {
    return this.once(`input ${id} ${input}`, () => api.getInput(id, input))
  }

  async ofFit(id: number, wanted: Axes | null): Promise<Stand> {
    const [fit, points, weights] = await Promise.all([
      this.fit(id),
      this.once(`points ${id}`, () => api.getPoints(id)),
      this.once(`weights ${id}`, () => api.getWeights(id)),
    ])
    return this.make(fit, fit.name, wanted, points, weights, true)
  }

  async ofHalf(id: number, k: number, wanted: Axes | null): Promise<Stand> {
    const [fit, points, weights] = await Promise.all([
      this.fit(id),
      this.once(`points ${id} ${k}`, () => api.getShakePoints(id, k)),
      this.once(`weights ${id} ${k}`, () => api.getShake(id, k)),
    ])
    return this.make(fit, `${fit.name}, half ${k + 1} of the rows`, wanted, points, weights, false)
  }

  private async make(fit: Fit, title: string, wanted: Axes | null, points: Float32Array, weights: Float32Array, own: boolean): Promise<Stand> {
    const { dim } = fit
    const axes = axesOf(dim, wanted)
    const rows = points.length / dim
    const target = isTarget(axes.y) ? heights(await this.target(whichTarget(axes.y)), this.choice) : null
    const places = new Float32Array(2 * rows)
    for (let i = 0; i < rows; i++) {
      places[2 * i] = points[i * dim + axes.x]
      places[2 * i + 1] = target ? target[i] : points[i * dim + axes.y]
    }
    const inputs = weights.length / dim
    const pair = new Float32Array(2 * inputs)
    for (let j = 0; j < inputs; j++) {
      pair[2 * j] = weights[axes.x * inputs + j]
      pair[2 * j + 1] = target ? 0 : weights[axes.y * inputs + j]
    }
    return { fit, title, axes, places, weights: pair, view: around(places), own }
  }
}

// Weights changed by dragging arrows: the points follow at once, the score as fast as it comes.

import * as api from '../api'
import type { FitInfo } from '../api'
import type { Grip } from './arrows'
import { axesFor, changesFor, type Hand } from './hand'
import type { Scene } from './scene'
import type { Screen } from './screen'
import { isTarget, type Stands } from './stands'

/** The input that is dragged: its weights at the beginning, its values, and where rows are without its change. */
interface Held { start: [number, number]; x: Float32Array | null; others: Float32Array }

export class Dragging implements Grip {
  on = false
  private held: Held | null = null
  private values = new Map<string, Float32Array>() // of inputs that were fetched

  constructor(private readonly at: { screen(): Screen; stands(): Stands | null; hand(): Hand; changed(): void; problem(text: string): void }) {}

  /** Other rows, or another fit. */
  forget() {
    this.values.clear()
    this.held = null
  }

  near(input: number) {
    void this.fetch(input)
  }

  private key = (scene: Scene, input: number) => `${scene.from.fit.id} ${input}`

  private async fetch(input: number): Promise<Float32Array | null> {
    const { scene } = this.at.screen()
    const stands = this.at.stands()
    if (!scene || !stands) return null
    const key = this.key(scene, input)
    try {
      const values = await stands.input(scene.from.fit.id, input)
      if (stands === this.at.stands()) this.values.set(key, values)
      return values
    } catch (error) {
      this.at.problem((error as Error).message)
      return null
    }
  }

  begin(input: number) {
    const { scene } = this.at.screen()
    if (!scene || scene.to) return
    this.on = true
    const held: Held = { start: scene.weight(input), x: this.values.get(this.key(scene, input)) ?? null, others: this.placesWithout(scene, input) }
    this.held = held
    if (!held.x) void this.fetch(input).then((x) => this.came(scene, input, held, x))
  }

  /** The values of the input came after its weights were changed. */
  private came(scene: Scene, input: number, held: Held, x: Float32Array | null) {
    held.x = x
    if (!x || this.held !== held || !scene.changes.has(input)) return
    scene.change(input, x, held.others, scene.weight(input))
    this.at.screen().moved()
  }

  private placesWithout(scene: Scene, input: number): Float32Array {
    const { from, changes } = scene
    const places = from.places.slice()
    for (const [each, [u, v]] of changes) {
      const x = this.values.get(this.key(scene, each))
      if (each === input || !x) continue
      const [du, dv] = [u - from.weights[2 * each], v - from.weights[2 * each + 1]]
      for (let i = 0; i < x.length; i++) {
        places[2 * i] += x[i] * du
        places[2 * i + 1] += x[i] * dv
      }
    }
    return places
  }

  move(input: number, by: [number, number]) {
    const screen = this.at.screen()
    const { scene, magnified } = screen
    const { held } = this
    if (!scene || !held) return
    const { scale } = screen.map
    const weights: [number, number] = [held.start[0] + by[0] / (scale[0] * magnified), held.start[1] + by[1] / (scale[1] * magnified)]
    if (isTarget(scene.from.axes.y)) weights[1] = 0
    scene.change(input, held.x, held.others, weights)
    this.ask(scene)
    screen.moved()
  }

  end() {
    this.on = false
    this.at.changed()
    this.at.screen().moved()
  }

  /** Back to the weights of the fit. */
  reset() {
    const { scene } = this.at.screen()
    if (!scene) return
    scene.rest(scene.from)
    this.held = null
    this.ask(scene)
    this.end()
  }

  private ask({ from, changes }: Scene) {
    this.at.hand().ask(from.fit.id, from.axes, changes)
  }

  /** Keeps the changed components as a model. */
  async keep(): Promise<FitInfo | undefined> {
    const { scene } = this.at.screen()
    if (!scene?.changes.size) return undefined
    return api.keepHand(scene.from.fit.id, axesFor(scene.from.axes), changesFor(scene.from.axes, scene.changes))
  }
}

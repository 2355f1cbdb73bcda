// Weights by hand: what is changed, and what that is worth.

import * as api from '../api'
import type { Fit, Score, Verdict } from '../api'
import { measureName } from '../format'
import { button, choose, element, setOptions, shorten, words } from './dom'
import { isTarget, type Axes } from './stands'

const pause = 60 // milliseconds between two scores, which the points need more

/** The components of both axes; with the target, the same twice. */
export const axesFor = (axes: Axes): [number, number] => [axes.x, isTarget(axes.y) ? axes.x : axes.y]

export function changesFor(axes: Axes, changes: Map<number, [number, number]>): Record<number, [number, number]> {
  return Object.fromEntries([...changes].map(([input, [u, v]]) => [input, isTarget(axes.y) ? [u, u] : [u, v]]))
}

interface Asked { fit: number; axes: Axes; changes: Map<number, [number, number]> }

/** The bar below the picture: the score, and what can be done with changed weights. */
export class Hand {
  readonly root: HTMLElement
  private readonly score = element('output', { class: 'picture-score', 'data-test': 'score', 'aria-live': 'polite' })
  private readonly honesty = element('span', { class: 'picture-honesty', 'data-test': 'score-seen' })
  private readonly back: HTMLButtonElement
  private readonly keep: HTMLButtonElement
  private readonly more: { label: HTMLLabelElement; select: HTMLSelectElement }
  private fit: Fit | null = null
  private waiting: Asked | null = null
  private asking = false
  private shown = ''

  constructor(done: { reset(): void; keep(): void; add(input: number): void; problem(text: string): void }) {
    this.problem = done.problem
    this.back = button('Back to the fit', { 'data-test': 'hand-reset', disabled: true }, done.reset)
    this.keep = button('Keep as a model', { 'data-test': 'hand-keep', disabled: true }, done.keep)
    this.more = choose('', { 'data-test': 'arrow-add', 'aria-label': 'another input as an arrow' }, (value) => {
      if (value) done.add(Number(value))
      this.more.select.value = ''
    })
    this.root = element('div', { class: 'picture-hand', role: 'group', 'aria-label': 'weights by hand' }, this.score, this.honesty, this.back, this.keep, this.more.label)
  }
  private readonly problem: (text: string) => void

  get text() {
    return this.score.textContent ?? ''
  }

  /** Another fit, or other axes of it: what the fit is worth. */
  begin(fit: Fit, axes: Axes, arrows: number[]) {
    this.shown = `${fit.id} ${axes.x} ${axes.y}`
    this.fit = fit
    this.quiet()
    this.offer(fit, arrows)
    this.ask(fit.id, axes, new Map())
  }

  offer(fit: Fit, arrows: number[]) {
    const others = fit.weights.filter((each) => !arrows.includes(each.input))
    setOptions(this.more.select, [{ value: '', text: '+ input…' }, ...others.map((each) => ({ value: `${each.input}`, text: shorten(each.name) }))], '')
    this.more.label.hidden = others.length === 0
  }

  /** The verdict of a fit as it is. Of what is turned by hand, asks for an estimate; while one is asked for, only the last that is wanted waits. */
  ask(fit: number, axes: Axes, changes: Map<number, [number, number]>) {
    this.back.disabled = this.keep.disabled = changes.size === 0
    if (changes.size === 0 && this.fit && !this.fit.hand) {
      this.waiting = null
      this.judged(this.fit.verdict)
      return
    }
    this.waiting = { fit, axes, changes: new Map(changes) }
    if (!this.asking) void this.work()
  }

  private async work() {
    this.asking = true
    while (this.waiting) {
      const asked: Asked = this.waiting
      this.waiting = null
      try {
        const found = await api.score(asked.fit, axesFor(asked.axes), changesFor(asked.axes, asked.changes))
        const wanted = asked.changes.size > 0 ? !this.back.disabled : this.fit?.hand
        if (wanted && this.shown === `${asked.fit} ${asked.axes.x} ${asked.axes.y}`) this.tell(found, asked.changes.size > 0)
      } catch (error) {
        this.quiet()
        if (asked.changes.size) this.problem((error as Error).message) // a tree has no score, which nobody asked for
      }
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    this.asking = false
  }

  private quiet() {
    this.score.textContent = this.honesty.textContent = ''
    delete this.score.dataset.value
  }

  private judged(verdict: Verdict | null) {
    this.quiet()
    if (!verdict) {
      this.honesty.textContent = 'not judged on rows that the fit has not seen'
      return
    }
    this.score.textContent = `${measureName(verdict)} ${round(verdict.value)}`
    this.score.dataset.value = `${verdict.value}`
    this.honesty.textContent = `the verdict${verdict.found ? '' : ': nothing found'}, on ${words(verdict.rows)} rows that components were found without; a guess ${round(verdict.baseline)}`
  }

  private tell(found: Score, changed: boolean) {
    this.score.textContent = `${measureName(found)} about ${round(found.value)}`
    this.score.dataset.value = `${found.value}`
    this.honesty.textContent = [
      `estimate for the view turned by hand, by neighbours on ${words(found.rows)} rows that the fit has ${found.seen === false ? 'not ' : ''}seen`,
      changed && `about ${round(found.fit)} with the weights of the fit`, `a guess ${round(found.baseline)}`,
    ].filter(Boolean).join('; ')
  }
}

const round = (value: number | null) => (value === null ? '–' : value.toFixed(3).replace('-', '−'))

// The bar above the picture, and how its parts lie.

import type { Choice, Fit } from '../api'
import { button, choose, element, setOptions } from './dom'
import { help } from './gestures'
import type { Kind } from './save'
import type { Source } from './sources'
import type { Axes } from './stands'
import { canBeSeen } from './target'

export interface Told {
  colour(key: string): void
  axes(axes: Axes): void
  hexagons(): boolean // whether the next press makes them
  changed(): void
  all(): void
  save(kind: Kind): void
}

export class Tools {
  lassoing = false
  arrows = true
  hexagons: boolean | null = null // null unless a person chose
  private readonly bar = element('div', { class: 'picture-tools', role: 'toolbar', 'aria-label': 'picture' })
  private readonly colours
  private readonly across
  private readonly up
  private readonly lasso
  private readonly hexagonal
  private readonly arrowed
  private readonly status = element('p', { 'data-test': 'picture-status' })
  private readonly live = element('p', { 'data-test': 'picture-said', 'aria-live': 'polite' })

  constructor(told: Told) {
    const axes = () => told.axes({ x: Number(this.across.select.value), y: Number(this.up.select.value) })
    this.colours = choose('colour', { 'data-test': 'colour' }, told.colour)
    this.across = choose('across', { 'data-test': 'axis-x' }, axes)
    this.up = choose('up', { 'data-test': 'axis-y' }, axes)
    this.lasso = button('Lasso', { 'data-test': 'lasso', 'aria-pressed': false, title: 'draw a line round rows to select them (L, or shift and drag)' }, () => this.toggleLasso())
    this.hexagonal = button('Hexagons', { 'data-test': 'hexagons', 'aria-pressed': false, title: 'count rows in hexagons, or show them as points' }, () => {
      this.hexagons = told.hexagons()
      this.pressHexagons(this.hexagons)
      told.changed()
    })
    this.arrowed = button('Arrows', { 'data-test': 'arrows', 'aria-pressed': true, title: 'the inputs as arrows that can be dragged' }, () => {
      this.arrows = !this.arrows
      this.arrowed.setAttribute('aria-pressed', String(this.arrows))
      told.changed()
    })
    this.bar.append(
      this.colours.label, this.across.label, this.up.label, this.lasso, this.arrowed, this.hexagonal,
      button('All', { 'data-test': 'all', title: 'see all rows (0, or double click)' }, told.all),
      button('PNG', { 'data-test': 'save-png', title: 'save the picture as it is seen' }, () => told.save('png')),
      button('SVG', { 'data-test': 'save-svg', title: 'save the picture as it is seen, as lines and shapes' }, () => told.save('svg')),
      keys(),
    )
  }

  lay(host: HTMLElement, stage: HTMLElement, legend: HTMLElement, tour: HTMLElement, hand: HTMLElement) {
    host.append(element('div', { class: 'picture' }, this.bar, element('div', { class: 'picture-body' }, stage, legend), element('div', { class: 'picture-notes' }, this.status, this.live), tour, hand))
  }

  get source() {
    return this.colours.select.value
  }

  setSources(sources: Source[]) {
    setOptions(this.colours.select, sources.map(({ key, text }) => ({ value: key, text })))
  }

  setAxes(fit: Fit, axes: Axes, choice: Choice) {
    const components = Array.from({ length: fit.dim }, (_, k) => ({ value: `${k}`, text: `z${k + 1}` }))
    const targets = !canBeSeen(choice) ? [] : choice.target.map((name, which) => ({ value: `${-1 - which}`, text: name }))
    setOptions(this.across.select, components, `${axes.x}`)
    setOptions(this.up.select, [...components, ...targets], `${axes.y}`)
  }

  toggleLasso() {
    this.lassoing = !this.lassoing
    this.lasso.setAttribute('aria-pressed', String(this.lassoing))
    this.say(this.lassoing ? 'lasso: draw a line round rows' : 'lasso off')
  }

  pressHexagons(yes: boolean) {
    this.hexagonal.setAttribute('aria-pressed', String(yes))
  }

  tell(text: string) {
    if (this.status.textContent !== text) this.status.textContent = text
  }

  say(text: string) {
    this.live.textContent = text
  }
}

function keys(): HTMLElement {
  const list = element('dl')
  for (const [key, what] of help) list.append(element('dt', {}, key), element('dd', {}, what))
  return element('details', { class: 'picture-keys', 'data-test': 'keys' }, element('summary', {}, 'Keys'), list)
}

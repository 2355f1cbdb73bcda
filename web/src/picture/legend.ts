// The legend, which filters: a class is hidden by its button, numbers are shown from … to ….

import { classColour, classOf, classShape, everything, isClasses, missingColour, ramp, type Filter, type Scale } from './colours'
import { button, count, element, shorten } from './dom'
import { CanvasPen, type FullPen } from './pen'
import { hex, type Theme } from './theme'

const MISSING = -1
const barWidth = 14
const barHeight = 150

export class Legend {
  readonly root = element('aside', { class: 'picture-legend', 'data-test': 'legend', 'aria-label': 'legend' })
  filter: Filter = everything()
  private scale: Scale | null = null
  private theme: Theme | null = null
  private counts: number[] = []
  private items = new Map<number, HTMLButtonElement>()

  constructor(private readonly filtered: () => void, private readonly selected: () => void) {}

  /** Another scale shows everything; another theme keeps the filter. */
  show(scale: Scale, theme: Theme, rows: number) {
    if (scale !== this.scale) {
      this.filter = everything()
      this.counts = isClasses(scale) ? countClasses(scale) : []
    }
    this.scale = scale
    this.theme = theme
    this.items.clear()
    this.root.replaceChildren()
    if (!scale.values) {
      this.root.append(element('p', {}, `${count(rows)} rows`))
      return
    }
    this.root.append(element('h3', { title: scale.name }, shorten(scale.name, 30)))
    this.root.append(...(isClasses(scale) ? [this.classes(scale)] : this.numbers(scale)))
    if (scale.missing) this.root.append(this.item(MISSING, 'missing', scale.missing))
    this.root.append(button('Select what is shown', { class: 'picture-select', 'data-test': 'legend-select', title: 'select all rows that the legend shows' }, this.selected))
  }

  private classes(scale: Scale): HTMLElement {
    const list = element('ul', { role: 'list' })
    scale.levels.forEach((level, place) => list.append(element('li', {}, this.item(place, level, this.counts[place]))))
    return list
  }

  private item(place: number, name: string, rows: number): HTMLButtonElement {
    const made = button('', {
      class: 'picture-class', 'data-test': 'legend-item', 'aria-pressed': this.isOn(place), title: `${name}: click hides or shows it, double click shows only this`,
    }, (event) => (event.altKey ? this.only(place) : this.toggle(place)))
    made.addEventListener('dblclick', () => this.only(place))
    made.append(this.swatch(place), element('span', { class: 'picture-name' }, shorten(name, 30)), element('span', { class: 'picture-count' }, count(rows)))
    this.items.set(place, made)
    return made
  }

  private swatch(place: number): HTMLCanvasElement {
    const canvas = element('canvas', { width: 32, height: 32, 'aria-hidden': true })
    const to = canvas.getContext('2d')
    if (to) new CanvasPen(to).shape(shapeOf(place), 16, 16, 12, { colour: colourAt(place) })
    return canvas
  }

  private numbers(scale: Scale): HTMLElement[] {
    const bar = element('canvas', { width: barWidth, height: barHeight, class: 'picture-ramp', role: 'img', 'aria-label': `colours from ${scale.format(scale.range[0])} to ${scale.format(scale.range[1])}` })
    const to = bar.getContext('2d')
    if (to && this.theme) drawRamp(new CanvasPen(to), 0, 0, this.theme)
    const marks = element('div', { class: 'picture-marks' })
    for (const share of [1, 0.75, 0.5, 0.25, 0]) {
      marks.append(element('span', {}, scale.format(scale.range[0] + share * (scale.range[1] - scale.range[0]))))
    }
    return [
      element('div', { class: 'picture-scale' }, bar, marks),
      this.limit('from', scale),
      this.limit('to', scale),
    ]
  }

  private limit(end: 'from' | 'to', scale: Scale): HTMLElement {
    const input = element('input', { type: scale.dates ? 'date' : 'number', step: scale.dates ? 1 : 'any', placeholder: scale.format(scale.all[end === 'from' ? 0 : 1]), 'aria-label': `show rows ${end}`, 'data-test': `legend-${end}` })
    const unit = scale.dates ? 86_400_000 : 1 // an input of dates counts milliseconds
    if (Number.isFinite(this.filter[end])) input.valueAsNumber = this.filter[end] * unit
    input.addEventListener('input', () => {
      this.filter[end] = Number.isNaN(input.valueAsNumber) ? (end === 'from' ? -Infinity : Infinity) : input.valueAsNumber / unit
      this.filtered()
    })
    return element('label', { class: 'picture-limit' }, end + ' ', input)
  }

  private isOn = (place: number) => (place === MISSING ? this.filter.missing : !this.filter.hidden.has(place))

  private set(place: number, on: boolean) {
    if (place === MISSING) this.filter.missing = on
    else if (on) this.filter.hidden.delete(place)
    else this.filter.hidden.add(place)
  }

  private toggle(place: number) {
    this.set(place, !this.isOn(place))
    this.tell()
  }

  private only(place: number) {
    for (const other of this.items.keys()) this.set(other, other === place)
    this.tell()
  }

  private tell() {
    for (const [place, item] of this.items) item.setAttribute('aria-pressed', String(this.isOn(place)))
    this.filtered()
  }

  /** The legend of a saved picture. */
  draw(pen: FullPen, x: number, y: number) {
    const { scale, theme } = this
    if (!scale?.values || !theme) return
    pen.words(shorten(scale.name, 22), x, y, { colour: theme.ink, bold: true })
    y += 20
    if (!isClasses(scale)) {
      drawRamp(pen, x, y, theme)
      for (const share of [0, 0.25, 0.5, 0.75, 1]) {
        pen.words(scale.format(scale.range[0] + share * (scale.range[1] - scale.range[0])), x + barWidth + 6, y + (1 - share) * barHeight, { colour: theme.ink })
      }
      return
    }
    for (const place of [...scale.levels.keys()].filter(this.isOn)) {
      pen.shape(shapeOf(place), x + 6, y, 5, { colour: colourAt(place) })
      pen.words(shorten(scale.levels[place], 20), x + 18, y, { colour: theme.ink })
      y += 18
    }
  }
}

const colourAt = (place: number) => hex(place === MISSING ? missingColour : classColour(place))
const shapeOf = (place: number) => (place === MISSING ? 0 : classShape(place))

function drawRamp(pen: FullPen, x: number, y: number, theme: Theme) {
  for (let k = 0; k < barHeight; k++) pen.box(x, y + barHeight - 1 - k, barWidth, 1.5, { colour: hex(ramp(k / (barHeight - 1), theme)) })
}

function countClasses(scale: Scale): number[] {
  const counts = scale.levels.map(() => 0)
  for (const value of scale.values ?? []) if (!Number.isNaN(value)) counts[classOf(scale, value)]++
  return counts
}

// The inputs' axes as arrows: how far one standard deviation of an input moves a row. Their tips
// can be dragged, or moved by the arrow keys.

import { element, shorten, words } from './dom'
import type { Pen } from './pen'
import type { Theme } from './theme'
import type { Box, Mapping } from './view'

export interface Arrow { input: number; name: string; weight: [number, number] }

interface Drawn extends Arrow { base: [number, number]; tip: [number, number]; label: [number, number]; left: boolean } // the label ends there, or begins

const mostArrows = 8
const leastShare = 0.1 // of the longest
const shareOfPlot = 1 / 3
const lineHeight = 14
const level = 22 // pixels from one arrow to the next, where all lie along one axis

/** The inputs that move rows most. */
export function longest(inputs: number[], weight: (input: number) => [number, number], map: Mapping): number[] {
  const length = new Map(inputs.map((input) => [input, pixels(weight(input), map)]))
  const sorted = inputs.sort((a, b) => length.get(b)! - length.get(a)!)
  return sorted.slice(0, mostArrows).filter((input) => length.get(input)! > leastShare * length.get(sorted[0])!)
}

const pixels = ([u, v]: [number, number], { scale }: Mapping) => Math.hypot(u * scale[0], v * scale[1])

/** Pixels of an arrow for each pixel that the input moves a row, so that the longest takes a third of the picture. */
export function magnification(arrows: Arrow[], map: Mapping, plot: Box): number {
  const most = Math.max(...arrows.map(({ weight }) => pixels(weight, map)))
  const room = shareOfPlot * Math.min(plot.right - plot.left, plot.bottom - plot.top)
  return most > 0 ? room / most : 1
}

/** Arrows and labels on the stage; labels that would lie on one another move apart, and arrows that are all level. */
export function layArrows(pen: Pen, arrows: Arrow[], map: Mapping, plot: Box, magnified: number): Drawn[] {
  const flat = arrows.every((arrow) => arrow.weight[1] === 0)
  const middle = (plot.left + plot.right) / 2
  const drawn = arrows.map((arrow, k): Drawn => {
    const base: [number, number] = [middle, flat ? plot.top + (k + 1) * level : (plot.top + plot.bottom) / 2]
    const x = clamp(base[0] + arrow.weight[0] * map.scale[0] * magnified, plot.left + 8, plot.right - 8)
    const y = clamp(base[1] + arrow.weight[1] * map.scale[1] * magnified, plot.top + 8, plot.bottom - 8)
    return { ...arrow, base, tip: [x, y], left: x < base[0], label: labelPlace(pen, arrow.name, x, y, x < base[0], plot) }
  })
  for (const left of [true, false]) {
    const column = drawn.filter((each) => each.left === left).sort((a, b) => a.label[1] - b.label[1])
    column.forEach((each, k) => {
      const above = column.slice(0, k).filter((other) => overlap(pen, each, other))
      for (const other of above) each.label[1] = Math.max(each.label[1], other.label[1] + lineHeight)
    })
  }
  return drawn
}

/** Beside the tip; above it where there is no room. */
function labelPlace(pen: Pen, name: string, x: number, y: number, left: boolean, plot: Box): [number, number] {
  const width = pen.width(shorten(name, 20), 12, true)
  if (left) return x - 10 - width < plot.left ? [plot.left + width + 2, y - lineHeight] : [x - 10, y]
  return x + 10 + width > plot.right ? [plot.right - width - 2, y - lineHeight] : [x + 10, y]
}

const clamp = (v: number, low: number, high: number) => Math.min(high, Math.max(low, v))

function overlap(pen: Pen, a: Drawn, b: Drawn): boolean {
  const span = (each: Drawn) => {
    const width = pen.width(shorten(each.name, 20))
    return each.left ? [each.label[0] - width, each.label[0]] : [each.label[0], each.label[0] + width]
  }
  const [[a1, a2], [b1, b2]] = [span(a), span(b)]
  return a1 < b2 && b1 < a2 && a.label[1] - b.label[1] < lineHeight
}

export function drawArrows(pen: Pen, drawn: Drawn[], theme: Theme) {
  for (const { base, tip } of drawn) {
    pen.line([base, tip], { colour: theme.paper, width: 4, opacity: 0.7 })
    pen.line([base, tip], { colour: theme.ink, width: 1.5 })
    const angle = Math.atan2(tip[1] - base[1], tip[0] - base[0])
    const barb = (turn: number): [number, number] => [tip[0] - 8 * Math.cos(angle + turn), tip[1] - 8 * Math.sin(angle + turn)]
    pen.line([barb(0.4), tip, barb(-0.4)], { colour: theme.ink, width: 1.5 })
  }
  for (const { name, left, label } of drawn) {
    pen.words(shorten(name, 20), label[0], label[1], { colour: theme.ink, align: left ? 'end' : 'start', halo: theme.paper, bold: true })
  }
}

export interface Grip {
  begin(input: number): void
  /** Moved by pixels of the stage from where it was at the beginning. */
  move(input: number, by: [number, number]): void
  end(input: number): void
  near(input: number): void
}

const keySteps: Record<string, [number, number]> = { ArrowLeft: [-6, 0], ArrowRight: [6, 0], ArrowUp: [0, -6], ArrowDown: [0, 6] }

/** The handles at the tips: elements of the page, so that they can be focused. */
export class Handles {
  readonly root = element('div', { class: 'picture-handles' })
  private readonly handles = new Map<number, HTMLElement>()
  private dragged: HTMLElement | null = null

  constructor(private readonly grip: Grip) {}

  /** Puts them where the tips are. While one is dragged none is moved: the page need not be painted again for that. */
  place(drawn: Drawn[], usable: boolean) {
    if (this.dragged) return
    this.root.hidden = !usable
    if (!usable) return
    for (const [input, handle] of this.handles) {
      if (drawn.some((each) => each.input === input)) continue
      handle.remove()
      this.handles.delete(input)
    }
    for (const each of drawn) {
      const handle = this.handles.get(each.input) ?? this.make(each)
      handle.style.transform = `translate(${each.tip[0]}px, ${each.tip[1]}px)`
      handle.setAttribute('aria-label', `${each.name} moves rows by ${each.weight.map(words).join(', ')}`)
    }
  }

  private make({ input, name }: Drawn): HTMLElement {
    const handle = element('button', { type: 'button', class: 'picture-handle', 'data-test': 'arrow', 'data-input': name, 'data-place': input, title: `one standard deviation of ${name} moves a row so far: its weight, times the relevance of the component; drag to change it` })
    const { grip } = this
    let from: [number, number] | null = null
    handle.addEventListener('pointerenter', () => grip.near(input))
    handle.addEventListener('focus', () => grip.near(input))
    handle.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return
      handle.setPointerCapture(event.pointerId)
      from = [event.clientX, event.clientY]
      this.dragged = handle
      handle.classList.add('picture-dragged')
      grip.begin(input)
    })
    handle.addEventListener('pointermove', (event) => {
      if (from) grip.move(input, [event.clientX - from[0], event.clientY - from[1]])
    })
    const end = () => {
      if (!from) return
      from = this.dragged = null
      handle.classList.remove('picture-dragged')
      grip.end(input)
    }
    handle.addEventListener('pointerup', end)
    handle.addEventListener('pointercancel', end)
    handle.addEventListener('keydown', (event) => {
      const step = keySteps[event.key]
      if (!step) return
      event.preventDefault()
      event.stopPropagation()
      grip.begin(input)
      grip.move(input, event.shiftKey ? [4 * step[0], 4 * step[1]] : step)
      grip.end(input)
    })
    this.root.append(handle)
    this.handles.set(input, handle)
    return handle
  }
}

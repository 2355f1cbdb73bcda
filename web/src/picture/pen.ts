// Lines, words and shapes, on a canvas or into an SVG file.

import { BYTES, HOLLOW, outline, SIXTEENTHS } from './marks'
import { hex } from './theme'

export interface Ink { colour: string; opacity?: number; width?: number }
export interface Words { colour: string; size?: number; align?: 'start' | 'middle' | 'end'; turned?: boolean; halo?: string; bold?: boolean }

/** Draws axes and arrows. */
export interface Pen {
  line(points: [number, number][], ink: Ink, closed?: boolean): void
  words(text: string, x: number, y: number, words: Words): void
  /** How wide words are, in pixels. */
  width(text: string, size?: number, bold?: boolean): number
}

/** Draws all of a picture. */
export interface FullPen extends Pen {
  shape(shape: number, x: number, y: number, radius: number, ink: Ink): void
  box(x: number, y: number, width: number, height: number, ink: Ink): void
  /** What `draw` draws is seen only within the box. */
  within(box: { left: number; top: number; right: number; bottom: number }, draw: () => void): void
}

const family = 'system-ui, sans-serif'
const font = (size: number, bold = false) => `${bold ? '600 ' : ''}${size}px ${family}`

export class CanvasPen implements FullPen {
  constructor(readonly to: CanvasRenderingContext2D) {}

  private path(points: [number, number][], closed = true) {
    this.to.beginPath()
    points.forEach(([x, y], i) => (i ? this.to.lineTo(x, y) : this.to.moveTo(x, y)))
    if (closed) this.to.closePath()
  }

  line(points: [number, number][], ink: Ink, closed = false) {
    this.path(points, closed)
    this.to.globalAlpha = ink.opacity ?? 1
    this.to.strokeStyle = ink.colour
    this.to.lineWidth = ink.width ?? 1
    this.to.lineCap = this.to.lineJoin = 'round'
    this.to.stroke()
  }

  shape(shape: number, x: number, y: number, radius: number, ink: Ink) {
    const corners = outline(shape, x, y, radius)
    if (corners) this.path(corners)
    else {
      this.to.beginPath()
      this.to.arc(x, y, radius, 0, 2 * Math.PI)
    }
    this.to.globalAlpha = ink.opacity ?? 1
    this.to.fillStyle = ink.colour
    this.to.fill()
  }

  box(x: number, y: number, width: number, height: number, ink: Ink) {
    this.to.globalAlpha = ink.opacity ?? 1
    this.to.fillStyle = ink.colour
    this.to.fillRect(x, y, width, height)
  }

  words(text: string, x: number, y: number, { colour, size = 12, align = 'start', turned, halo, bold }: Words) {
    const { to } = this
    to.save()
    to.translate(x, y)
    if (turned) to.rotate(-Math.PI / 2)
    to.globalAlpha = 1
    to.font = font(size, bold)
    to.textAlign = align === 'middle' ? 'center' : align
    to.textBaseline = 'middle'
    if (halo) {
      to.strokeStyle = halo
      to.lineWidth = 3
      to.lineJoin = 'round'
      to.strokeText(text, 0, 0)
    }
    to.fillStyle = colour
    to.fillText(text, 0, 0)
    to.restore()
  }

  width(text: string, size = 12, bold = false) {
    this.to.font = font(size, bold)
    return this.to.measureText(text).width
  }

  within(box: { left: number; top: number; right: number; bottom: number }, draw: () => void) {
    this.to.save()
    this.to.beginPath()
    this.to.rect(box.left, box.top, box.right - box.left, box.bottom - box.top)
    this.to.clip()
    draw()
    this.to.restore()
  }
}

const space = 'http://www.w3.org/2000/svg'

function svg(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(space, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, typeof value === 'number' ? `${Math.round(value * 100) / 100}` : value)
  return made
}

const path = (points: [number, number][], closed: boolean) =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('') + (closed ? 'Z' : '')

export class SVGPen implements FullPen {
  readonly root: SVGElement
  private into: SVGElement
  private clips = 0

  constructor(width: number, height: number, private readonly measure: Pen) {
    this.root = this.into = svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': family })
  }

  line(points: [number, number][], ink: Ink, closed = false) {
    this.into.append(svg('path', {
      d: path(points, closed), fill: 'none', stroke: ink.colour, 'stroke-width': ink.width ?? 1, 'stroke-opacity': ink.opacity ?? 1, 'stroke-linejoin': 'round',
    }))
  }

  shape(shape: number, x: number, y: number, radius: number, ink: Ink) {
    const corners = outline(shape, x, y, radius)
    const look = { fill: ink.colour, 'fill-opacity': ink.opacity ?? 1 }
    this.into.append(corners ? svg('path', { d: path(corners, true), ...look }) : svg('circle', { cx: x, cy: y, r: radius, ...look }))
  }

  box(x: number, y: number, width: number, height: number, ink: Ink) {
    this.into.append(svg('rect', { x, y, width, height, fill: ink.colour, 'fill-opacity': ink.opacity ?? 1 }))
  }

  words(text: string, x: number, y: number, { colour, size = 12, align = 'start', turned, halo, bold }: Words) {
    const made = svg('text', {
      x, y, dy: '0.35em', fill: colour, 'font-size': size, 'text-anchor': align,
      ...(turned && { transform: `rotate(-90 ${x} ${y})` }),
      ...(bold && { 'font-weight': 600 }),
      ...(halo && { stroke: halo, 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' }),
    })
    made.textContent = text
    this.into.append(made)
  }

  width(text: string, size?: number, bold?: boolean) {
    return this.measure.width(text, size, bold)
  }

  within(box: { left: number; top: number; right: number; bottom: number }, draw: () => void) {
    const clip = svg('clipPath', { id: `clip${++this.clips}` })
    clip.append(svg('rect', { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top }))
    const group = svg('g', { 'clip-path': `url(#clip${this.clips})` })
    const outer = this.into
    outer.append(clip, group)
    this.into = group
    draw()
    this.into = outer
  }
}

/** The corners of a circle. */
export const ring = (x: number, y: number, radius: number): [number, number][] =>
  Array.from({ length: 20 }, (_, k) => [x + radius * Math.cos((k * Math.PI) / 10), y + radius * Math.sin((k * Math.PI) / 10)])

/** Draws a mark as its bytes say. */
export function drawMark(pen: FullPen, looks: Uint8Array, row: number, x: number, y: number, size: number) {
  const [r, g, b, opacity, shape, grow] = looks.subarray(row * BYTES, row * BYTES + BYTES)
  if (!opacity) return
  const radius = (size * grow) / SIXTEENTHS / 2
  const ink = { colour: hex([r, g, b]), opacity: opacity / 255 }
  if (shape < HOLLOW) pen.shape(shape, x, y, radius, ink)
  else pen.line(outline(shape - HOLLOW, x, y, radius) ?? ring(x, y, radius), ink, true)
}

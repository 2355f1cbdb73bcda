// Where the picture is: axes below, marks above them, arrows and the lasso on top.

import { margins } from './axes'
import { element } from './dom'
import { FlatDrawing } from './flat'
import { Drawing } from './gl'
import type { Painter } from './marks'
import { CanvasPen } from './pen'
import type { Box } from './view'

const mostSharp = 20000 // rows, beyond which marks are drawn less finely

export class Stage {
  readonly root = element('div', { class: 'picture-stage' })
  readonly canvas = element('canvas', { class: 'picture-points', 'data-test': 'canvas', tabindex: 0, role: 'application', 'aria-label': 'picture' })
  painter: Painter
  readonly below: CanvasPen
  readonly above: CanvasPen
  width = 1
  height = 1
  ratio = 1
  private rows = 0

  constructor(private readonly changed: () => void, restored: () => void) {
    const [below, above] = ['picture-below', 'picture-above'].map((name) => element('canvas', { class: name, 'aria-hidden': true }))
    this.root.append(below, this.canvas, above)
    this.below = new CanvasPen(context(below))
    this.above = new CanvasPen(context(above))
    this.painter = Drawing.on(this.canvas) ?? new FlatDrawing(this.canvas)
    this.canvas.addEventListener('webglcontextlost', (event) => event.preventDefault())
    this.canvas.addEventListener('webglcontextrestored', () => {
      this.painter = Drawing.on(this.canvas) ?? this.painter
      this.resize()
      restored()
    })
    new ResizeObserver(() => this.resize()).observe(this.root)
  }

  get plot(): Box {
    return { left: margins.left, top: margins.top, right: Math.max(margins.left + 1, this.width - margins.right), bottom: Math.max(margins.top + 1, this.height - margins.bottom) }
  }

  /** Many rows are drawn with fewer pixels. */
  setRows(rows: number) {
    this.rows = rows
    this.resize()
  }

  private resize() {
    this.width = Math.max(1, this.root.clientWidth)
    this.height = Math.max(1, this.root.clientHeight)
    this.ratio = Math.min(window.devicePixelRatio || 1, this.rows >= mostSharp ? 1.5 : 2)
    this.painter.resize(this.width, this.height, this.ratio)
    for (const { to } of [this.below, this.above]) {
      to.canvas.width = Math.round(this.width * this.ratio)
      to.canvas.height = Math.round(this.height * this.ratio)
    }
    this.changed()
  }

  /** Empties a layer. */
  wipe({ to }: CanvasPen) {
    to.setTransform(this.ratio, 0, 0, this.ratio, 0, 0)
    to.clearRect(0, 0, this.width, this.height)
  }
}

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const to = canvas.getContext('2d')
  if (!to) throw new Error('the browser cannot draw')
  return to
}

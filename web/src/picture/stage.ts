// Where the picture is: one canvas, as large as its place on the page.

import { margins, nameMargin } from './axes'
import { element } from './dom'
import { FlatDrawing } from './flat'
import { Drawing } from './gl'
import type { Painter } from './marks'
import type { Box } from './view'

const mostSharp = 20000 // rows, beyond which marks are drawn less finely

export class Stage {
  readonly root = element('div', { class: 'picture-stage' })
  readonly canvas = element('canvas', { class: 'picture-points', 'data-test': 'canvas', tabindex: 0, role: 'application', 'aria-label': 'picture' })
  painter: Painter
  width = 1
  height = 1
  ratio = 1
  private rows = 0
  private left = margins.left

  constructor(private readonly changed: () => void, restored: () => void) {
    this.root.append(this.canvas)
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
    return { left: this.left, top: margins.top, right: Math.max(this.left + 1, this.width - margins.right), bottom: Math.max(margins.top + 1, this.height - margins.bottom) }
  }

  /** Many rows are drawn with fewer pixels. */
  setRows(rows: number) {
    this.rows = rows
    this.resize()
  }

  /** Room for the names of classes, or for numbers. */
  setLeft(names: boolean) {
    this.left = names ? nameMargin : margins.left
  }

  private resize() {
    this.width = Math.max(1, this.root.clientWidth)
    this.height = Math.max(1, this.root.clientHeight)
    this.ratio = Math.min(window.devicePixelRatio || 1, this.rows >= mostSharp ? 1.5 : 2)
    this.painter.resize(this.width, this.height, this.ratio)
    this.changed()
  }
}

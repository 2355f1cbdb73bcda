// Marks on a plain canvas, where there is no WebGL: slower, and the same to look at.

import type { Painter, Placing, Span } from './marks'
import { CanvasPen, drawMark, type Pen } from './pen'
import { place } from './scene'
import type { Box } from './view'

export class FlatDrawing implements Painter {
  private readonly to: CanvasRenderingContext2D
  private readonly pen: CanvasPen
  private a: Float32Array = new Float32Array()
  private b: Float32Array | null = null
  private x: Float32Array | null = null
  private looks: Uint8Array = new Uint8Array()
  private order: Uint32Array = new Uint32Array()
  private ratio = 1

  constructor(readonly canvas: HTMLCanvasElement) {
    const to = canvas.getContext('2d')
    if (!to) throw new Error('the browser cannot draw')
    this.to = to
    this.pen = new CanvasPen(to)
  }

  resize(width: number, height: number, ratio: number) {
    this.ratio = ratio
    this.canvas.width = Math.round(width * ratio)
    this.canvas.height = Math.round(height * ratio)
  }

  setPlaces(a: Float32Array, b: Float32Array | null, x: Float32Array | null) {
    this.a = a
    this.b = b
    this.x = x
  }
  setLooks(looks: Uint8Array) {
    this.looks = looks
  }
  setOrder(order: Uint32Array) {
    this.order = order
  }

  clear(paper: string) {
    this.to.setTransform(this.ratio, 0, 0, this.ratio, 0, 0)
    this.pen.box(0, 0, this.canvas.width, this.canvas.height, { colour: paper })
  }

  sketch(draw: (pen: Pen) => void) {
    draw(this.pen)
  }

  drawPoints(plot: Box, placing: Placing, size: number, spans: Span[]) {
    this.pen.within(plot, () => {
      for (const [first, many] of spans) {
        for (const row of this.order.subarray(first, first + many)) {
          const [x, y] = place(row, this.a, this.b, this.x, placing)
          drawMark(this.pen, this.looks, row, x, y, size)
        }
      }
    })
  }

  drawHexagons(plot: Box, places: Float32Array, looks: Uint8Array, radius: number) {
    this.pen.within(plot, () => {
      for (let i = 0; i < places.length / 2; i++) drawMark(this.pen, looks, i, places[2 * i], places[2 * i + 1], 2 * radius)
    })
  }
}


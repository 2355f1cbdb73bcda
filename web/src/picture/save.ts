// The picture as it is seen, as a file.

import type { Hexagons } from './hexagons'
import { radius } from './hexagons'
import type { Legend } from './legend'
import { CanvasPen, drawMark, SVGPen, type FullPen, type Pen } from './pen'
import type { Stage } from './stage'
import type { Theme } from './theme'

export type Kind = 'png' | 'svg'

export interface Seen {
  stage: Stage
  theme: Theme
  title: string
  legend: Legend
  axes(pen: Pen): void
  arrows(pen: Pen): void
  rows: Uint32Array // in the order in which they are drawn
  positions: Float32Array
  looks: Uint8Array
  size: number
  hexagons(): Hexagons
  asHexagons: boolean
}

const mostMarks = 20_000 // in a file of shapes; more become hexagons
const below = 30 // pixels for the title
const beside = 190 // for the legend

/** Saves what is seen. The marks must have been drawn in this very task: a canvas of WebGL forgets them. */
export async function saveAs(kind: Kind, seen: Seen) {
  download(kind === 'png' ? await png(seen) : svg(seen), `picture.${kind}`)
}

function frame(pen: FullPen, { stage, theme, title }: Seen, inside: () => void) {
  pen.box(0, 0, stage.width + beside, stage.height + below, { colour: theme.paper })
  inside()
  pen.words(title, 12, stage.height + below / 2, { colour: theme.ink })
}

function png(seen: Seen): Promise<Blob> {
  const { stage } = seen
  const canvas = document.createElement('canvas')
  canvas.width = (stage.width + beside) * stage.ratio
  canvas.height = (stage.height + below) * stage.ratio
  const to = canvas.getContext('2d')!
  to.scale(stage.ratio, stage.ratio)
  const pen = new CanvasPen(to)
  frame(pen, seen, () => {
    to.drawImage(stage.canvas, 0, 0, stage.width, stage.height)
    seen.legend.draw(pen, stage.width + 10, 24)
  })
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser cannot make a picture of it')))))
}

function svg(seen: Seen): Blob {
  const { stage, rows, legend } = seen
  const pen = new SVGPen(stage.width + beside, stage.height + below, new CanvasPen(document.createElement('canvas').getContext('2d')!))
  frame(pen, seen, () => {
    seen.axes(pen)
    pen.within(stage.plot, () => {
      if (seen.asHexagons || rows.length > mostMarks) {
        const { places, looks } = seen.hexagons()
        drawMarks(pen, places.map((_, k) => k).subarray(0, places.length / 2), places, looks, 2 * radius)
      } else drawMarks(pen, rows, seen.positions, seen.looks, seen.size)
    })
    seen.arrows(pen)
    legend.draw(pen, stage.width + 10, 24)
  })
  return new Blob(['<?xml version="1.0" encoding="UTF-8"?>\n', new XMLSerializer().serializeToString(pen.root)], { type: 'image/svg+xml' })
}

function drawMarks(pen: FullPen, rows: Iterable<number>, positions: Float32Array, looks: Uint8Array, size: number) {
  for (const row of rows) drawMark(pen, looks, row, positions[2 * row], positions[2 * row + 1], size)
}

function download(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

// Lines and words by WebGL, so that the whole picture is one canvas: where the browser draws by
// software, every further layer costs as much as all the points.

import { CanvasPen, type Ink, type Pen, type Words } from './pen'
import { rgb } from './theme'

const vertex = `#version 300 es
layout(location = 0) in vec2 at;
layout(location = 1) in vec2 place;
layout(location = 2) in vec4 colour;
uniform vec2 stage;
out vec2 texel;
out vec4 ink;
void main() {
  gl_Position = vec4(2. * at.x / stage.x - 1., 1. - 2. * at.y / stage.y, 0., 1.);
  texel = place;
  ink = colour;
}`

const fragment = `#version 300 es
precision mediump float;
uniform sampler2D letters;
in vec2 texel;
in vec4 ink;
out vec4 seen;
void main() {
  float cover = ink.a * (texel.x < 0. ? 1. : texture(letters, texel).a);
  seen = vec4(ink.rgb * cover, cover);
}`

const FLOATS = 8 // of a corner: place, place among the letters, colour
const sheet = 1024 // pixels of the sheet of words that were written
const nearlyFull = 0.6 // of the sheet; the rest is for the words of one frame
const plain: [number, number] = [-1, -1]

type Corner = [x: number, y: number, opacity: number, place: [number, number]]
interface Written { x: number; y: number; width: number; height: number }

export class GLPen implements Pen {
  private readonly program: WebGLProgram
  private readonly array: WebGLVertexArrayObject
  private readonly buffer: WebGLBuffer
  private readonly texture: WebGLTexture
  private readonly paper: CanvasPen
  private corners: number[] = []
  private written = new Map<string, Written>()
  private next = { x: 0, y: 0, row: 0 } // free room on the sheet
  private ratio = 1

  constructor(private readonly gl: WebGL2RenderingContext, link: (vertex: string, fragment: string) => WebGLProgram) {
    this.program = link(vertex, fragment)
    this.array = gl.createVertexArray()
    this.buffer = gl.createBuffer()
    this.texture = gl.createTexture()
    gl.bindVertexArray(this.array)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer)
    ;[2, 2, 4].forEach((many, k) => {
      gl.enableVertexAttribArray(k)
      gl.vertexAttribPointer(k, many, gl.FLOAT, false, 4 * FLOATS, 8 * k)
    })
    gl.bindTexture(gl.TEXTURE_2D, this.texture)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, sheet, sheet, 0, gl.RGBA, gl.UNSIGNED_BYTE, null)
    for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, side, gl.LINEAR)
    const canvas = Object.assign(document.createElement('canvas'), { width: sheet, height: sheet })
    this.paper = new CanvasPen(canvas.getContext('2d', { willReadFrequently: true })!)
  }

  setRatio(ratio: number) {
    this.ratio = ratio
    this.clean()
  }

  private clean() {
    this.written.clear()
    this.next = { x: 0, y: 0, row: 0 }
    this.paper.to.setTransform(1, 0, 0, 1, 0, 0)
    this.paper.to.clearRect(0, 0, sheet, sheet)
  }

  /** Puts on the stage what was drawn since the last time. */
  flush(width: number, height: number) {
    const { gl, program } = this
    gl.disable(gl.SCISSOR_TEST)
    gl.useProgram(program)
    gl.uniform2f(gl.getUniformLocation(program, 'stage'), width, height)
    gl.bindVertexArray(this.array)
    gl.bindTexture(gl.TEXTURE_2D, this.texture)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer)
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(this.corners), gl.STREAM_DRAW)
    gl.drawArrays(gl.TRIANGLES, 0, this.corners.length / FLOATS)
    this.corners = []
    if (this.next.y > nearlyFull * sheet) this.clean()
  }

  private quad(corners: [Corner, Corner, Corner, Corner], colour: string) {
    const [r, g, b] = rgb(colour)
    for (const k of [0, 1, 2, 2, 1, 3]) {
      const [x, y, opacity, place] = corners[k]
      this.corners.push(x, y, place[0], place[1], r / 255, g / 255, b / 255, opacity)
    }
  }

  line(points: [number, number][], ink: Ink, closed = false) {
    const ends = closed ? [...points, points[0]] : points
    for (let k = 1; k < ends.length; k++) this.segment(ends[k - 1], ends[k], ink)
  }

  /** A strip with an edge of a pixel on both sides that fades. */
  private segment([x1, y1]: [number, number], [x2, y2]: [number, number], { colour, opacity = 1, width = 1 }: Ink) {
    const length = Math.hypot(x2 - x1, y2 - y1)
    if (!length) return
    const [u, v] = [(y1 - y2) / length, (x2 - x1) / length]
    const level = u * v === 0 // needs no soft edge
    const [core, edge] = level ? [width / 2, width / 2] : [Math.max(0, width / 2 - 0.5), width / 2 + 0.5]
    const strip = (from: number, fromOpacity: number, to: number, toOpacity: number) =>
      this.quad([
        [x1 + from * u, y1 + from * v, fromOpacity, plain], [x2 + from * u, y2 + from * v, fromOpacity, plain],
        [x1 + to * u, y1 + to * v, toOpacity, plain], [x2 + to * u, y2 + to * v, toOpacity, plain],
      ], colour)
    strip(-core, opacity, core, opacity)
    if (level) return
    strip(-edge, 0, -core, opacity)
    strip(core, opacity, edge, 0)
  }

  words(text: string, x: number, y: number, words: Words) {
    const { colour, align = 'start', turned, halo } = words
    for (const [ink, bold] of [[halo, true], [colour, false]] as const) {
      if (!ink) continue
      const at = this.write(text, words, bold)
      if (!at) return
      const [width, height] = [at.width / this.ratio, at.height / this.ratio]
      const before = (align === 'middle' ? 0.5 : align === 'end' ? 1 : 0) * (width - 2 * room) + room
      const corner = (across: number, down: number): Corner => {
        const [dx, dy] = [across * width - before, (down - 0.5) * height]
        const [px, py] = turned ? [x + dy, y - dx] : [x + dx, y + dy]
        const snap = (v: number) => Math.round(v * this.ratio) / this.ratio
        const [ox, oy] = turned ? [snap(x - height / 2) - (x - height / 2), snap(y + before) - (y + before)] : [snap(x - before) - (x - before), snap(y - height / 2) - (y - height / 2)]
        return [px + ox, py + oy, 1, [(at.x + across * at.width) / sheet, (at.y + down * at.height) / sheet]]
      }
      this.quad([corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)], ink)
    }
  }

  /** Words on the sheet: they are written once, and all anew after the sheet was nearly full. */
  private write(text: string, { size = 12, bold }: Words, halo: boolean): Written | null {
    const key = `${halo} ${bold} ${size} ${text}`
    const known = this.written.get(key)
    if (known) return known
    const { paper, ratio, gl } = this
    const width = Math.min(sheet, Math.ceil((paper.width(text, size, bold) + 2 * room) * ratio))
    const height = Math.ceil((1.5 * size + 4) * ratio)
    if (this.next.x + width > sheet) this.next = { x: 0, y: this.next.y + this.next.row, row: 0 }
    if (this.next.y + height > sheet) return null // more words than a picture has
    const at = { x: this.next.x, y: this.next.y, width, height }
    this.next = { x: at.x + width, y: at.y, row: Math.max(this.next.row, height) }
    paper.to.setTransform(ratio, 0, 0, ratio, at.x, at.y)
    paper.words(text, room, height / ratio / 2, { colour: '#fff', size, bold, halo: halo ? '#fff' : undefined })
    gl.bindTexture(gl.TEXTURE_2D, this.texture)
    gl.texSubImage2D(gl.TEXTURE_2D, 0, at.x, at.y, gl.RGBA, gl.UNSIGNED_BYTE, paper.to.getImageData(at.x, at.y, width, height))
    this.written.set(key, at)
    return at
  }

  width(text: string, size?: number, bold?: boolean) {
    return this.paper.width(text, size, bold)
  }
}

const room = 3 // pixels around words, for their halo

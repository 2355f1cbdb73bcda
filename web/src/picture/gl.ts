// Marks by WebGL. The vertex shader makes the positions, so that a frame of a motion uploads
// nothing but two small matrices.

import { BYTES, HOLLOW, SIXTEENTHS, type Painter, type Placing, type Span } from './marks'
import { GLPen } from './glpen'
import type { Pen } from './pen'
import { rgb } from './theme'
import { identity, zero } from './tour'
import type { Box } from './view'

const small = 3 // pixels

const vertex = `#version 300 es
layout(location = 0) in vec2 a;
layout(location = 1) in vec2 b;
layout(location = 2) in float x;
layout(location = 3) in vec4 colour;
layout(location = 4) in vec2 mark;
uniform mat2 A, B;
uniform vec2 delta, centre, scale, middle, stage;
uniform float size;
flat out vec4 ink;
flat out vec2 form; // shape, and size in pixels
void main() {
  vec2 at = (A * a + B * b + x * delta - centre) * scale + middle;
  gl_Position = vec4(2. * at.x / stage.x - 1., 1. - 2. * at.y / stage.y, 0., 1.);
  if (colour.a == 0. || isnan(at.x) || isnan(at.y)) gl_Position = vec4(2., 2., 2., 1.);
  gl_PointSize = size * mark.y / ${SIXTEENTHS}.;
  form = vec2(mark.x, gl_PointSize);
  ink = colour;
}`

const fragment = `#version 300 es
precision mediump float;
flat in vec4 ink;
flat in vec2 form;
out vec4 seen;
void main() {
  if (form.y < ${small}.) { // too small for a shape
    seen = vec4(ink.rgb * ink.a, ink.a);
    return;
  }
  vec2 p = gl_PointCoord * 2. - 1.;
  vec2 q = abs(p);
  float far; // 1 on the edge
  float shape = mod(form.x, ${HOLLOW}.);
  if (shape < .5) far = length(p);
  else if (shape < 1.5) far = max(p.y * 1.333, q.x * 1.842 - p.y);
  else if (shape < 2.5) far = max(q.x, q.y) * 1.2;
  else if (shape < 3.5) far = q.x + q.y;
  else if (shape < 4.5) far = max(-p.y * 1.333, q.x * 1.842 + p.y);
  else if (shape < 5.5) far = min(max(q.x, q.y * 3.), max(q.x * 3., q.y));
  else far = max(q.x * 1.1547, q.x * .57735 + q.y);
  float cover = clamp((1. - far) * form.y * .5 + .5, 0., 1.) * ink.a;
  if (form.x >= ${HOLLOW}.) cover *= clamp(2. - (1. - far) * form.y * .5, 0., 1.);
  if (cover <= 0.) discard;
  seen = vec4(ink.rgb * cover, cover);
}`

const names = ['A', 'B', 'delta', 'centre', 'scale', 'middle', 'stage', 'size'] as const

export class Drawing implements Painter {
  readonly canvas: HTMLCanvasElement
  private readonly gl: WebGL2RenderingContext
  private readonly at: Record<(typeof names)[number], WebGLUniformLocation | null>
  private readonly program: WebGLProgram
  private readonly pen: GLPen
  private readonly points: Buffers
  private readonly hexagons: Buffers
  private width = 1
  private height = 1
  private ratio = 1

  private constructor(canvas: HTMLCanvasElement, gl: WebGL2RenderingContext) {
    this.canvas = canvas
    this.gl = gl
    this.program = link(gl, vertex, fragment)
    this.at = Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(this.program, name)])) as typeof this.at
    this.pen = new GLPen(gl, (vertex, fragment) => link(gl, vertex, fragment))
    this.points = new Buffers(gl)
    this.hexagons = new Buffers(gl)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
  }

  /** null where there is no WebGL. */
  static on(canvas: HTMLCanvasElement): Drawing | null {
    const gl = canvas.getContext('webgl2', { antialias: false, depth: false, alpha: false })
    return gl ? new Drawing(canvas, gl) : null
  }

  resize(width: number, height: number, ratio: number) {
    this.width = width
    this.height = height
    this.ratio = ratio
    this.canvas.width = Math.round(width * ratio)
    this.canvas.height = Math.round(height * ratio)
    this.pen.setRatio(ratio)
  }

  setPlaces(a: Float32Array, b: Float32Array | null, x: Float32Array | null) {
    this.points.setPlaces(a, b, x)
  }
  setLooks(looks: Uint8Array) {
    this.points.setLooks(looks)
  }
  setOrder(order: Uint32Array) {
    this.points.setOrder(order)
  }

  clear(paper: string) {
    const { gl } = this
    const [r, g, b] = rgb(paper)
    gl.viewport(0, 0, this.canvas.width, this.canvas.height)
    gl.disable(gl.SCISSOR_TEST)
    gl.clearColor(r / 255, g / 255, b / 255, 1)
    gl.clear(gl.COLOR_BUFFER_BIT)
  }

  sketch(draw: (pen: Pen) => void) {
    draw(this.pen)
    this.pen.flush(this.width, this.height)
  }

  private begin(plot: Box, { A, B, delta, map }: Placing, size: number) {
    const { gl, at, ratio } = this
    gl.useProgram(this.program)
    gl.enable(gl.SCISSOR_TEST)
    gl.scissor(plot.left * ratio, (this.height - plot.bottom) * ratio, (plot.right - plot.left) * ratio, (plot.bottom - plot.top) * ratio)
    gl.uniformMatrix2fv(at.A, false, A)
    gl.uniformMatrix2fv(at.B, false, B)
    gl.uniform2fv(at.delta, delta)
    gl.uniform2fv(at.centre, map.centre)
    gl.uniform2fv(at.scale, map.scale)
    gl.uniform2fv(at.middle, map.middle)
    gl.uniform2f(at.stage, this.width, this.height)
    gl.uniform1f(at.size, size * ratio)
  }

  drawPoints(plot: Box, placing: Placing, size: number, spans: Span[]) {
    this.begin(plot, placing, size)
    this.points.bind()
    for (const [first, many] of spans) this.gl.drawElements(this.gl.POINTS, many, this.gl.UNSIGNED_INT, first * 4)
  }

  drawHexagons(plot: Box, places: Float32Array, looks: Uint8Array, radius: number) {
    this.begin(plot, { A: identity, B: zero, delta: [0, 0], map: { centre: [0, 0], scale: [1, 1], middle: [0, 0] } }, 2 * radius)
    this.hexagons.setPlaces(places, null, null)
    this.hexagons.setLooks(looks)
    this.hexagons.bind()
    this.gl.drawArrays(this.gl.POINTS, 0, places.length / 2)
  }
}

/** What is known of each mark, on the side of the graphics. */
class Buffers {
  private readonly array: WebGLVertexArrayObject
  private readonly held: WebGLBuffer[]

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.array = gl.createVertexArray()
    this.held = Array.from({ length: 5 }, () => gl.createBuffer())
    gl.bindVertexArray(this.array)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.held[3])
    gl.enableVertexAttribArray(3)
    gl.vertexAttribPointer(3, 4, gl.UNSIGNED_BYTE, true, BYTES, 0)
    gl.enableVertexAttribArray(4)
    gl.vertexAttribPointer(4, 2, gl.UNSIGNED_BYTE, false, BYTES, 4)
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.held[4])
  }

  bind() {
    this.gl.bindVertexArray(this.array)
  }

  setPlaces(a: Float32Array, b: Float32Array | null, x: Float32Array | null) {
    this.setAttribute(0, 2, a)
    this.setAttribute(1, 2, b)
    this.setAttribute(2, 1, x)
  }

  private setAttribute(place: number, each: number, values: Float32Array | null) {
    const { gl } = this
    this.bind()
    if (!values) {
      gl.disableVertexAttribArray(place)
      return
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.held[place])
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW)
    gl.enableVertexAttribArray(place)
    gl.vertexAttribPointer(place, each, gl.FLOAT, false, 0, 0)
  }

  setLooks(looks: Uint8Array) {
    const { gl } = this
    gl.bindBuffer(gl.ARRAY_BUFFER, this.held[3])
    gl.bufferData(gl.ARRAY_BUFFER, looks, gl.DYNAMIC_DRAW)
  }

  setOrder(order: Uint32Array) {
    const { gl } = this
    this.bind()
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, order, gl.STATIC_DRAW)
  }
}

function link(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const program = gl.createProgram()
  for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
    const shader = gl.createShader(kind)!
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`the shaders do not compile: ${gl.getProgramInfoLog(program)}`)
  }
  return program
}


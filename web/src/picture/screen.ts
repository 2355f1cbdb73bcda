// What is on the screen: a scene seen from somewhere, with rows that look like something.

import { drawArrows, Handles, layArrows, longest, magnification, type Arrow, type Grip } from './arrows'
import { drawAxes } from './axes'
import { axisLabels } from './captions'
import type { Choice } from '../api'
import { alike, looksOf, type Filter, type Scale } from './colours'
import { hexagons, radius, type Hexagons } from './hexagons'
import type { Polygon } from './lasso'
import { BYTES, selectedLast, shuffled, type Span } from './marks'
import { Grid } from './nearest'
import { ring, type Pen } from './pen'
import { saveAs, type Kind } from './save'
import { Scene } from './scene'
import { Stage } from './stage'
import type { Stand } from './stands'
import type { Legend } from './legend'
import { readTheme } from './theme'
import { mapping, type Mapping, type View } from './view'

const mostMoving = 20_000 // rows drawn while something moves
const mostPoints = 50_000 // rows drawn as points at rest, unless asked for

/** What the screen asks of the rest. */
export interface Asked {
  moving(): boolean
  /** Before a frame is drawn; true if the next must follow. */
  advance(now: number): boolean
  /** A frame was drawn. */
  drawn(): void
  arrows(): boolean // whether they are wanted
  hexagons(): boolean | null // null where nobody chose
  filter(): Filter
}

export class Screen {
  readonly stage: Stage
  readonly handles: Handles
  theme
  scene: Scene | null = null
  choice: Choice | null = null
  scale: Scale = alike
  selected: Uint8Array | null = null // 1 for each row that is
  selectedRows = 0
  leftOut = new Set<number>() // rows that fits leave out
  own: View | null = null // the view of a person who moved it
  extra: number[] = [] // inputs whose arrows were added
  lasso: Polygon = []
  hovered = -1
  frames = 0
  points = 0 // drawn in the last frame
  magnified = 1
  hexagonsNow: Hexagons | null = null
  private order: Uint32Array = new Uint32Array()
  private looks: Uint8Array = new Uint8Array()
  private uploaded = -1
  private positionsNow: Float32Array | null = null
  private gridNow: Grid | null = null
  private due = 0

  constructor(private readonly host: HTMLElement, private readonly asked: Asked, grip: Grip) {
    this.stage = new Stage(() => this.moved(), () => this.uploadAll())
    this.handles = new Handles(grip)
    this.stage.root.append(this.handles.root)
    this.theme = readTheme(host)
  }

  /** A first scene, or one of other rows. */
  enter(stand: Stand) {
    this.scene = new Scene(stand)
    this.order = shuffled(this.scene.rows)
    this.stage.setRows(this.scene.rows)
    this.uploadAll()
  }

  get map(): Mapping {
    return mapping(this.own ?? this.scene!.view(), this.stage.plot)
  }

  /** Where all rows are on the stage. */
  positions(): Float32Array {
    this.positionsNow ??= this.scene!.positions(this.map)
    return this.positionsNow
  }

  nearest(x: number, y: number, within: number): number {
    this.gridNow ??= new Grid(this.positions(), this.isShown, this.stage.width, this.stage.height)
    return this.gridNow.nearest(x, y, within)
  }

  isShown = (row: number) => this.looks[row * BYTES + 3] !== 0

  rowsWhere(wanted: (row: number) => boolean): number[] {
    return Array.from({ length: this.scene?.rows ?? 0 }, (_, row) => row).filter(wanted)
  }

  get inHexagons() {
    return this.asked.hexagons() ?? (this.scene?.rows ?? 0) > mostPoints
  }

  // What changed

  /** The page is light or dark now. */
  dress() {
    this.theme = readTheme(this.host)
  }

  /** Rows look different. */
  lookAgain() {
    this.gridNow = this.hexagonsNow = null
    if (this.scene) {
      this.looks = looksOf(this.scene.rows, this.scale, this.asked.filter(), this.selected, this.leftOut, this.theme)
      this.stage.painter.setLooks(this.looks)
    }
    this.redraw()
  }

  select(rows: number[]) {
    this.selected = rows.length ? new Uint8Array(this.scene!.rows) : null
    for (const row of rows) this.selected![row] = 1
    this.selectedRows = rows.length
    this.uploadAll()
  }

  private uploadAll() {
    if (!this.scene) return
    this.uploaded = -1
    this.stage.painter.setOrder(this.selected ? selectedLast(this.order, this.selected) : this.order)
    this.lookAgain()
  }

  /** Rows are elsewhere. */
  moved() {
    this.positionsNow = this.gridNow = this.hexagonsNow = null
    this.redraw()
  }

  redraw() {
    if (!this.due) this.due = requestAnimationFrame((now) => this.frame(now))
  }

  private frame(now: number) {
    this.due = 0
    const more = this.asked.advance(now)
    if (!this.scene) return
    this.draw()
    this.frames++
    this.asked.drawn()
    if (more) this.redraw()
  }

  // Drawing

  private draw() {
    const { theme, map } = this
    const { plot, painter } = this.stage
    painter.clear(theme.paper)
    painter.sketch((pen) => drawAxes(pen, plot, map, axisLabels(this.scene!, this.choice!), theme))
    this.drawMarks(map)
    painter.sketch((pen) => this.drawAbove(pen, map))
  }

  private drawMarks(map: Mapping) {
    const { plot, painter } = this.stage
    const scene = this.scene!
    if (this.uploaded !== scene.version) {
      painter.setPlaces(scene.places, scene.others, scene.input)
      this.uploaded = scene.version
    }
    if (this.inHexagons && !this.asked.moving()) {
      this.hexagonsNow ??= this.count()
      painter.drawHexagons(plot, this.hexagonsNow.places, this.hexagonsNow.looks, radius)
      this.points = scene.rows
      return
    }
    const spans = this.spans()
    this.points = spans.reduce((sum, [, many]) => sum + many, 0)
    painter.drawPoints(plot, scene.placing(map), this.size, spans)
  }

  private count(): Hexagons {
    return hexagons(this.positions(), this.isShown, this.stage.plot, this.scale, this.selected, this.leftOut, this.theme)
  }

  /** Points get smaller where there are many, and many still smaller while they move. */
  private get size() {
    const { rows } = this.scene!
    if (rows >= mostMoving && this.asked.moving()) return 2
    return Math.max(3, 11.4 - 1.8 * Math.log10(Math.max(1, rows)))
  }

  /** All rows; while something moves, a sample with as many selected rows as can be. */
  private spans(): Span[] {
    const { rows } = this.scene!
    if (rows <= mostMoving || !this.asked.moving()) return [[0, rows]]
    const chosen = Math.min(this.selectedRows, mostMoving / 2)
    return [[0, mostMoving - chosen], [rows - chosen, chosen]]
  }

  private drawAbove(pen: Pen, map: Mapping) {
    const { stage, theme } = this
    const scene = this.scene!
    if (this.hovered >= 0) {
      const [x, y] = this.positions().subarray(2 * this.hovered)
      pen.line(ring(x, y, 8), { colour: theme.ink, width: 2 }, true)
    }
    const arrows = this.arrows()
    if (!scene.changes.size) this.magnified = magnification(arrows, map, stage.plot)
    const laid = layArrows(pen, arrows, map, stage.plot, this.magnified)
    drawArrows(pen, laid, theme)
    this.handles.place(laid, scene.to === null && scene.from.own && arrows.length > 0)
    if (this.lasso.length > 1) pen.line(this.lasso, { colour: theme.accent, width: 2 }, true)
  }

  /** The inputs that move rows most, and those that were added. */
  arrowInputs(stand: Stand): number[] {
    const inputs = stand.fit.weights.map((each) => each.input)
    const weight = (input: number): [number, number] => [stand.weights[2 * input], stand.weights[2 * input + 1]]
    return [...new Set([...longest(inputs, weight, mapping(stand.view, this.stage.plot)), ...this.extra])]
  }

  private arrows(): Arrow[] {
    if (!this.asked.arrows()) return []
    const scene = this.scene!
    const names = new Map(scene.from.fit.weights.map((each) => [each.input, each.name]))
    return this.arrowInputs(scene.from).filter((input) => names.has(input)).map((input) => ({ input, name: names.get(input)!, weight: scene.weight(input) }))
  }

  /** Saves what is seen. */
  save(kind: Kind, title: string, legend: Legend): Promise<void> {
    const { stage, theme, map } = this
    this.draw()
    return saveAs(kind, {
      stage, theme, title, legend,
      axes: (pen) => drawAxes(pen, stage.plot, map, axisLabels(this.scene!, this.choice!), theme),
      arrows: (pen) => drawArrows(pen, layArrows(pen, this.arrows(), map, stage.plot, this.magnified), theme),
      rows: this.order, positions: this.positions(), looks: this.looks, size: this.size,
      hexagons: () => this.hexagonsNow ?? this.count(),
      asHexagons: this.hexagonsNow !== null,
    })
  }
}

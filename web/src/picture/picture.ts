// The picture: rows by two components, or one component against the target.

import './picture.css'
import * as api from '../api'
import type { Choice, Fit, State } from '../api'
import { drawArrows, Handles, layArrows, longest, magnification, type Arrow } from './arrows'
import { componentLabel, drawAxes, type AxisLabels } from './axes'
import { alike, looksOf, type Scale } from './colours'
import { count, words } from './dom'
import { listen } from './gestures'
import { axesFor, changesFor, Hand } from './hand'
import { hexagons, radius, type Hexagons } from './hexagons'
import { Hover } from './hover'
import { rowsWithin, type Polygon } from './lasso'
import { Legend } from './legend'
import { BYTES, selectedLast, shuffled, type Span } from './marks'
import { Grid } from './nearest'
import type { Pen } from './pen'
import { Player } from './player'
import { saveAs, type Kind } from './save'
import { Scene } from './scene'
import { columnSources, noSource, targetSources, type Source } from './sources'
import { Stage } from './stage'
import { hasClasses, isTarget, Stands, whichTarget, type Axes, type Stand } from './stands'
import { readTheme, watchTheme } from './theme'
import { Tools } from './tools'
import { around, mapping, pan, zoom, type Mapping, type View } from './view'

/** What the page tells the picture, and the picture the page. */
export interface Wishes {
  /** Rows were selected, by their places among the shown rows; [] for none. */
  selected(rows: number[]): void
  /** Something went wrong; for people. */
  problem(text: string): void
  /** Another fit was asked for by key; without this the picture alone moves to it. */
  wanted?(fit: number): void
}

const mostMoving = 20_000 // rows drawn while something moves
const mostPoints = 50_000 // rows drawn as points at rest, unless asked for
const showing = 1200 // milliseconds of the motion to another fit
const stillness = 180 // milliseconds after a gesture
const reach = 10 // pixels from the pointer to a row

interface Travel { to: Stand; began: number; lasts: number; ended(arrived: boolean): void }

/** The panel of the picture, in a host element of the page. */
export class Picture {
  private readonly stage: Stage
  private readonly tools: Tools
  private readonly legend = new Legend(() => this.lookAgain())
  private readonly hover = new Hover(() => [...(this.choice?.target ?? []), this.scale.name])
  private readonly hand: Hand
  private readonly handles: Handles
  private readonly player: Player
  private theme

  private state: State | null = null
  private choice: Choice | null = null
  private about = '' // what the rows and their columns depend on
  private fit: Fit | null = null
  private stands: Stands | null = null
  private scene: Scene | null = null
  private axes: Axes | null = null
  private sources: Source[] = []
  private scale: Scale = alike
  private order: Uint32Array = new Uint32Array()
  private looks: Uint8Array = new Uint8Array()
  private selected: Uint8Array | null = null
  private selectedRows = 0

  private own: View | null = null // the view of a person who moved it
  private travel: Travel | null = null
  private asked = 0 // counts what was asked to be shown; only the last is
  private stirred = 0
  private dragging = false
  private grip: { start: [number, number]; others: Float32Array; x: Float32Array | null } | null = null
  private inputs = new Map<number, Float32Array>() // fetched to be changed by hand
  private extra: number[] = [] // arrows that were added
  private magnified = 1
  private lasso: Polygon = []
  private hovered = -1

  private uploaded = -1
  private positionsNow: Float32Array | null = null
  private gridNow: Grid | null = null
  private hexagonsNow: Hexagons | null = null
  private due = 0
  private frames = 0
  private drawn = 0

  constructor(private readonly host: HTMLElement, private readonly wishes: Wishes) {
    this.stage = new Stage(() => this.moved(), () => this.uploadAll())
    this.tools = new Tools({
      colour: (key) => void this.colour(key),
      axes: (axes) => void this.turnTo(axes),
      hexagons: () => !this.inHexagons,
      changed: () => this.lookAgain(),
      all: () => this.all(),
      save: (kind) => void this.save(kind),
    })
    this.hand = new Hand({ reset: () => this.reset(), keep: () => void this.keep(), add: (input) => this.addArrow(input), problem: (text) => wishes.problem(text) })
    this.handles = new Handles({
      near: (input) => void this.fetchInput(input),
      begin: (input) => this.beginDrag(input),
      move: (input, by) => this.drag(input, by),
      end: () => this.endDrag(),
    })
    this.player = new Player({
      fitsToTour: () => this.state?.fits ?? [],
      current: () => this.fit?.id ?? 0,
      shakes: () => this.fit?.shakes ?? 0,
      standOf: (id) => this.stands!.ofFit(id, this.axes),
      halfOf: (id, k) => this.stands!.ofHalf(id, k, this.axes),
      travel: (to, milliseconds) => this.travelTo(to, milliseconds),
      playing: (yes) => this.played(yes),
      problem: (text) => wishes.problem(text),
    })
    this.stage.root.append(this.handles.root, this.hover.root)
    this.tools.lay(host, this.stage.root, this.legend.root, this.player.root, this.hand.root)
    this.theme = readTheme(host)
    watchTheme(() => this.dress())
    this.listen()
    this.expose()
  }

  /** Shows a fit, moving to it smoothly from what is shown now. Others are offered for the tour. */
  async show(fit: Fit, state: State, choice: Choice): Promise<void> {
    const asked = ++this.asked
    try {
      this.player.stop()
      this.begin(state, choice)
      this.stands!.know(fit)
      const stand = await this.stands!.ofFit(fit.id, this.axes)
      if (asked !== this.asked) return
      this.fit = fit
      this.extra = []
      this.update(state)
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches
      await this.travelTo(stand, still ? 0 : showing)
    } catch (error) {
      if (asked === this.asked) this.wishes.problem((error as Error).message)
    }
  }

  /** Another state: other fits for the tour. */
  update(state: State): void {
    this.state = state
    if (this.fit) this.player.offer(state)
  }

  /** Takes the selection away. */
  clearSelection(): void {
    this.choose([])
  }

  /** Other rows or another target: all that was fetched is of no use. */
  private begin(state: State, choice: Choice) {
    this.state = state
    this.choice = choice
    const about = JSON.stringify([state.table?.id, choice])
    if (about === this.about) return
    this.about = about
    this.stands = new Stands(choice)
    this.scene = null
    this.inputs.clear()
    this.hover.forget()
    this.selected = null
    this.selectedRows = 0
    this.sources = [...targetSources(choice), noSource]
    this.tools.setSources(this.sources)
    void this.colour(this.sources[0].key)
    void columnSources().then((columns) => {
      if (this.about !== about) return
      this.sources = [...this.sources, ...columns]
      this.tools.setSources(this.sources)
    }, (error: Error) => this.wishes.problem(error.message))
  }

  // Motion

  private travelTo(to: Stand, milliseconds: number): Promise<boolean> {
    this.travel?.ended(false)
    this.travel = null
    this.hover.hide()
    this.hovered = -1
    this.own = null
    if (!this.scene || this.scene.rows !== to.places.length / 2) {
      this.enter(to)
      return Promise.resolve(true)
    }
    if (milliseconds === 0) {
      this.arrive(to)
      return Promise.resolve(true)
    }
    this.scene.setOut(to)
    this.moved()
    return new Promise((ended) => {
      this.travel = { to, began: performance.now(), lasts: milliseconds, ended }
    })
  }

  private enter(stand: Stand) {
    this.scene = new Scene(stand)
    this.order = shuffled(this.scene.rows)
    this.stage.setRows(this.scene.rows)
    this.uploadAll()
    this.arrive(stand)
  }

  private arrive(stand: Stand) {
    this.scene!.rest(stand)
    this.axes ??= stand.axes
    if (stand.own) this.hand.begin(stand.fit, stand.axes, this.arrowInputs(stand))
    this.tools.setAxes(stand.fit, stand.axes, this.choice!)
    this.stage.setLeft(isTarget(stand.axes.y) && hasClasses(this.choice!))
    this.tools.pressHexagons(this.inHexagons)
    this.describe()
    this.moved()
  }

  private advance(now: number) {
    const { travel, scene } = this
    if (!travel || !scene) return
    const share = Math.min(1, Math.max(0, (now - travel.began) / travel.lasts))
    scene.move(share * share * (3 - 2 * share))
    this.moved()
    if (share < 1) return
    this.travel = null
    this.arrive(travel.to)
    travel.ended(true)
  }

  private played(yes: boolean) {
    if (!yes && this.travel) {
      this.travel.ended(false)
      this.travel = null
    }
    this.describe()
    this.moved()
  }

  private async turnTo(axes: Axes) {
    this.axes = axes
    const shown = this.scene?.stand.fit.id ?? this.fit?.id
    if (!this.stands || shown === undefined) return
    const asked = ++this.asked
    try {
      const stand = await this.stands.ofFit(shown, axes)
      if (asked === this.asked && !this.player.on) await this.travelTo(stand, showing)
    } catch (error) {
      this.wishes.problem((error as Error).message)
    }
  }

  private async neighbour(step: number) {
    const fits = this.state?.fits ?? []
    const at = fits.findIndex((fit) => fit.id === this.scene?.stand.fit.id)
    const next = fits[(at + step + fits.length) % fits.length]
    if (!next || !this.stands) return
    this.player.stop()
    if (this.wishes.wanted) return this.wishes.wanted(next.id)
    const asked = ++this.asked
    const stand = await this.stands.ofFit(next.id, this.axes)
    if (asked === this.asked) await this.travelTo(stand, showing)
  }

  get moving() {
    return this.travel !== null || this.dragging || this.player.on || performance.now() - this.stirred < stillness
  }

  private stir() {
    this.stirred = performance.now()
    setTimeout(() => this.redraw(), stillness + 20)
  }

  // Weights by hand

  private async fetchInput(input: number): Promise<Float32Array | null> {
    const { scene } = this
    if (!scene || !this.stands) return null
    try {
      const values = await this.stands.input(scene.from.fit.id, input)
      if (scene === this.scene) this.inputs.set(input, values)
      return values
    } catch (error) {
      this.wishes.problem((error as Error).message)
      return null
    }
  }

  private beginDrag(input: number) {
    const { scene } = this
    if (!scene || scene.to) return
    this.dragging = true
    this.hover.hide()
    const grip = { start: scene.weight(input), others: this.placesWithout(input), x: this.inputs.get(input) ?? null }
    this.grip = grip
    if (grip.x) return
    void this.fetchInput(input).then((x) => {
      grip.x = x
      if (x && scene.changes.has(input) && this.grip === grip) {
        scene.change(input, x, grip.others, scene.weight(input))
        this.moved()
      }
    })
  }

  /** Where rows are with all changes but that of one input. */
  private placesWithout(input: number): Float32Array {
    const { scene, inputs } = this
    const { from, changes } = scene!
    const others = [...changes].filter(([each]) => each !== input && inputs.has(each))
    if (!others.length) return from.places
    const places = from.places.slice()
    for (const [each, [u, v]] of others) {
      const x = inputs.get(each)!
      const [du, dv] = [u - from.weights[2 * each], v - from.weights[2 * each + 1]]
      for (let i = 0; i < x.length; i++) {
        places[2 * i] += x[i] * du
        places[2 * i + 1] += x[i] * dv
      }
    }
    return places
  }

  private drag(input: number, by: [number, number]) {
    const { scene, grip } = this
    if (!scene || !grip) return
    const { scale } = this.map
    const weights: [number, number] = [grip.start[0] + by[0] / (scale[0] * this.magnified), grip.start[1] + by[1] / (scale[1] * this.magnified)]
    if (isTarget(scene.from.axes.y)) weights[1] = 0
    scene.change(input, grip.x, grip.others, weights)
    this.hand.ask(scene.from.fit.id, scene.from.axes, scene.changes)
    this.moved()
  }

  private endDrag() {
    this.dragging = false
    this.describe()
    this.moved()
  }

  private reset() {
    const { scene } = this
    if (!scene) return
    scene.rest(scene.from)
    this.grip = null
    this.hand.ask(scene.from.fit.id, scene.from.axes, scene.changes)
    this.describe()
    this.moved()
  }

  private async keep() {
    const { scene } = this
    if (!scene?.changes.size) return
    try {
      const made = await api.keepHand(scene.from.fit.id, axesFor(scene.from.axes), changesFor(scene.from.axes, scene.changes))
      this.tools.say(`kept as “${made.name}”`)
    } catch (error) {
      this.wishes.problem((error as Error).message)
    }
  }

  private addArrow(input: number) {
    this.extra.push(input)
    const { scene } = this
    if (scene) this.hand.offer(scene.stand.fit, this.arrowInputs(scene.stand))
    this.redraw()
  }

  /** The inputs that move rows most, and those that were added. */
  private arrowInputs(stand: Stand): number[] {
    const inputs = stand.fit.weights.map((each) => each.input)
    const weight = (input: number): [number, number] => [stand.weights[2 * input], stand.weights[2 * input + 1]]
    return [...new Set([...longest(inputs, weight, mapping(stand.view, this.stage.plot)), ...this.extra])]
  }

  private arrows(): Arrow[] {
    const { scene } = this
    const { fit } = scene!.from
    const names = new Map(fit.weights.map((each) => [each.input, each.name]))
    return this.arrowInputs(scene!.from).filter((input) => names.has(input)).map((input) => ({ input, name: names.get(input)!, weight: scene!.weight(input) }))
  }

  // Looks

  private async colour(key: string) {
    const source = this.sources.find((each) => each.key === key)
    const about = this.about
    if (!source) return
    try {
      const scale = await source.load(0)
      if (this.about !== about || this.tools.source !== key) return
      this.scale = scale
      this.dress()
      this.describe()
    } catch (error) {
      this.wishes.problem((error as Error).message)
    }
  }

  private dress() {
    this.theme = readTheme(this.host)
    this.legend.show(this.scale, this.theme, this.scene?.rows ?? this.choice?.shown ?? 0)
    this.lookAgain()
  }

  private isShown = (row: number) => this.looks[row * BYTES + 3] !== 0

  private lookAgain() {
    this.gridNow = this.hexagonsNow = null
    if (this.scene) {
      this.looks = looksOf(this.scene.rows, this.scale, this.legend.filter, this.selected, this.theme)
      this.stage.painter.setLooks(this.looks)
    }
    this.redraw()
  }

  private uploadAll() {
    if (!this.scene) return
    this.uploaded = -1
    this.stage.painter.setOrder(this.selected ? selectedLast(this.order, this.selected) : this.order)
    this.lookAgain()
  }

  private choose(rows: number[]) {
    if (!this.scene || (!rows.length && !this.selected)) return
    this.selected = rows.length ? new Uint8Array(this.scene.rows) : null
    for (const row of rows) this.selected![row] = 1
    this.selectedRows = rows.length
    this.uploadAll()
    this.describe()
  }

  // Gestures

  private listen() {
    const { stage } = this
    const view = () => this.own ?? this.scene!.view()
    const look = (to: View) => {
      this.own = to
      this.stir()
      this.moved()
    }
    listen(stage.canvas, {
      lassoing: () => this.tools.lassoing,
      pan: (by) => this.scene && look(pan(view(), stage.plot, by)),
      zoom: (at, factor) => this.scene && look(zoom(view(), stage.plot, at, factor)),
      all: () => this.all(),
      drawn: (polygon) => {
        this.lasso = polygon
        this.redraw()
      },
      closed: (polygon) => {
        this.lasso = []
        const rows = this.scene ? rowsWithin(polygon, this.positions(), this.isShown) : []
        this.choose(rows)
        this.wishes.selected(rows)
        this.redraw()
      },
      hover: (at) => this.hoverAt(at),
      clear: () => {
        if (!this.selected) return
        this.choose([])
        this.wishes.selected([])
      },
      key: (key) => {
        if (key === 'l') this.tools.toggleLasso()
        else if (key === 't') this.player.toggle()
        else void this.neighbour(key === '[' ? -1 : 1)
      },
      middle: () => [(stage.plot.left + stage.plot.right) / 2, (stage.plot.top + stage.plot.bottom) / 2],
    })
  }

  private all() {
    if (!this.scene) return
    this.own = this.scene.changes.size ? around(this.scene.positions()) : null
    this.stir()
    this.moved()
  }

  private hoverAt(at: [number, number] | null) {
    const before = this.hovered
    this.hovered = -1
    if (at && this.scene && !this.moving) {
      this.gridNow ??= new Grid(this.positions(), this.isShown, this.stage.width, this.stage.height)
      this.hovered = this.gridNow.nearest(at[0], at[1], reach)
      const full = this.hexagonsNow ? this.hexagonsNow.rows[this.hexagonsNow.at(...at)] : 0
      if (this.hovered >= 0) this.hover.show(this.hovered, at[0], at[1], this.stage, full > 1 ? `${count(full)} rows here, one of them:` : '')
    }
    if (this.hovered < 0) this.hover.hide()
    if (this.hovered !== before) this.redraw()
  }

  // Drawing

  private get map(): Mapping {
    return mapping(this.own ?? this.scene!.view(), this.stage.plot)
  }

  private positions(): Float32Array {
    this.positionsNow ??= this.scene!.positions(this.map)
    return this.positionsNow
  }

  private moved() {
    this.positionsNow = this.gridNow = this.hexagonsNow = null
    this.redraw()
  }

  private redraw() {
    if (!this.due) this.due = requestAnimationFrame((now) => this.frame(now))
  }

  private frame(now: number) {
    this.due = 0
    this.advance(now)
    if (!this.scene) return
    this.draw()
    this.frames++
    if (this.travel) this.redraw()
  }

  private draw() {
    const { theme, map } = this
    const { plot, painter } = this.stage
    painter.clear(theme.paper)
    painter.sketch((pen) => drawAxes(pen, plot, map, this.axisLabels(), theme))
    this.drawMarks(map)
    painter.sketch((pen) => this.drawAbove(pen, map))
    this.tools.where(this.where())
  }

  private drawMarks(map: Mapping) {
    const { stage } = this
    const { plot, painter } = stage
    const scene = this.scene!
    if (this.uploaded !== scene.version) {
      painter.setPlaces(scene.places, scene.others, scene.input)
      this.uploaded = scene.version
    }
    if (this.inHexagons && !this.moving) {
      this.hexagonsNow ??= hexagons(this.positions(), this.isShown, plot, this.scale, this.selected, this.theme)
      painter.drawHexagons(plot, this.hexagonsNow.places, this.hexagonsNow.looks, radius)
      this.drawn = scene.rows
      return
    }
    const spans = this.spans()
    this.drawn = spans.reduce((sum, [, many]) => sum + many, 0)
    painter.drawPoints(plot, scene.placing(map), this.size, spans)
  }

  get inHexagons() {
    return this.tools.hexagons ?? (this.scene?.rows ?? 0) > mostPoints
  }

  /** Points get smaller where there are many. */
  private get size() {
    return Math.max(3, 10.5 - 1.5 * Math.log10(Math.max(1, this.scene!.rows)))
  }

  /** All rows; while something moves, a sample with as many selected rows as can be. */
  private spans(): Span[] {
    const { rows } = this.scene!
    if (rows <= mostMoving || !this.moving) return [[0, rows]]
    const chosen = Math.min(this.selectedRows, mostMoving / 2)
    return [[0, mostMoving - chosen], [rows - chosen, chosen]]
  }

  private drawAbove(pen: Pen, map: Mapping) {
    const { stage, theme } = this
    const scene = this.scene!
    if (this.hovered >= 0) {
      const [x, y] = this.positions().subarray(2 * this.hovered)
      pen.line(Array.from({ length: 20 }, (_, k) => [x + 8 * Math.cos((k * Math.PI) / 10), y + 8 * Math.sin((k * Math.PI) / 10)]), { colour: theme.ink, width: 2 }, true)
    }
    const arrows = this.tools.arrows ? this.arrows() : []
    if (!scene.changes.size) this.magnified = magnification(arrows, map, stage.plot)
    const laid = layArrows(pen, arrows, map, stage.plot, this.magnified)
    drawArrows(pen, laid, theme)
    this.handles.place(laid, scene.to === null && scene.from.own && arrows.length > 0)
    if (this.lasso.length > 1) pen.line(this.lasso, { colour: theme.accent, width: 2 }, true)
  }

  // Words

  private axisLabels(): AxisLabels {
    const scene = this.scene!
    const { axes, fit } = scene.stand
    const component = (axis: number, which: 0 | 1) => componentLabel(axis, fit, (input) => scene.weight(input)[which])
    const target = isTarget(axes.y)
    return {
      x: component(axes.x, 0),
      y: target ? this.targetName(axes.y) : component(axes.y, 1),
      levels: target && hasClasses(this.choice!) ? this.choice!.classes : [],
    }
  }

  private targetName = (axis: number) => this.choice?.target[whichTarget(axis)] ?? 'target'

  private where(): string {
    const { from, to } = this.scene!
    const place = to ? `${from.title} → ${to.title}` : from.title
    this.player.where(place)
    const { rows } = this.scene!
    const parts = [this.scene!.changes.size ? `${place}, changed by hand` : place]
    if (this.drawn < rows) parts.push(`${count(this.drawn)} of ${count(rows)} rows are drawn while it moves`)
    else if (this.choice!.shown < this.choice!.rows) parts.push(`${count(rows)} of ${count(this.choice!.rows)} rows are shown, drawn at random`)
    if (this.selectedRows) parts.push(`${count(this.selectedRows)} rows are selected`)
    return parts.join(' · ')
  }

  private description(): string {
    const { axes, title } = this.scene!.stand
    const up = isTarget(axes.y) ? this.targetName(axes.y) : `z${axes.y + 1}`
    const by = this.scene!.changes.size ? `${title}, changed by hand` : title
    return `${count(this.scene!.rows)} rows by z${axes.x + 1} and ${up} of ${by}` + (this.scale.name ? `, coloured by ${this.scale.name}` : '')
  }

  private describe() {
    if (!this.scene) return
    this.stage.canvas.setAttribute('aria-label', this.description() + (this.selectedRows ? `; ${count(this.selectedRows)} rows are selected` : ''))
  }

  // Files

  private async save(kind: Kind) {
    if (!this.scene) return
    try {
      this.draw()
      await saveAs(kind, {
        stage: this.stage, theme: this.theme, title: this.description(), legend: this.legend,
        axes: (pen) => drawAxes(pen, this.stage.plot, this.map, this.axisLabels(), this.theme),
        arrows: (pen) => drawArrows(pen, layArrows(pen, this.tools.arrows ? this.arrows() : [], this.map, this.stage.plot, this.magnified), this.theme),
        rows: this.order, positions: this.positions(), looks: this.looks, size: this.size,
        hexagons: () => this.hexagonsNow ?? hexagons(this.positions(), this.isShown, this.stage.plot, this.scale, this.selected, this.theme),
        asHexagons: this.hexagonsNow !== null,
      })
    } catch (error) {
      this.wishes.problem((error as Error).message)
    }
  }

  /** For tests and measurements. */
  private expose() {
    const picture = this
    Object.assign(window, {
      suffice: {
        points: () => picture.drawn,
        positions: () => (picture.scene ? picture.positions() : new Float32Array()),
        get frames() { return picture.frames },
        get fit() { return picture.fit?.id ?? 0 },
        get moving() { return picture.moving },
        get score() { return picture.hand.text },
        get hexagons() { return picture.hexagonsNow?.rows.length ?? 0 },
        get selected() { return picture.selectedRows },
        weight: (input: number) => picture.scene?.weight(input).map(words),
      },
    })
  }
}

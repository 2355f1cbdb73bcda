// The picture: rows by two components, or one component against the target.

import './picture.css'
import type { Choice, Fit, State } from '../api'
import { keyed } from '../dom'
import { description, status, where } from './captions'
import { alike } from './colours'
import { count } from './dom'
import { Dragging } from './dragging'
import { listen } from './gestures'
import { Hand } from './hand'
import { Hover } from './hover'
import { rowsWithin } from './lasso'
import { Legend } from './legend'
import { Player } from './player'
import { Screen } from './screen'
import { columnSources, noSource, targetSources, type Source } from './sources'
import { isTarget, Stands, type Axes, type Stand } from './stands'
import { levelsOf } from './target'
import { watchTheme } from './theme'
import { Tools } from './tools'
import { around, pan, zoom, type View } from './view'

/** What the page tells the picture, and the picture the page. */
export interface Wishes {
  /** Rows were selected, by their places among the shown rows; [] for none. */
  selected(rows: number[]): void
  /** Something went wrong; for people. */
  problem(text: string): void
  /** Another fit was asked for; without this the picture alone moves to it. */
  wanted?(fit: number): void
}

const showing = 1200 // milliseconds of the motion to another fit
const stillness = 180 // milliseconds after a gesture
const [nearest, farthest] = [1 / 500, 20] // of the range that holds all rows
const reach = 10 // pixels from the pointer to a row

interface Travel { to: Stand; began: number; lasts: number; ended(arrived: boolean): void }

/** The panel of the picture, in a host element of the page. */
export class Picture {
  private readonly screen: Screen
  private readonly tools: Tools
  private readonly legend = new Legend(() => this.screen.lookAgain(), () => this.pick(this.screen.rowsWhere(this.screen.isShown)))
  private readonly hover = new Hover(() => [...(this.choice?.target ?? []), this.screen.scale.name])
  private readonly dragging: Dragging
  private readonly hand: Hand
  private readonly player: Player

  private state: State | null = null
  private choice: Choice | null = null
  private about = '' // what the rows and their columns depend on
  private fit: Fit | null = null
  private stands: Stands | null = null
  private axes: Axes | null = null
  private sources: Source[] = []
  private travel: Travel | null = null
  private asked = 0 // counts what was asked to be shown; only the last is
  private heading = 0 // what was asked and is being gone to; 0 for nothing
  private stirred = 0 // when the view was last moved
  private cursor = -1 // the row that keys went to
  private readonly leftOutChanged = keyed()

  constructor(host: HTMLElement, private readonly wishes: Wishes) {
    const problem = (text: string) => wishes.problem(text)
    this.tools = new Tools({
      colour: (key) => void this.colour(key),
      axes: (axes) => void this.turnTo(axes),
      hexagons: () => !this.screen.inHexagons,
      changed: () => this.screen.lookAgain(),
      all: () => this.all(),
      save: (kind) => void this.attempt(() => this.screen.save(kind, this.description(), this.legend)),
    })
    this.dragging = new Dragging({ screen: () => this.screen, stands: () => this.stands, hand: () => this.hand, changed: () => this.describe(), problem })
    this.hand = new Hand({ reset: () => this.dragging.reset(), keep: () => void this.keep(), add: (input) => this.addArrow(input), problem })
    this.screen = new Screen(host, {
      moving: () => this.moving,
      advance: (now) => this.advance(now),
      drawn: () => this.tell(),
      arrows: () => this.tools.arrows,
      hexagons: () => this.tools.hexagons,
      filter: () => this.legend.filter,
    }, this.dragging)
    this.player = new Player({
      fitsToTour: () => this.state?.fits ?? [],
      current: () => this.fit?.id ?? 0,
      shakes: () => this.fit?.shakes ?? 0,
      standOf: (id) => this.stands!.ofFit(id, this.axes),
      halfOf: (id, k) => this.stands!.ofHalf(id, k, this.axes),
      travel: (to, milliseconds) => this.travelTo(to, milliseconds),
      playing: (yes) => this.played(yes),
      home: () => this.fit && void this.go(this.fit.id),
      problem,
    })
    this.screen.stage.root.append(this.hover.root)
    this.tools.lay(host, this.screen.stage.root, this.legend.root, this.player.root, this.hand.root)
    watchTheme(() => this.dress())
    this.listen()
    this.expose()
  }

  /** Shows a fit, moving to it smoothly from what is shown now. Others are offered for the tour. */
  async show(fit: Fit, state: State, choice: Choice): Promise<void> {
    const asked = ++this.asked
    await this.attempt(async () => {
      this.begin(state, choice)
      this.stands!.know(fit)
      if (this.isAt(fit)) return this.renew(fit, state)
      this.player.stop()
      this.tools.say('')
      const stand = await this.stands!.ofFit(fit.id, this.axes)
      if (asked !== this.asked) return
      this.fit = fit
      this.screen.extra = []
      this.update(state)
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches
      await this.travelTo(stand, still ? 0 : showing)
    })
  }

  /** Another state: other fits for the tour. */
  update(state: State): void {
    this.state = state
    this.leaveOut(state.leftOut ?? [])
    if (this.fit) this.player.offer(state)
  }

  private leaveOut(rows: number[]) {
    if (!this.leftOutChanged(rows)) return
    this.screen.leftOut = new Set(rows)
    this.screen.lookAgain()
  }

  /** Whether weights are changed by hand, or a tour plays. */
  get busy() {
    return this.dragging.on || this.player.on || (this.screen.scene?.changes.size ?? 0) > 0
  }

  /** Takes the selection away. */
  clearSelection(): void {
    this.pick([])
  }

  private async attempt(work: () => Promise<void> | void) {
    try {
      await work()
    } catch (error) {
      this.wishes.problem((error as Error).message)
    }
  }

  /** Whether a fit is shown already, or a tour that began with it. */
  private isAt(fit: Fit): boolean {
    const { scene } = this.screen
    return scene !== null && fit.id === this.fit?.id && (this.player.on || (!scene.to && scene.from.own && scene.from.fit.id === fit.id))
  }

  /** More is known of the fit that is shown, such as how sure it is. */
  private renew(fit: Fit, state: State) {
    this.fit = fit
    const { scene } = this.screen
    if (scene?.from.fit.id === fit.id) scene.from.fit = fit
    this.update(state)
  }

  /** Other rows or another target: all that was fetched is of no use. */
  private begin(state: State, choice: Choice) {
    this.state = state
    this.choice = this.screen.choice = choice
    const about = JSON.stringify([state.table?.id, choice])
    if (about === this.about) return
    this.about = about
    this.stands = new Stands(choice)
    this.dragging.forget()
    this.hover.forget()
    Object.assign(this.screen, { scene: null, selected: null, selectedRows: 0, scale: alike, hovered: -1 })
    this.cursor = -1
    this.sources = [...targetSources(choice), noSource]
    this.tools.setSources(this.sources)
    void this.colour(this.tools.source)
    void this.attempt(async () => {
      const columns = await columnSources()
      if (this.about !== about) return
      this.sources = [...this.sources, ...columns]
      this.tools.setSources(this.sources)
    })
  }

  // Motion

  private travelTo(to: Stand, milliseconds: number): Promise<boolean> {
    const { screen } = this
    this.travel?.ended(false)
    this.travel = null
    this.hoverAt(null)
    screen.own = null
    const elsewhere = !screen.scene || screen.scene.rows !== to.places.length / 2
    if (elsewhere) screen.enter(to)
    if (elsewhere || milliseconds === 0) {
      this.arrive(to)
      return Promise.resolve(true)
    }
    screen.scene!.setOut(to)
    screen.moved()
    return new Promise((ended) => {
      this.travel = { to, began: performance.now(), lasts: milliseconds, ended }
    })
  }

  private arrive(stand: Stand) {
    const { screen, choice } = this
    screen.scene!.rest(stand)
    this.axes ??= stand.axes
    if (stand.own) this.hand.begin(stand.fit, stand.axes, screen.arrowInputs(stand))
    this.tools.setAxes(stand.fit, stand.axes, choice!)
    this.tools.pressHexagons(screen.inHexagons)
    screen.stage.setLeft(isTarget(stand.axes.y) && levelsOf(choice!).length > 0)
    this.describe()
    screen.moved()
  }

  /** One frame of the motion; true while there are more. */
  private advance(now: number): boolean {
    const { travel } = this
    if (!travel || !this.screen.scene) return false
    const share = Math.min(1, Math.max(0, (now - travel.began) / travel.lasts))
    this.screen.scene.move(share * share * (3 - 2 * share))
    this.screen.moved()
    if (share < 1) return true
    this.travel = null
    this.arrive(travel.to)
    travel.ended(true)
    return false
  }

  private played(yes: boolean) {
    if (!yes && this.travel) {
      this.travel.ended(false)
      this.travel = null
    }
    this.describe()
    this.screen.moved()
  }

  /** To the projection of the fit that is shown, or of another. */
  private async go(fit: number) {
    const asked = ++this.asked
    this.heading = asked
    await this.attempt(async () => {
      const stand = await this.stands!.ofFit(fit, this.axes)
      if (asked === this.asked && !this.player.on) await this.travelTo(stand, showing)
    })
    if (this.heading !== asked) return
    this.heading = 0
    this.screen.redraw()
  }

  private async turnTo(axes: Axes) {
    this.axes = axes
    if (this.screen.scene) await this.go(this.screen.scene.stand.fit.id)
  }

  private async neighbour(step: number) {
    const fits = this.state?.fits ?? []
    const at = fits.findIndex((fit) => fit.id === this.screen.scene?.stand.fit.id)
    const next = fits[(at + step + fits.length) % fits.length]
    if (!next) return
    this.player.stop()
    if (this.wishes.wanted) this.wishes.wanted(next.id)
    else await this.go(next.id)
  }

  private get moving() {
    return this.travel !== null || this.heading > 0 || this.dragging.on || this.player.on || performance.now() - this.stirred < stillness
  }

  // Weights by hand

  private keep() {
    return this.attempt(async () => {
      const made = await this.dragging.keep()
      if (!made) return
      this.tools.say(`kept as “${made.name}”`)
      this.wishes.wanted?.(made.id)
    })
  }

  private addArrow(input: number) {
    const { screen } = this
    screen.extra.push(input)
    if (screen.scene) this.hand.offer(screen.scene.stand.fit, screen.arrowInputs(screen.scene.stand))
    screen.redraw()
  }

  // Looks

  private colour(key: string) {
    const { about } = this
    return this.attempt(async () => {
      const scale = await this.sources.find((each) => each.key === key)?.load()
      if (!scale || this.about !== about || this.tools.source !== key) return
      this.screen.scale = scale
      this.dress()
      this.describe()
    })
  }

  private dress() {
    const { screen } = this
    screen.dress()
    this.legend.show(screen.scale, screen.theme, screen.scene?.rows ?? this.choice?.shown ?? 0)
    screen.lookAgain()
  }

  private choose(rows: number[]) {
    const { screen } = this
    if (!screen.scene || (!rows.length && !screen.selected)) return
    screen.select(rows)
    this.describe()
  }

  /** Selects rows, and tells the page. */
  private pick(rows: number[]) {
    this.choose(rows)
    this.wishes.selected(rows)
  }

  // Rows by keys

  /** To the next row that the legend shows, or the one before. */
  private step(by: 1 | -1) {
    const { screen } = this
    if (!screen.scene || this.moving) return
    const rows = screen.rowsWhere(screen.isShown)
    const next = by > 0 ? rows.find((row) => row > this.cursor) : rows.findLast((row) => row < this.cursor)
    this.cursor = screen.hovered = next ?? rows.at(by > 0 ? 0 : -1) ?? -1
    if (this.cursor < 0) return
    const [x, y] = screen.positions().subarray(2 * this.cursor)
    this.hover.show(this.cursor, x, y, screen.stage, '', (text) => this.tools.say(text))
    screen.redraw()
  }

  private mark() {
    const { screen, cursor } = this
    if (cursor < 0 || !screen.scene) return
    this.pick(screen.rowsWhere((row) => (screen.selected?.[row] === 1) !== (row === cursor)))
  }

  // Gestures

  private listen() {
    const { screen } = this
    const { stage } = screen
    const look = (turn: (view: View) => View) => {
      if (!screen.scene) return
      const seen = turn(screen.own ?? screen.scene.view())
      const share = (seen.x[1] - seen.x[0]) / (screen.scene.view().x[1] - screen.scene.view().x[0])
      if (share < nearest || share > farthest) return
      screen.own = seen
      this.stir()
    }
    listen(stage.canvas, {
      lassoing: () => this.tools.lassoing,
      pan: (by) => look((view) => pan(view, stage.plot, by)),
      zoom: (at, factor) => look((view) => zoom(view, stage.plot, at, factor)),
      all: () => this.all(),
      drawn: (polygon) => {
        screen.lasso = polygon
        screen.redraw()
      },
      closed: (polygon) => {
        screen.lasso = []
        if (screen.scene) this.pick(rowsWithin(polygon, screen.positions(), screen.isShown))
        screen.redraw()
      },
      hover: (at) => this.hoverAt(at),
      clear: () => {
        this.hoverAt(null)
        if (screen.selected) this.pick([])
      },
      step: (by) => this.step(by),
      read: () => this.tools.say(this.hover.words(this.cursor)),
      mark: () => this.mark(),
      key: (key) => {
        if (key === 'l') this.tools.toggleLasso()
        else if (key === 't') this.player.toggle()
        else void this.neighbour(key === '[' ? -1 : 1)
      },
      middle: () => [(stage.plot.left + stage.plot.right) / 2, (stage.plot.top + stage.plot.bottom) / 2],
    })
  }

  /** The view moved; hexagons are counted again when it is still. */
  private stir() {
    this.hoverAt(null)
    this.stirred = performance.now()
    setTimeout(() => this.screen.redraw(), stillness + 20)
    this.screen.moved()
  }

  private all() {
    const { scene } = this.screen
    if (!scene) return
    this.screen.own = scene.changes.size ? around(scene.positions()) : null
    this.stir()
  }

  private hoverAt(at: [number, number] | null) {
    const { screen } = this
    const before = screen.hovered
    screen.hovered = at && screen.scene && !this.moving ? screen.nearest(...at, reach) : -1
    if (screen.hovered >= 0) {
      const full = screen.hexagonsNow?.rows[screen.hexagonsNow.at(...at!)] ?? 0
      this.hover.show(screen.hovered, ...at!, screen.stage, full > 1 ? `${count(full)} rows here, one of them:` : '')
    } else this.hover.hide()
    if (screen.hovered !== before) screen.redraw()
  }

  // Words

  private tell() {
    const { scene, points, selectedRows, leftOut, inHexagons } = this.screen
    this.player.where(where(scene!))
    this.tools.tell(status(scene!, this.choice!, points, selectedRows, leftOut.size, inHexagons))
  }

  private description = () => description(this.screen.scene!, this.choice!, this.screen.scale.name)

  private describe() {
    const { scene, selectedRows, stage } = this.screen
    if (scene) stage.canvas.setAttribute('aria-label', this.description() + (selectedRows ? `; ${count(selectedRows)} rows are selected` : ''))
  }

  /** For tests and measurements. */
  private expose() {
    const { screen, hand } = this
    const picture = this
    Object.assign(window, {
      suffice: {
        get fit() { return (screen.scene?.to ?? screen.scene?.from)?.fit.id },
        points: () => screen.points,
        positions: () => (screen.scene ? screen.positions() : new Float32Array()),
        get frames() { return screen.frames },
        get hexagons() { return screen.hexagonsNow?.rows.length ?? 0 },
        get selected() { return screen.selectedRows },
        get score() { return hand.text },
        get moving() { return picture.moving },
      },
    })
  }
}

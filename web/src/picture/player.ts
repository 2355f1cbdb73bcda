// The tour: from fit to fit, or among halves of the rows, one motion after the other.

import type { State } from '../api'
import { button, choose, element, setOptions, shorten } from './dom'
import type { Stand } from './stands'

/** What the tour asks of the picture. */
export interface Stage {
  /** The fits whose tour it can be, and the one that is shown. */
  fitsToTour(): { id: number; name: string }[]
  current(): number
  standOf(fit: number): Promise<Stand>
  halfOf(fit: number, k: number): Promise<Stand>
  shakes(): number // of the fit that is shown
  /** Moves there; true if it arrives, false if something else came between. */
  travel(to: Stand, milliseconds: number): Promise<boolean>
  playing(yes: boolean): void
  home(): void // back to the fit that is shown
  problem(text: string): void
}

const motion = 3000
const rest = 300
const speeds: [string, string][] = [['0.5', 'slow'], ['1', 'normal'], ['2', 'fast']]

export class Player {
  readonly root: HTMLElement
  private readonly play: HTMLButtonElement
  private readonly what: { label: HTMLLabelElement; select: HTMLSelectElement }
  private readonly speed: { label: HTMLLabelElement; select: HTMLSelectElement }
  private readonly label = element('span', { class: 'picture-where', 'data-test': 'tour-where' })
  private round = 0 // the present play; an older one ends
  on = false

  constructor(private readonly stage: Stage) {
    this.play = button('Play', { 'data-test': 'tour', 'aria-pressed': false, title: 'move from one projection to the next; then back to the fit (T)' }, () => this.toggle())
    this.what = choose('tour', { 'data-test': 'tour-what' }, () => this.restart())
    this.speed = choose('speed', { 'data-test': 'tour-speed' }, () => {})
    setOptions(this.speed.select, speeds.map(([value, text]) => ({ value, text })), '1')
    this.root = element('div', { class: 'picture-tour', role: 'group', 'aria-label': 'tour' }, this.play, this.what.label, this.speed.label, this.label)
  }

  /** Other fits, or another one is shown. */
  offer(state: State) {
    const fits = this.stage.fitsToTour()
    const current = this.stage.current()
    const options = fits.length > 1 ? [{ value: 'all', text: 'all fits' }] : []
    for (const { id, name } of fits) if (id !== current) options.push({ value: `${id}`, text: `this fit and ${shorten(name)}` })
    const sure = state.fits.some((fit) => fit.id === current && fit.sure)
    if (sure && this.stage.shakes() > 0) options.push({ value: 'shake', text: 'shake: half of the rows to half' })
    if (!options.length) options.push({ value: '', text: 'needs another fit, or intervals' })
    setOptions(this.what.select, options)
    this.play.disabled = options[0].value === ''
    if (this.play.disabled) this.stop()
  }

  where(text: string) {
    if (this.label.textContent !== text) this.label.textContent = text
  }

  toggle() {
    if (this.on) {
      this.stop()
      this.stage.home()
    } else if (!this.play.disabled) void this.run()
  }

  stop() {
    this.round++
    this.set(false)
  }

  private restart() {
    if (this.on) void this.run()
  }

  private set(on: boolean) {
    this.on = on
    this.play.textContent = on ? 'Stop' : 'Play'
    this.play.setAttribute('aria-pressed', String(on))
    this.stage.playing(on)
  }

  private async run() {
    const round = ++this.round
    this.set(true)
    for (let k = 0; this.round === round; k++) {
      try {
        const to = await this.next(k)
        if (this.round !== round) return
        const pace = Number(this.speed.select.value)
        if (!(await this.stage.travel(to, motion / pace)) || this.round !== round) return
        await new Promise((resolve) => setTimeout(resolve, rest / pace))
      } catch (error) {
        this.stage.problem((error as Error).message)
        if (this.round === round) this.stop()
      }
    }
  }

  /** The projection that comes after k others. */
  private async next(k: number): Promise<Stand> {
    const { stage } = this
    const current = stage.current()
    const what = this.what.select.value
    if (what === 'shake') {
      const at = k % (stage.shakes() + 1)
      return at === stage.shakes() ? stage.standOf(current) : stage.halfOf(current, at)
    }
    if (what !== 'all') return stage.standOf(k % 2 ? current : Number(what))
    const fits = stage.fitsToTour().map((fit) => fit.id)
    return stage.standOf(fits[(fits.indexOf(current) + 1 + k) % fits.length])
  }
}

// The page of suffice explore. It shows one state, which the server sends whole, and one fit,
// which this window chooses.
//
// Elements that tests look for have data-test, listed here:
//   facts progress (data-job) cancel theme lost aloud                     the line at the top
//   upload upload-file drop-zone                                          another table
//   target suggested kind missing choice choice-problem                   what is predicted
//   find-column column (data-index, data-role) more-columns fewer-columns the columns; in each:
//     make-target also-target drop nominal
//   ask verdict worth curve                                               is there anything to find
//   method dim seed judge-fit no-scale select-inputs predictor fit        fit
//   fit-item (data-fit, aria-pressed) remove-fit fresh fresh-show
//   compare-panel compare-method compare-dims compare-repeats compare compared compared-words
//   work (data-job) work-cancel                                           work where it belongs
//   picture                                                               the host of the picture
//   selection selection-count difference selection-csv exclude clear-selection excluded take-back
//   weights weight (data-input) find-input more-inputs sure angles rank-inputs ranked
//   summary                                                               the target along a component
//   make-predictor value predict more-fields prediction unlike z predict-file predict-file-file
//   keep-model keep-z-csv keep-picture-png … command copy-command         keep it

import './page.css'
import { choose, follow, getFit, type Fit, type State } from './api'
import { ask } from './ask'
import { el, fill, keyed, write } from './dom'
import { fits } from './fits'
import { capital } from './format'
import { header } from './header'
import { keep } from './keep'
import { predicts } from './predicts'
import { Alert, type Page, type Part } from './section'
import { table } from './table'
import { verdict } from './verdict'
import { view } from './view'
import { weights } from './weights'
import { isActive } from './work'

const alert = new Alert()
const aloud = el('div', { class: 'unseen', 'aria-live': 'polite', 'data-test': 'aloud' })
const lost = el('div', { class: 'lost', role: 'alert', 'data-test': 'lost', hidden: true })
const newsWords = el('span')
const news = el('div', { class: 'news', role: 'status', 'data-test': 'fresh', hidden: true }, newsWords,
  el('button', { type: 'button', 'data-test': 'fresh-show', onclick: () => page.show(fresh) }, 'Show it'))

let state: State | null = null
let fit: Fit | null = null
let shown = 0 // the fit that this window looks at
let coming = 0 // the fit that it shows as soon as there is one
let fresh = 0 // a fit that came and is not shown
const mine = new Set<number>() // work that this window asked for
let choosing: Promise<unknown> = Promise.resolve() // one change after the other, so that none undoes another
const fitChanged = keyed()
const newsChanged = keyed()

const page: Page = {
  accept(next) {
    if (!state || next.version > state.version) take(next)
  },
  choose(edit, alert) {
    const chosen = choosing.then(async () => {
      const next = await alert.attempt(() => choose({ ...state!.roles, ...edit(state!.roles) }))
      if (next) page.accept(next)
      return !!next
    })
    choosing = chosen
    return chosen
  },
  show(id) {
    coming = id
    lookForComing()
    render()
  },
  asked(job) {
    mine.add(job)
    if (!state) return
    followMine(state)
    render()
  },
  say: (text) => write(aloud, text),
}

const top = header()
const picture = view(page)
const parts: Part[] = [table(page), verdict(page), fits(page), picture, weights(), predicts(), ask(page), keep(page)]

function take(next: State): void {
  tell(state, next)
  const known = state?.fits.map(({ id }) => id)
  state = next
  const { fits } = state
  fresh = (known && fits.findLast(({ id }) => !known.includes(id))?.id) ?? fresh
  followMine(state)
  if (!fits.some(({ id }) => id === shown)) shown = fits.at(-1)?.id ?? 0
  render()
}

/** Fits that this window asked for are shown when they come, unless a person is busy with the one that is. */
function followMine({ jobs }: State): void {
  for (const job of jobs) {
    if (isActive(job) || !mine.delete(job.id) || !job.fit) continue
    if (picture.busy()) fresh = job.fit
    else coming = job.fit
  }
  lookForComing()
}

function lookForComing(): void {
  if (!state?.fits.some(({ id }) => id === coming)) return
  shown = coming
  coming = 0
}

function tellFresh({ fits }: State): void {
  const info = fits.find(({ id }) => id === fresh)
  news.hidden = !info || fresh === shown
  if (info && newsChanged(info.id)) fill(newsWords, 'A new fit is there: ', el('bdi', {}, info.name))
}

function render(): void {
  if (!state) return
  void loadFit(state)
  if (!shown) fit = null
  tellFresh(state)
  main.classList.toggle('no-table', !state.table)
  for (const part of [top, ...parts]) part.update({ state, fit, shown })
}

/** Gets the fit again whenever it is another one, or work on it is done. */
async function loadFit(now: State): Promise<void> {
  const info = now.fits.find(({ id }) => id === shown)
  const done = now.jobs.filter((job) => job.fit === shown && job.status === 'done').map(({ id }) => id)
  if (!fitChanged(info, done, now.table?.id) || !info) return
  const found = await alert.attempt(() => getFit(info.id))
  if (!found || found.id !== shown) return
  fit = found
  render()
}

/** Says aloud what work began and ended. */
function tell(before: State | null, now: State): void {
  for (const job of now.jobs) {
    const was = before?.jobs.find(({ id }) => id === job.id)
    if (isActive(job) && !was) page.say(`${capital(job.title)}: under way`)
    if (was && isActive(was) && !isActive(job)) page.say(`${capital(job.title)}: ${job.status}. ${job.error}`)
  }
}

function connected(yes: boolean): void {
  lost.hidden = yes
  write(lost, yes ? '' : 'The connection to the program is lost. If it still runs, this page goes on by itself.')
}

const main = document.getElementById('page')!
const pair = el('div', { class: 'pair' }, parts[3].element, parts[4].element)
document.getElementById('top')!.append(top.element, lost, news)
main.append(alert.element, ...parts.slice(0, 3).map((part) => part.element), pair, ...parts.slice(5).map((part) => part.element), aloud)

follow(page.accept, connected)

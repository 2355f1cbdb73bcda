// What is different about some rows, and what to do with them.

import { exclude, select, selectionCSV, type Difference, type Selected } from './api'
import { diverging } from './charts'
import { download, el, fill, keyed, naming, write } from './dom'
import { count, counted, figure, fixed } from './format'
import { Alert, type Page, type Part } from './section'

export interface Selection extends Part { select(rows: number[]): Promise<void> }

export function selection(page: Page, clear: () => void): Selection {
  const alert = new Alert()
  const heading = el('h3', { 'data-test': 'selection-count' })
  const target = el('p')
  const differences = el('div')
  const leftOut = el('span')
  const back = el('div', { class: 'row', hidden: true, 'data-test': 'excluded' }, leftOut,
    el('button', { type: 'button', 'data-test': 'take-back', onclick: () => void leave([]) }, 'Take them back'))
  const panel = el('div', { class: 'card stack', 'data-test': 'selection', hidden: true }, heading, target, differences,
    el('div', { class: 'row' },
      el('button', { type: 'button', 'data-test': 'selection-csv', onclick: () => void save() }, 'Save as CSV'),
      el('button', { type: 'button', 'data-test': 'exclude', onclick: () => void leave(rows) }, 'Leave out of the next fit'),
      el('button', { type: 'button', class: 'quiet', 'data-test': 'clear-selection', onclick: clear }, 'Clear')))
  const choiceChanged = keyed()
  let rows: number[] = []

  async function save(): Promise<void> {
    const csv = await alert.attempt(() => selectionCSV(rows))
    if (csv) download('selection.csv', csv)
  }

  async function leave(which: number[]): Promise<void> {
    const state = await alert.attempt(() => exclude(which))
    if (!state) return
    page.accept(state)
    page.say(which.length > 0 ? 'The selected rows are left out of the fits to come.' : 'All rows are taken in again.')
  }

  async function show(now: number[]): Promise<void> {
    rows = now
    panel.hidden = rows.length === 0
    if (panel.hidden) return
    write(heading, `${counted(rows.length, 'row')} selected`)
    const found = await alert.attempt(() => select(now))
    if (!found || rows !== now) return
    write(heading, `${count(found.rows)} of ${counted(found.of, 'row')} selected`)
    write(target, found.target)
    fill(differences, el('div', { class: 'scroll' }, differenceTable(found)))
    page.say(`${counted(found.rows, 'row')} selected. ${found.target}`)
  }

  return {
    element: el('div', { class: 'stack' }, back, alert.element, panel),
    select: show,
    update({ state }) {
      back.hidden = state.excluded === 0
      write(leftOut, `${counted(state.excluded, 'row is', 'rows are')} left out of the fits to come. Fit again to see the others without them.`)
      if (choiceChanged(state.table?.id, state.choice)) void show([])
    },
  }
}

function differenceTable(found: Selected): HTMLElement {
  const scale = Math.max(...found.differences.map((difference) => Math.abs(difference.size)), 1)
  const line = (d: Difference) => el('tr', { 'data-test': 'difference' },
    el('th', { scope: 'row' }, naming(d.name), d.input === false && el('span', { class: 'hint' }, ' (not an input)')), el('td', { class: 'wide' }, diverging(d.size, scale)),
    el('td', { class: 'number' }, fixed(d.size, 2)), el('td', { class: 'number' }, figure(d.inside)), el('td', { class: 'number' }, figure(d.outside)))
  return el('table', { class: 'bars' }, el('caption', {}, 'Largest differences from the other rows, in standard deviations'),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Column'), el('th', { scope: 'col', colspan: 2 }, 'Difference'), el('th', { scope: 'col', class: 'number' }, 'Here'), el('th', { scope: 'col', class: 'number' }, 'Elsewhere'))),
    el('tbody', {}, ...found.differences.slice(0, 12).map(line)))
}

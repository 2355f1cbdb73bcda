// The columns of the table: what is in them, and what they are taken for.

import { getColumns, type Column, type Columns, type Roles, type State } from './api'
import { histogram } from './charts'
import { el, fill, keyed, naming, write } from './dom'
import { count, counted, figure, named } from './format'
import { Alert, type Edit, type Page, type Part } from './section'

const step = 15

type Set = (edit: Edit) => Promise<void>

export function columns(page: Page): Part {
  const search = el('input', { type: 'search', id: 'find-column', 'data-test': 'find-column', placeholder: 'Find a column', 'aria-label': 'Find a column by its name', oninput: () => void load() })
  const found = el('span', { class: 'hint', 'aria-live': 'polite' })
  const body = el('tbody')
  const more = el('button', { type: 'button', 'data-test': 'more-columns', onclick: () => { wanted += 4 * step; void load() } }, 'Show more columns')
  const fewer = el('button', { type: 'button', 'data-test': 'fewer-columns', hidden: true, onclick: () => { wanted = step; void load() } }, 'Show fewer')
  const alert = new Alert()
  const bar = el('div', { class: 'row' }, search, found)
  const rows = new Map<number, { element: HTMLTableRowElement; changed: ReturnType<typeof keyed> }>()
  const changed = keyed()
  let state: State
  let wanted = step
  let asked = 0

  async function load(): Promise<void> {
    const mine = ++asked
    const answer = await alert.attempt(() => firstColumns(search.value, wanted))
    if (answer && mine === asked) draw(answer)
  }

  function draw(answer: Columns): void {
    bar.hidden = answer.total <= 12
    more.hidden = answer.columns.length >= answer.found
    fewer.hidden = answer.columns.length <= step
    write(found, search.value ? `${count(answer.found)} of ${counted(answer.total, 'column')}` : counted(answer.total, 'column'))
    const elements = answer.columns.map((column) => {
      let row = rows.get(column.index)
      if (!row) rows.set(column.index, (row = { element: el('tr', { role: 'row', 'data-test': 'column', 'data-index': column.index }), changed: keyed() }))
      if (row.changed(column, marked(column, state.roles), several(state.roles))) fill(row.element, ...cells(column, marked(column, state.roles), several(state.roles), set))
      row.element.dataset.role = column.role
      return row.element
    })
    if (elements.length !== body.children.length || elements.some((element, i) => body.children[i] !== element)) fill(body, ...elements)
  }

  const set: Set = async (edit) => {
    if (await page.choose(edit, alert)) return
    rows.clear() // what a person ticked is not so
    void load()
  }

  const head = ['Column', 'Values', 'Missing', 'Input', 'Target']
  return {
    element: el('div', { class: 'stack' }, bar, alert.element,
      el('table', { class: 'columns', role: 'table' }, el('caption', { class: 'unseen' }, 'Columns of the table'),
        el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, ...head.map((text) => el('th', { scope: 'col', role: 'columnheader' }, text)))), body), el('div', { class: 'row' }, more, fewer)),
    update(view) {
      const { table, roles, choice, problem } = view.state
      if (table?.id !== state?.table?.id) {
        rows.clear()
        search.value = ''
        wanted = step
      }
      state = view.state
      if (table && changed(table.id, roles, choice?.kind, problem)) void load()
    },
  }
}

/** The first columns that are found; the server gives so many at once. */
async function firstColumns(find: string, wanted: number): Promise<Columns> {
  const most = 500
  const all = await getColumns(find, 0, Math.min(wanted, most))
  while (all.columns.length < Math.min(wanted, all.found)) {
    const more = await getColumns(find, all.columns.length, Math.min(wanted - all.columns.length, most))
    if (more.columns.length === 0) break
    all.columns.push(...more.columns)
  }
  return all
}

/** Whether the target may be more than one column. */
const several = (roles: Roles) => roles.target.length > 1 || roles.kind === 'numbers' || roles.kind === 'labels'

const marked = (column: Column, roles: Roles) => roles.nominal.includes(column.name)

const without = (names: string[], name: string) => names.filter((other) => other !== name)

const withName = (names: string[], name: string) => [...without(names, name), name]

function cells(column: Column, nominal: boolean, several: boolean, set: Set): HTMLElement[] {
  return [
    el('th', { scope: 'row', role: 'rowheader' }, el('div', { class: 'name' }, naming(column.name)), el('span', { class: 'hint' }, typeWords(column)),
      column.remark && el('div', {}, el('span', { class: 'remark' }, column.remark))),
    el('td', { role: 'cell', class: 'values' }, histogram(column), el('span', { class: 'hint' }, values(column))),
    el('td', { role: 'cell', class: 'missing' }, column.missing > 0 ? el('span', { class: 'some' }, counted(column.missing, 'missing value')) : el('span', { class: 'hint none' }, 'none')),
    el('td', { role: 'cell', class: 'use' }, inputTick(column, set), nominalTick(column, nominal, set)),
    el('td', { role: 'cell', class: 'aim' }, ...targetButtons(column, several, set)),
  ]
}

const typeWords = (column: Column) => (column.constant ? `${column.type}, constant` : column.type)

function values(column: Column): string {
  if (column.first) return `${column.first} to ${column.last}`
  if (column.min !== null && column.max !== null) return `${figure(column.min)} to ${figure(column.max)}`
  const shown = column.levels.slice(0, 3).map((level) => `${level.value} ${count(level.rows)}`).join(', ')
  return column.distinct > 3 ? `${shown}, … (${count(column.distinct)} different)` : shown
}

function inputTick(column: Column, set: Set): HTMLElement {
  const box = el('input', { type: 'checkbox', id: `drop-${column.index}`, 'data-test': 'drop', 'aria-label': `${named(column.name)} is an input` })
  box.checked = column.role === 'input'
  box.disabled = column.role === 'target' || column.role === 'unused' || !column.name
  box.addEventListener('change', () => void set(({ exclude }) => ({ exclude: box.checked ? without(exclude, column.name) : withName(exclude, column.name) })))
  return el('label', { class: 'tick' }, box, el('span', {}, { target: 'target', unused: 'not used', input: 'input', excluded: 'dropped' }[column.role]))
}

function nominalTick(column: Column, marked: boolean, set: Set): HTMLElement | null {
  if (!marked && !['number', 'text', 'mixed'].includes(column.type) || column.role === 'target' || !column.name) return null
  const box = el('input', { type: 'checkbox', id: `nominal-${column.index}`, 'data-test': 'nominal', 'aria-label': `The values of ${column.name} are only names` })
  box.checked = marked
  box.addEventListener('change', () => void set(({ nominal }) => ({ nominal: box.checked ? withName(nominal, column.name) : without(nominal, column.name) })))
  return el('label', { class: 'tick small', title: 'Its values are names, such as codes' }, box, el('span', {}, 'nominal'))
}

function targetButtons(column: Column, several: boolean, set: Set): (HTMLElement | null)[] {
  const chosen = column.role === 'target'
  const { name, index } = column
  if (!name || (!column.target && !chosen)) return [el('span', { class: 'hint' }, 'cannot be one')]
  const freed: Edit = ({ exclude, nominal }) => ({ exclude: without(exclude, name), nominal: without(nominal, name) })
  const aim = el('button', { type: 'button', id: `target-${index}`, class: 'aim-button', 'data-test': 'make-target', 'aria-pressed': `${chosen}`, 'aria-label': `Predict ${name}` }, chosen ? '✓ Target' : 'Predict this')
  aim.addEventListener('click', () => void set((roles) => (chosen ? { target: without(roles.target, name) } : { ...freed(roles), target: [name], kind: '' })))
  if (chosen || !several) return [aim]
  const also = el('button', { type: 'button', id: `also-${index}`, class: 'quiet', 'data-test': 'also-target', 'aria-label': `Predict ${name} too` }, 'Also')
  also.addEventListener('click', () => void set((roles) => ({ ...freed(roles), target: withName(roles.target, name) })))
  return [aim, also]
}

// Ask it: the prediction of a row that is typed in, or of a file of rows.

import { getColumns, makePredictor, predict, predictFile, type Column, type Fit, type Predicted } from './api'
import { bar } from './charts'
import { download, el, field, fileButton, fill, keyed, naming, options, write } from './dom'
import { figure, fixed } from './format'
import { Alert, notMadeHere, section, type Page, type Part } from './section'
import { active, work } from './work'

const step = 12

type Control = HTMLInputElement | HTMLSelectElement

export function ask(page: Page): Part {
  const alert = new Alert()
  const jobs = work(['predictor'], (job, view) => job.fit === view.shown)
  const make = el('button', { type: 'button', class: 'primary', 'data-test': 'make-predictor', onclick: () => void alert.attempt(() => makePredictor(fit!.id)) }, 'Make a predictor')
  const reason = el('span', { class: 'hint' })
  const missing = el('div', { class: 'row' }, el('p', {}, 'This fit cannot predict yet.'), make, reason)
  const form = el('div', { class: 'stack' })
  const answer = el('div', { 'data-test': 'prediction' })
  const element = section('ask', 'Ask it', 'What would the target be? Type a row, or give a file of rows.', missing, alert.element, jobs.element, form)
  const changed = keyed()
  let fit: Fit | null = null

  async function foretell(controls: Map<string, Control>): Promise<void> {
    const asked = fit!.id
    const values = Object.fromEntries([...controls].map(([name, control]) => [name, control.value]))
    const found = await alert.attempt(() => predict(asked, values))
    if (!found || fit?.id !== asked) return
    fill(answer, ...prediction(found))
    page.say(`Prediction: ${found.names.map((name, i) => `${name} ${figure(found.values[i])}`).join(', ')}`)
  }

  async function foretellFile(file: File): Promise<void> {
    const csv = await alert.attempt(() => predictFile(fit!.id, file.name, file))
    if (csv) download('predictions.csv', csv)
  }

  function draw(): void {
    fill(answer)
    alert.say('')
    fill(form, fit!.predictor && rowForm(fit!, foretell, answer), fit!.predictor && el('div', { class: 'row' }, fileButton('Predict a file of rows', 'predict-file', (file) => void foretellFile(file)),
      el('span', { class: 'hint' }, 'Any table with these columns; the predictions come as CSV.')))
  }

  return {
    element,
    update(view) {
      fit = view.fit
      element.hidden = !fit
      jobs.update(view)
      if (!fit) return
      missing.hidden = fit.predictor
      const why = notMadeHere(fit)
      write(reason, why)
      make.disabled = why !== '' || active(view.state).some((job) => job.kind === 'predictor' && job.fit === fit!.id)
      if (changed(fit.id, fit.predictor, fit.columns)) draw()
    },
  }
}

function rowForm(fit: Fit, foretell: (controls: Map<string, Control>) => Promise<void>, answer: HTMLElement): HTMLElement {
  const controls = new Map(fit.columns.map((column) => [column.name, control(column)]))
  void fillIn(fit, controls).catch(() => {})
  const fields = fit.columns.map((column) => field(naming(column.name), controls.get(column.name)!))
  fields.slice(step).forEach((field) => { field.hidden = true })
  const more = el('button', { type: 'button', hidden: fields.length <= step, 'data-test': 'more-fields' }, `Show all ${fields.length} columns`)
  more.addEventListener('click', () => {
    fields.forEach((field) => { field.hidden = false })
    more.hidden = true
  })
  const form = el('form', { class: 'card', 'aria-label': 'A row to predict' }, el('div', { class: 'fields many' }, ...fields),
    el('div', { class: 'row' }, el('button', { type: 'submit', class: 'primary', 'data-test': 'predict' }, 'Predict'), more), answer)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void foretell(controls)
  })
  return form
}

/** What is no number has no mean that means something; the table knows a usual value. */
async function fillIn(fit: Fit, controls: Map<string, Control>): Promise<void> {
  for (const { name, type } of fit.columns) {
    const input = controls.get(name)
    if (type === 'number' || !(input instanceof HTMLInputElement)) continue
    const column = await columnNamed(name)
    const usual = column?.last || column?.levels[0]?.value
    if (usual && input.value === input.defaultValue) input.value = usual
  }
}

/** A column by its whole name, which others may hold as well. */
async function columnNamed(name: string): Promise<Column | undefined> {
  for (let from = 0; ; from += 100) {
    const { columns, found } = await getColumns(name, from, 100)
    const column = columns.find((column) => column.name === name)
    if (column || from + columns.length >= found || columns.length === 0) return column
  }
}

function control(column: Fit['columns'][number]): Control {
  if (column.levels.length === 0) {
    return el('input', { type: 'text', inputmode: column.type === 'number' ? 'decimal' : 'text', value: column.mean === null ? '' : Number(column.mean.toPrecision(4)), autocomplete: 'off', 'data-test': 'value' })
  }
  return options(el('select', { 'data-test': 'value' }), column.levels.map((level) => [level, level]))
}

function prediction(found: Predicted): (HTMLElement | false)[] {
  const classes = !found.interval && found.names.length > 1 && found.values.every((value) => value >= 0 && value <= 1)
  const line = (name: string, i: number) => el('tr', {}, el('th', { scope: 'row' }, naming(name)),
    classes && el('td', { class: 'wide' }, bar(found.values[i], 1)),
    el('td', { class: 'number big' }, classes ? `${fixed(100 * found.values[i], 1)}%` : figure(found.values[i])),
    found.interval && el('td', { class: 'hint' }, `${found.interval.percent}% lie between ${figure(found.interval.lower[i])} and ${figure(found.interval.upper[i])}`))
  return [
    found.unlike && el('p', { class: 'problem', role: 'alert', 'data-test': 'unlike' }, 'This row lies outside the training distribution (unlike the rows of the fit): do not rely on the prediction.'),
    el('table', { class: 'bars answer-table' }, el('caption', { class: 'unseen' }, 'Prediction'), el('tbody', {}, ...found.names.map(line))),
    el('p', { class: 'hint', 'data-test': 'z' }, found.z.map((z, k) => `z${k + 1} = ${figure(z)}`).join(', ')),
  ]
}

// Comparing methods by what they predict of rows held out.

import { compare as begin, type Compared } from './api'
import { el, field, fill, keyed, tick } from './dom'
import { Alert, type Part } from './section'
import type { Method } from './fitform'
import { fixed, isError, measureName } from './format'
import { work } from './work'

const usual = ['sca', 'mddm', 'pca', 'none']

export function compare(methods: Promise<Method[]>): Part {
  const alert = new Alert()
  const boxes = el('div', { class: 'ticks' })
  const dims = el('input', { type: 'text', value: '1, 2, 3', inputmode: 'numeric', 'data-test': 'compare-dims' })
  const repeats = el('input', { type: 'number', min: 2, max: 100, value: 5, 'data-test': 'compare-repeats' })
  const button = el('button', { type: 'submit', 'data-test': 'compare' }, 'Compare')
  const result = el('div', { class: 'scroll' })
  const jobs = work(['compare'])
  const changed = keyed()

  void methods.then((all) => fill(boxes, ...all.map(({ name, what }) => {
    const box = el('input', { type: 'checkbox', value: name, checked: usual.includes(name), 'data-test': 'compare-method' })
    const label = tick(name, box)
    label.title = what
    return label
  })), () => {})

  const submit = async (event: Event) => {
    event.preventDefault()
    const chosen = [...boxes.querySelectorAll('input')].filter((box) => box.checked).map((box) => box.value)
    const numbers = dims.value.split(/[\s,;]+/).filter(Boolean).map(Number)
    if (chosen.length === 0 || numbers.length === 0 || !numbers.every((n) => Number.isInteger(n) && n > 0)) {
      alert.say('Choose methods, and numbers of components such as 1, 2, 3')
      return
    }
    await alert.attempt(() => begin(chosen, numbers, Number(repeats.value) || 5))
  }
  const details = el('details', { class: 'card', 'data-test': 'compare-panel' }, el('summary', {}, 'Compare methods'),
    el('form', { 'aria-label': 'Compare methods', onsubmit: (event) => void submit(event) },
      el('fieldset', {}, el('legend', {}, 'Methods'), boxes),
      el('div', { class: 'fields' }, field('Numbers of components', dims), field('Random divisions', repeats)), el('div', { class: 'row' }, button)),
    alert.element, jobs.element, result)
  return {
    element: details,
    update(view) {
      const { compared, choice } = view.state
      button.disabled = !choice
      jobs.update(view)
      if (!changed(compared)) return
      fill(result, ...(compared ? comparison(compared) : []))
      if (compared) details.open = true
    },
  }
}

/** A table with a line for each method and a column for each number of components. */
function comparison(compared: Compared): HTMLElement[] {
  const dims = [...new Set(compared.rows.map((row) => row.dim))].sort((a, b) => a - b)
  const methods = [...new Set(compared.rows.map((row) => row.method))]
  const cell = (method: string, dim: number) => {
    const row = compared.rows.find((row) => row.method === method && row.dim === dim)
    if (!row) return el('td')
    if (row.mean === null) return el('td', { class: 'hint', title: row.error }, row.error ? 'failed' : '–')
    return el('td', { class: row.mark ? 'number best' : 'number' }, fixed(row.mean, 3), row.sd !== null && el('span', { class: 'hint' }, ` ± ${fixed(row.sd, 3)}`), row.mark && ` ${row.mark}`)
  }
  return [
    el('table', { class: 'plain', 'data-test': 'compared' },
      el('caption', {}, `${measureName(compared.measure)} on test rows${isError(compared.measure) ? ', less is better' : ''}; a guess: ${fixed(compared.baseline, 3)}`),
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Method'), ...dims.map((dim) => el('th', { scope: 'col', class: 'number' }, dim === 1 ? '1 component' : `${dim} components`)))),
      el('tbody', {}, ...methods.map((method) => el('tr', {}, el('th', { scope: 'row' }, method), ...dims.map((dim) => cell(method, dim)))))),
    el('p', { class: 'words', 'data-test': 'compared-words' }, compared.words),
  ]
}

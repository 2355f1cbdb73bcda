// Comparing methods by what they predict of rows held out.

import { compare as begin, type Compared } from './api'
import { bar } from './charts'
import { el, field, fill, keyed, tick } from './dom'
import { Alert, type Part } from './section'
import type { Method } from './fitform'
import { capital, figure, measureName } from './format'
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

/** A line for each method and number of components, with bars. */
function comparison(compared: Compared): HTMLElement[] {
  const scale = Math.max(...compared.rows.map((row) => row.mean ?? 0), compared.baseline, 1e-12)
  const line = (row: Compared['rows'][number]) => el('tr', { class: row.mark === 'best' ? 'best-row' : null },
    el('th', { scope: 'row' }, row.method), el('td', { class: 'number' }, `${row.dim}`),
    ...(row.mean === null ? [el('td', { colspan: 3, class: 'hint' }, row.error)] : [
      el('td', { class: 'wide' }, bar(row.mean, scale)),
      el('td', { class: 'number' }, `${figure(Number(row.mean.toPrecision(3)))} ± ${figure(row.sd === null ? null : Number(row.sd.toPrecision(2)))}`),
      el('td', { class: /^(best|as good|better)$/.test(row.mark) ? 'best' : 'hint' }, row.mark)]))
  const heads = [['Method'], ['Components', 'number'], [''], [measureName(compared), 'number'], ['']]
  return [
    el('table', { class: 'bars', 'data-test': 'compared' },
      el('caption', {}, `${capital(measureName(compared))} on test rows${compared.less ? ', less is better' : ''}; a guess: ${figure(compared.baseline)}`),
      el('thead', {}, el('tr', {}, ...heads.map(([text, kind]) => el('th', { scope: 'col', class: kind ?? null }, text)))),
      el('tbody', {}, ...compared.rows.map(line))),
    el('p', { class: 'words', 'data-test': 'compared-words' }, capital(compared.words)),
  ]
}

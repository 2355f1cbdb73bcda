// How to fit: the method, the number of components, the seed and what else there is to say.

import { fit, type FitOptions } from './api'
import { el, field, options, tick, write } from './dom'
import { counted } from './format'
import { Alert, type Page, type Part } from './section'

export type Method = { name: string; what: string; outputs: string }

const auto: Method = { name: 'auto', what: 'the best: methods are compared, and the one that predicts best is taken', outputs: 'any' }

export function fitForm(page: Page, methods: Promise<Method[]>): Part {
  const alert = new Alert()
  const method = el('select', { 'data-test': 'method' })
  const what = el('p', { class: 'hint what' })
  const dim = el('input', { type: 'number', min: 1, step: 1, placeholder: 'auto', 'data-test': 'dim' })
  const seed = el('input', { type: 'number', min: 1, step: 1, value: 1, 'data-test': 'seed' })
  const noScale = el('input', { type: 'checkbox', 'data-test': 'no-scale' })
  const select = el('input', { type: 'checkbox', 'data-test': 'select-inputs' })
  const predictor = el('input', { type: 'checkbox', 'data-test': 'predictor' })
  const verdict = el('input', { type: 'checkbox', checked: true, 'data-test': 'judge-fit' })
  const button = el('button', { type: 'submit', class: 'primary', 'data-test': 'fit' }, 'Fit')
  const hint = el('span', { class: 'hint' })

  void alert.attempt(async () => fillMethods(method, what, [auto, ...(await methods)]))

  const wishes = (): FitOptions => ({
    method: method.value || 'sca', dim: Number(dim.value) || 0, seed: Number(seed.value) || 1,
    noScale: noScale.checked, select: select.checked, predictor: predictor.checked, verdict: verdict.checked,
  })
  const submit = async (event: Event) => {
    event.preventDefault()
    const job = await alert.attempt(() => fit(wishes()))
    if (job) page.asked(job.id)
  }
  return {
    element: el('form', { class: 'card', 'aria-label': 'Fit', onsubmit: (event) => void submit(event) },
      el('div', { class: 'fields' }, el('div', { class: 'grow' }, field('Method', method), what), field('Components', dim, 'empty: as many as predict best'), field('Seed', seed)),
      el('div', { class: 'ticks' }, tick('judge it on rows held out', verdict), tick('keep the columns’ own units', noScale), tick('only inputs that most halves of the rows choose', select),
        tick('make a predictor too, which takes five times as long', predictor)),
      el('div', { class: 'row' }, button, hint), alert.element),
    update({ state }) {
      button.disabled = !state.choice
      write(hint, !state.choice ? 'Choose a target first.' : state.excluded > 0 ? `${counted(state.excluded, 'row is', 'rows are')} left out.` : '')
    },
  }
}

/** The name of a method is what stands before the colon of what it is for. */
function fillMethods(select: HTMLSelectElement, what: HTMLElement, methods: Method[]): void {
  options(select, methods.map(({ name, what }) => [name, `${name} · ${what.split(':')[0]}`]))
  select.value = 'sca'
  const explain = () => {
    const chosen = methods.find(({ name }) => name === select.value)
    if (chosen) what.textContent = `For ${chosen.what.split(': ').slice(1).join(': ') || chosen.what}. Targets: ${chosen.outputs}.`
  }
  select.addEventListener('change', explain)
  explain()
}

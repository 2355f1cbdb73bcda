// What is predicted, what kind of thing it is, and what missing values mean.

import type { Roles, State } from './api'
import { el, field, fill, keyed, naming, namings, options, type Child } from './dom'
import { count, counted } from './format'
import { Alert, remarks, type Page, type Part } from './section'

const kinds: [string, string][] = [['', 'as it looks'], ['number', 'a number'], ['numbers', 'several numbers'], ['class', 'a class'], ['labels', 'labels, of which a row may have several'],
  ['sequence', 'a sequence'], ['tree', 'a tree'], ['graph', 'a graph']]

const ways: [string, string][] = [['', 'stop and say so'], ['drop', 'leave their rows out'], ['mean', 'fill in the mean'], ['median', 'fill in the median']]

export function choice(page: Page): Part {
  const target = el('div', { class: 'target-words', 'data-test': 'target' })
  const kind = options(el('select', { 'data-test': 'kind' }), kinds)
  const missing = options(el('select', { 'data-test': 'missing' }), ways)
  const found = el('div', { class: 'found', 'data-test': 'choice' })
  const alert = new Alert()
  const problem = el('p', { class: 'problem', role: 'alert', 'data-test': 'choice-problem' })
  const changed = keyed()

  let last: State

  const set = async (change: Partial<Roles>) => {
    if (!(await page.choose(() => change, alert))) draw(last)
  }
  kind.addEventListener('change', () => void set({ kind: kind.value }))
  missing.addEventListener('change', () => void set({ missing: missing.value as Roles['missing'] }))

  function draw(state: State): void {
    kind.value = state.roles.kind
    missing.value = state.roles.missing === 'error' ? '' : state.roles.missing
    fill(target, ...targetWords(state, set))
    problem.textContent = state.problem
    problem.hidden = state.problem === ''
    fill(found, ...choiceWords(state))
  }

  return {
    element: el('div', { class: 'card choice' },
      el('div', { class: 'fields' }, el('div', { class: 'field grow' }, el('span', { class: 'label' }, 'Predict'), target), field('Kind of target', kind), field('Missing values', missing)),
      problem, alert.element, found),
    update({ state }) {
      last = state
      if (changed(state.roles, state.choice, state.problem, state.table?.suggested, state.fits.length > 0)) draw(state)
    },
  }
}

function targetWords(state: State, set: (change: Partial<Roles>) => Promise<void>): Child[] {
  if (state.roles.target.length > 0) return namings(state.roles.target)
  const suggested = state.table?.suggested
  if (!suggested) return ['Choose a column below.']
  return [el('button', { type: 'button', class: 'primary', 'data-test': 'suggested', onclick: () => void set({ target: [suggested] }) }, 'Predict ', naming(suggested)),
    ' looks like what one would predict; or choose a column below.']
}

function choiceWords(state: State): Child[] {
  const chosen = state.choice
  if (!chosen) return []
  const classes = chosen.classes.length > 0 ? [' (', ...namings(chosen.classes, 5), ')'] : []
  const dropped = chosen.dropped > 0 ? `; ${counted(chosen.dropped, 'row')} left out because of missing values` : ''
  const sample = chosen.shown < chosen.rows ? ` Pictures show ${count(chosen.shown)} of them, drawn at random.` : ''
  return [
    el('p', {}, ...namings(chosen.target), ` is taken as ${chosen.kind}`, ...classes, `, from ${counted(chosen.inputs, 'input')} and ${counted(chosen.rows, 'row')}${dropped}.${sample}`),
    state.fits.length > 0 && el('p', { class: 'hint' }, 'With another choice the fits begin anew.'),
    remarks(chosen.notes, 'note'), remarks(chosen.warnings, 'warning'),
  ]
}

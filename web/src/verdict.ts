// Is there anything to find.

import { judge, type Dimension, type Judged, type Measured, type Verdict } from './api'
import { bar, dimensionCurve } from './charts'
import { el, fill, keyed } from './dom'
import { chance, count, counted, fixed, measureName } from './format'
import { Alert, section, type Page, type Part } from './section'
import { active, work } from './work'

export function verdict(page: Page): Part {
  const alert = new Alert()
  const ask = el('button', { type: 'button', class: 'primary', 'data-test': 'ask', onclick: () => void alert.attempt(() => judge({ method: 'sca', dim: 0, seed: 1 })) }, 'Ask')
  const hint = el('span', { class: 'hint' })
  const answer = el('div', { class: 'answer' })
  const jobs = work(['judge'])
  const changed = keyed()
  const said = keyed()
  return {
    element: section('verdict', 'Is there anything to find',
      'Components are found with some of the rows and tried on the others, beside all inputs and beside a guess.',
      el('div', { class: 'row' }, ask, hint), alert.element, jobs.element, answer),
    update(view) {
      const { state } = view
      ask.disabled = !state.choice || active(state).some((job) => job.kind === 'judge')
      hint.textContent = state.choice ? '' : 'Choose a target first.'
      jobs.update(view)
      if (changed(state.judged)) fill(answer, ...(state.judged ? judged(state.judged) : []))
      if (said(state.judged?.verdict.words) && state.judged) page.say(state.judged.verdict.words)
    },
  }
}

function judged(found: Judged): HTMLElement[] {
  return [
    el('p', { class: found.verdict.found ? 'verdict yes' : 'verdict no', 'data-test': 'verdict' }, found.verdict.words),
    el('div', { class: 'cards' }, worthCard(found.verdict, counted(found.dim, 'component')),
      ...curveCard(found.curve, found.dim, found.verdict)),
  ]
}

/** What components are worth beside all inputs and beside a guess. */
export function worthCard(v: Verdict, components: string): HTMLElement {
  const scale = Math.max(v.value + v.se, v.all_inputs, v.baseline, v.less ? 0 : 1) || 1
  const line = (name: string, value: number, inner: HTMLElement, text: string) =>
    el('tr', { 'data-value': value }, el('th', { scope: 'row' }, name), el('td', { class: 'wide' }, inner), el('td', { class: 'number' }, text))
  return el('div', { class: 'card' },
    el('h3', {}, 'On rows they have not seen'),
    el('table', { class: 'bars worth', 'data-test': 'worth' }, el('caption', { class: 'unseen' }, `${measureName(v)} on rows held out`),
      el('tbody', {},
        line(components, v.value, bar(v.value, scale, v.value - v.se, v.value + v.se), `${fixed(v.value, 3)} ± ${fixed(v.se, 3)}`),
        line('all inputs', v.all_inputs, bar(v.all_inputs, scale), fixed(v.all_inputs, 3)),
        line('a guess', v.baseline, bar(v.baseline, scale), fixed(v.baseline, 3)))),
    el('p', { class: 'hint' }, `${measureName(v)}${v.less ? ', less is better' : ''}, on ${count(v.rows)} rows. By chance: ${chance(v.p)}.`))
}

/** The number of components as a curve, and as a table for those who cannot see it. */
export function curveCard(curve: Dimension[], best: number, measured: Measured): HTMLElement[] {
  if (curve.length < 2 || curve.some((point) => point.value === null)) return []
  return [el('div', { class: 'card', 'data-test': 'curve' },
    el('h3', {}, 'How many components'), dimensionCurve(curve, best, measureName(measured)),
    el('p', { class: 'hint' }, `${best} ${best === 1 ? 'is' : 'are'} taken, by skill: ${curve.map((point) => `${point.dim}: ${fixed(point.skill, 3)}`).join('; ')}. One more would add as much by chance: ${curve.slice(1).map((point) => `${point.dim}: ${chance(point.p)}`).join('; ')}.`))]
}

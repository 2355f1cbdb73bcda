// Which inputs: their weights with intervals, their correlations with the components, and tests.

import { makeSure, rankInputs, type Fit, type Weight } from './api'
import { diverging } from './charts'
import { el, fill, keyed, naming, write } from './dom'
import { chance, count, fixed } from './format'
import { Alert, notMadeHere, remarks, section, type Part } from './section'
import { active, work } from './work'

const halves = 60
const together = 3 // components side by side
const step = 12 // inputs at first

type Measure = 'weights' | 'correlations'

export function weights(): Part {
  const alert = new Alert()
  const jobs = work(['sure', 'inputs'], (job, view) => job.fit === view.shown)
  const body = el('div', { class: 'stack' })
  const empty = el('p', { class: 'hint empty' }, 'Here the weights of the inputs appear, once there is a fit.')
  const chart = weightTable()
  const ranked = el('div')
  const notes = el('div', { class: 'stack' })
  const sure = el('button', { type: 'button', 'data-test': 'sure', title: `Finds the components again with ${halves} halves of the rows`, onclick: () => void alert.attempt(() => makeSure(fit!.id, halves)) }, 'How sure?')
  const test = el('button', { type: 'button', 'data-test': 'rank-inputs', title: 'Tests each input beside all others', onclick: () => void alert.attempt(() => rankInputs(fit!.id)) }, 'Test the inputs')
  const hint = el('span', { class: 'hint', 'data-test': 'not-made-here' })
  const changed = keyed()
  let fit: Fit | null = null
  body.append(chart.element, el('div', { class: 'row' }, sure, test, hint), alert.element, jobs.element, notes, ranked)
  return {
    element: section('inputs', 'Which inputs', 'What each component is made of.', empty, body),
    update(view) {
      fit = view.fit
      empty.hidden = !!fit
      body.hidden = !fit
      jobs.update(view)
      const busy = (kind: string) => active(view.state).some((job) => job.kind === kind && job.fit === view.shown)
      const why = fit ? notMadeHere(fit) : ''
      sure.disabled = busy('sure') || why !== ''
      test.disabled = busy('inputs') || why !== ''
      write(hint, why)
      if (!fit || !changed(fit)) return
      chart.show(fit)
      fill(notes, ...sureness(fit))
      fill(ranked, fit.ranked && rankTable(fit))
    },
  }
}

function sureness(fit: Fit): (HTMLElement | false)[] {
  const angles = fit.angles?.map((angle, k) => `z${k + 1} ${fixed(angle, 0)}°`).join(', ')
  return [
    areRelevant(fit) && el('p', { class: 'hint', 'data-test': 'arrows-are' }, 'Arrows of the picture are these weights times the relevance of the component.'),
    !!angles && el('p', { 'data-test': 'angles' }, `At most so far from the truth, as halves of the rows tell: ${angles}.`),
    fit.sure && el('p', { class: 'hint' }, 'Lines are intervals of the weights. Pale bars may as well be zero.'),
    remarks(fit.warnings, 'warning'),
  ]
}

/** The weights as a table in which bars stand beside the numbers. */
function weightTable() {
  const measure = el('div', { class: 'segments', role: 'group', 'aria-label': 'What bars show' })
  const pages = el('div', { class: 'segments', role: 'group', 'aria-label': 'Components' })
  const search = el('input', { type: 'search', placeholder: 'Find an input', 'aria-label': 'Find an input by its name', 'data-test': 'find-input', oninput: () => draw() })
  const holder = el('div', { class: 'scroll' })
  const more = el('button', { type: 'button', 'data-test': 'more-inputs', onclick: () => { most += 4 * step; draw() } }, 'Show more inputs')
  let fit: Fit
  let which: Measure = 'weights'
  let from = 0
  let most = step

  const choose = (text: string, chosen: boolean, id: string, pick: () => void) =>
    el('button', { type: 'button', id, 'aria-pressed': `${chosen}`, onclick: () => { pick(); draw() } }, text)

  function draw(): void {
    const correlated = fit.weights.some((weight) => weight.correlations)
    if (!correlated) which = 'weights'
    measure.hidden = !correlated
    fill(measure, choose('Weights', which === 'weights', 'show-weights', () => { which = 'weights' }), choose('Correlations', which === 'correlations', 'show-correlations', () => { which = 'correlations' }))
    pages.hidden = fit.dim <= together
    const starts = Array.from({ length: Math.ceil(fit.dim / together) }, (_, i) => i * together)
    fill(pages, ...starts.map((start) => choose(span(start, Math.min(start + together, fit.dim)), start === from, `components-${start}`, () => { from = start })))
    search.hidden = fit.weights.length <= 2 * step
    const found = fit.weights.filter((weight) => weight.name.toLowerCase().includes(search.hidden ? '' : search.value.toLowerCase()))
    more.hidden = found.length <= most
    fill(holder, lines(fit, found.slice(0, most), which, from))
  }

  return {
    element: el('div', { class: 'stack' }, el('div', { class: 'row' }, measure, pages, search), holder, more),
    show(next: Fit) {
      if (next.id !== fit?.id) [from, most] = [0, step]
      fit = next
      draw()
    },
  }
}

const span = (from: number, to: number) => (to - from === 1 ? `z${to}` : `z${from + 1}–z${to}`)

function lines(fit: Fit, found: Weight[], which: Measure, from: number): HTMLElement {
  const components = Array.from({ length: Math.min(together, fit.dim - from) }, (_, k) => from + k)
  const ends = (weight: Weight, k: number) => (which === 'weights' && weight.low && weight.high ? [weight.low[k], weight.high[k]] : [])
  const scale = which === 'correlations' ? 1 : Math.max(...fit.weights.flatMap((weight) => components.flatMap((k) => [weight.weights[k], ...ends(weight, k)].map(Math.abs))), 1e-12)
  const cell = (weight: Weight, k: number) => {
    const value = which === 'weights' ? weight.weights[k] : weight.correlations?.[k] ?? 0
    const [low, high] = ends(weight, k)
    const interval = low === undefined ? '' : `${fixed(low)} to ${fixed(high)}`
    return el('td', { class: 'weight', title: interval }, diverging(value, scale, low, high), el('span', { class: 'number' }, fixed(value)), interval && el('span', { class: 'unseen' }, `, ${interval}`))
  }
  const words = which === 'weights' ? `Weights of ${fit.units}` : 'Correlations of inputs with components'
  const rest = fit.inputs > fit.weights.length ? `; the ${count(fit.weights.length)} largest of ${count(fit.inputs)}` : ''
  return el('table', { class: 'bars weights', 'data-test': 'weights' }, el('caption', {}, words + rest),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Input'), ...components.map((k) => el('th', { scope: 'col' }, `z${k + 1}`, relevance(fit, k))))),
    el('tbody', {}, ...found.map((weight) => el('tr', { 'data-test': 'weight', 'data-input': weight.input }, el('th', { scope: 'row' }, naming(weight.name)), ...components.map((k) => cell(weight, k))))))
}

/** Whether components are of different relevance. */
const areRelevant = (fit: Fit) => fit.relevance.some((one) => one !== fit.relevance[0])

const relevance = (fit: Fit, k: number) => areRelevant(fit) && el('span', { class: 'hint' }, ` (relevance ${fixed(fit.relevance[k])})`)

function rankTable(fit: Fit): HTMLElement {
  const scale = Math.max(...fit.ranked!.map((input) => Math.abs(input.loss)), 1e-12)
  return el('div', {}, el('h3', {}, 'Inputs tested'),
    el('div', { class: 'scroll' }, el('table', { class: 'bars', 'data-test': 'ranked' },
      el('caption', {}, 'What is lost without an input, all others kept; p is adjusted for all that is tested'),
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Input'), el('th', { scope: 'col', colspan: 2 }, 'Loss'), el('th', { scope: 'col', class: 'number' }, 'By chance'))),
      el('tbody', {}, ...fit.ranked!.slice(0, 50).map((input) => el('tr', {}, el('th', { scope: 'row' }, naming(input.column)), el('td', { class: 'wide' }, diverging(input.loss, scale)),
        el('td', { class: 'number' }, fixed(input.loss, 4)), el('td', { class: input.adjusted < 0.05 ? 'number best' : 'number' }, chance(input.adjusted))))))))
}

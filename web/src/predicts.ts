// What the components predict: the target along each, and the error on rows held out.

import type { Fit } from './api'
import { heights, legend, range, summaryChart } from './charts'
import { el, fill, keyed } from './dom'
import { counted, list, named } from './format'
import { section, type Part, type View } from './section'
import { curveCard, worthCard } from './verdict'

export function predicts(): Part {
  const cards = el('div', { class: 'cards' })
  const facts = el('dl', { class: 'facts-list' })
  const element = section('predicts', 'What it predicts', 'The target along each component, and what is left on rows held out.', cards, facts)
  const changed = keyed()
  return {
    element,
    update(view) {
      element.hidden = !view.fit
      if (!view.fit || !changed(view.fit, view.state.choice?.target)) return
      fill(cards, ...summaries(view.fit, view), ...worth(view.fit))
      fill(facts, ...view.fit.facts.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]))
    },
  }
}

function summaries(fit: Fit, { state }: View): HTMLElement[] {
  const target = list(state.choice?.target ?? [], 2)
  const shown = fit.summaries.filter((summary) => summary.at.length > 1)
  const ys = range(shown.flatMap(heights)) // one scale, so that components can be compared
  return shown.map((summary) => {
    const names = summary.curves.map((curve) => curve.name)
    const yName = names.length === 1 ? named(names[0] || target) : state.choice?.kind === 'class' ? `share of ${target}` : target
    return el('div', { class: 'card', 'data-test': 'summary' }, el('h3', {}, el('bdi', {}, target), ` along z${summary.component + 1}`), summaryChart(summary, yName, ys), names.length > 1 && legend(names))
  })
}

const worth = (fit: Fit) => (fit.verdict
  ? [worthCard(fit.verdict, counted(fit.dim, 'component')), ...curveCard(fit.curve, fit.dim, fit.verdict.measure)]
  : [])

// What the components predict: the target along each, and the error on rows held out.

import type { Fit, Summary } from './api'
import { heights, legend, range, summaryChart } from './charts'
import { el, fill, keyed, naming } from './dom'
import { counted, list, named } from './format'
import { section, type Part, type View } from './section'
import { curveCard, worthCard } from './verdict'

const mostNumbers = 6 // of several numbers

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
  const kind = state.choice?.kind
  const target = list(state.choice?.target ?? [], 2)
  const shown = fit.summaries.filter((summary) => summary.at.length > 1).flatMap((summary) => (kind === 'numbers' ? apart(summary) : summary))
  return shown.map((summary) => {
    const names = summary.curves.map((curve) => curve.name)
    const what = names.length === 1 ? names[0] || target : target
    const alike = shown.filter((other) => other.curves[0]?.name === names[0]) // one scale, so that components can be compared
    return el('div', { class: 'card', 'data-test': 'summary' }, el('h3', {}, naming(what), ` along z${summary.component + 1}`),
      summaryChart(summary, kind === 'class' ? `share of ${target}` : named(what), range(alike.flatMap(heights))), names.length > 1 && legend(names))
  })
}

/** Several numbers have each a scale of its own, so each has its own chart. */
const apart = (summary: Summary): Summary[] => summary.curves.slice(0, mostNumbers).map((curve) => ({ ...summary, curves: [curve] }))

const worth = (fit: Fit) => (fit.verdict
  ? [worthCard(fit.verdict, counted(fit.dim, 'component')), ...curveCard(fit.curve, fit.dim, fit.verdict)]
  : [])

// Fit: making fits, choosing which one is shown, and comparing methods.

import { getMethods, removeFit, type FitInfo } from './api'
import { compare } from './compare'
import { el, fill, keyed } from './dom'
import { fitForm } from './fitform'
import { count, counted, fixed, measureName } from './format'
import { Alert, section, type Page, type Part, type View } from './section'
import { work } from './work'

export function fits(page: Page): Part {
  const methods = getMethods()
  const form = fitForm(page, methods)
  const jobs = work(['fit'])
  const listed = fitList(page)
  const compared = compare(methods)
  const parts = [form, jobs, listed, compared]
  return {
    element: section('fit', 'Fit', 'Find the few combinations of the inputs that keep what they say about the target.', ...parts.map((part) => part.element)),
    update(view) {
      for (const part of parts) part.update(view)
    },
  }
}

function fitList(page: Page): Part {
  const alert = new Alert()
  const items = el('ul', { class: 'fits', 'aria-label': 'Fits' })
  const changed = keyed()
  const element = el('div', {}, el('h3', {}, 'Fits so far'), items, alert.element)
  const draw = ({ state, shown }: View) => {
    element.hidden = state.fits.length === 0
    fill(items, ...state.fits.map((info) => fitItem(info, info.id === shown, page, () => void alert.attempt(() => removeFit(info.id)))))
  }
  return {
    element,
    update(view) {
      if (changed(view.state.fits, view.shown)) draw(view)
    },
  }
}

function fitItem(info: FitInfo, isShown: boolean, page: Page, remove: () => void): HTMLElement {
  const marks = [info.leftOut && `${count(info.leftOut)} left out`, info.given && 'from a file', info.hand && 'by hand', info.predictor && 'predicts', info.sure && 'with intervals'].filter(Boolean).join(', ')
  const worth = info.verdict ? `${measureName(info.verdict)} ${fixed(info.verdict.value, 3)}` : 'not judged'
  return el('li', { class: isShown ? 'fit shown' : 'fit', 'data-fit': info.id },
    el('button', { type: 'button', id: `fit-${info.id}`, class: 'fit-choice', 'data-test': 'fit-item', 'data-fit': info.id, 'aria-pressed': `${isShown}`, onclick: () => page.show(info.id) },
      el('strong', {}, el('bdi', {}, info.name)), el('span', {}, `${counted(info.dim, 'component')}, ${worth}`), el('span', { class: 'hint' }, [counted(info.rows, 'row'), marks].filter(Boolean).join(', '))),
    el('button', { type: 'button', id: `remove-${info.id}`, class: 'quiet', 'data-test': 'remove-fit', 'aria-label': `Remove ${info.name}`, title: 'Remove', onclick: remove }, '×'))
}

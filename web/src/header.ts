// The line at the top: which table, what is predicted, and what work is under way.

import { cancel } from './api'
import { el, fill, keyed, namings, write } from './dom'
import { capital, counted } from './format'
import type { Part } from './section'
import { themeButton } from './theme'
import { active, progressText, setBar } from './work'

const places: [string, string][] = [['table', 'Table'], ['verdict', 'Verdict'], ['fit', 'Fit'], ['picture', 'Picture'], ['inputs', 'Inputs'], ['predicts', 'Predicts'], ['ask', 'Ask'], ['keep', 'Keep']]

export function header(): Part {
  const facts = el('p', { class: 'top-facts', 'data-test': 'facts' })
  const bar = el('progress', { 'aria-label': 'Progress' })
  const title = el('span', { class: 'top-title' })
  const button = el('button', { type: 'button', 'data-test': 'cancel', onclick: () => void cancel(current).catch(() => {}) }, 'Cancel')
  const progress = el('div', { class: 'top-work', 'data-test': 'progress', hidden: true }, title, bar, button)
  const nav = el('nav', { 'aria-label': 'Sections' }, ...places.map(([id, text]) => el('a', { href: `#${id}` }, text)))
  const changed = keyed()
  let current = 0
  return {
    element: el('div', { class: 'top' }, el('h1', {}, 'suffice'), facts, nav, progress, themeButton()),
    update({ state, fit }) {
      const { table, roles } = state
      if (changed(table, roles.target)) {
        fill(facts, ...(table ? [el('bdi', { class: 'name' }, table.source), ` ${counted(table.rows, 'row')}`, roles.target.length > 0 && el('span', {}, ', predicting ', el('span', { class: 'name' }, ...namings(roles.target, 2)))] : ['no table']))
        document.title = table ? `${table.source} · suffice` : 'suffice'
      }
      for (const link of nav.querySelectorAll('a')) link.hidden = !table && link.hash !== '#table' || !fit && ['#predicts', '#ask', '#keep'].includes(link.hash)
      const jobs = active(state)
      const job = jobs.find((job) => job.status === 'running') ?? jobs[0]
      progress.hidden = !job
      if (!job) return
      current = job.id
      progress.dataset.job = `${job.id}`
      setBar(bar, job)
      write(title, `${capital(job.title)}${jobs.length > 1 ? `, ${counted(jobs.length - 1, 'more waits', 'more wait')}` : ''}`)
      progress.title = progressText(job)
    },
  }
}

// Work under way: its bar, its cancel button, and why the last failed.

import { cancel, type Job, type Kind, type State } from './api'
import { el, fill, keyed, write } from './dom'
import { capital, count } from './format'
import { Alert, type Part, type View } from './section'

export const isActive = (job: Job) => job.status === 'waiting' || job.status === 'running'

export const active = (state: State) => state.jobs.filter(isActive)

/** What a job does now, in words. */
export function progressText(job: Job): string {
  if (job.status === 'waiting') return 'waits for its turn'
  const steps = job.all > 0 ? `${count(job.done)} of ${count(job.all)}` : ''
  return [job.text, steps].filter(Boolean).join(', ')
}

/** Sets a bar; without a known number of steps it only moves. */
export function setBar(bar: HTMLProgressElement, job: Job): void {
  if (job.all > 0) {
    bar.max = job.all
    bar.value = job.done
  } else bar.removeAttribute('value')
}

/** The work of some kinds, where it belongs. */
export function work(kinds: Kind[], about = (_job: Job, _view: View) => true): Part {
  const rows = new Map<number, ReturnType<typeof workRow>>()
  const list = el('div', { class: 'work-list' })
  const failure = new Alert()
  const notice = el('p', { class: 'hint', role: 'status', 'data-test': 'notice', hidden: true })
  const failed = keyed()
  return {
    element: el('div', { class: 'work' }, list, failure.element, notice),
    update(view) {
      const jobs = view.state.jobs.filter((job) => kinds.includes(job.kind) && about(job, view))
      const now = jobs.filter(isActive)
      for (const id of rows.keys()) if (!now.some((job) => job.id === id)) rows.delete(id)
      for (const job of now) if (!rows.has(job.id)) rows.set(job.id, workRow(job))
      for (const job of now) rows.get(job.id)!.update(job)
      const elements = now.map((job) => rows.get(job.id)!.element)
      if (elements.length !== list.children.length || elements.some((element, i) => list.children[i] !== element)) fill(list, ...elements)
      const last = jobs.at(-1)
      const text = last?.status === 'failed' ? `${capital(last.title)}: ${last.error}` : ''
      if (failed(last?.id, text)) failure.say(text)
      write(notice, last?.notice ? capital(last.notice) : '')
      notice.hidden = !last?.notice
    },
  }
}

function workRow(job: Job) {
  const bar = el('progress', { 'aria-label': job.title })
  const text = el('span', { class: 'work-text' })
  const button = el('button', { type: 'button', class: 'quiet', 'data-test': 'work-cancel', 'aria-label': `Cancel: ${job.title}`, onclick: () => void cancel(job.id).catch(() => {}) }, 'Cancel')
  return {
    element: el('div', { class: 'work-row', 'data-test': 'work', 'data-job': job.id }, el('strong', {}, capital(job.title)), bar, text, button),
    update(now: Job) {
      setBar(bar, now)
      write(text, progressText(now))
    },
  }
}

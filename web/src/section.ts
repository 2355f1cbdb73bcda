// What the parts of the page have in common.

import { Problem, type Fit, type FitInfo, type Roles, type State } from './api'
import { el, type Child } from './dom'
import { capital } from './format'

/** What is shown: the state that all windows share, and the fit that this window looks at. */
export interface View { state: State; fit: Fit | null; shown: number }

export interface Part {
  element: HTMLElement
  update(view: View): void
}

/** A change of roles, given those that there are. */
export type Edit = (roles: Roles) => Partial<Roles>

/** What parts may ask of the page. */
export interface Page {
  accept(state: State): void // an answer that holds a newer state
  choose(edit: Edit, alert: Alert): Promise<boolean> // whether it was accepted
  show(fit: number): void // which may be about to come
  asked(job: number): void // this window wants to see the fit that it makes
  say(text: string): void // aloud, to those who listen
}

/** A section of the page with its heading. */
export function section(name: string, heading: string, lead: string, ...children: Child[]): HTMLElement {
  return el('section', { id: name, class: 'section', 'aria-labelledby': `${name}-heading` },
    el('h2', { id: `${name}-heading` }, heading), el('p', { class: 'lead' }, lead), ...children)
}

/** A place for what went wrong. */
export class Alert {
  element = el('p', { class: 'problem', role: 'alert', hidden: true })

  say(text: string): void {
    this.element.textContent = text
    this.element.hidden = text === ''
  }

  /** Does something, and says here where it fails. */
  async attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
    this.say('')
    try {
      return await action()
    } catch (error) {
      this.say(sentence(error))
      return undefined
    }
  }
}

export function sentence(error: unknown): string {
  if (!(error instanceof Problem)) console.error(error)
  const text = error instanceof Error ? error.message : `${error}`
  return capital(text)
}

/** Why components cannot be found again with some of the rows, or ''. */
export const notMadeHere = (fit: FitInfo) =>
  (fit.given ? 'It was read from a file: fit here to test it.' : fit.hand ? 'It was made by hand, with all rows: no method finds it again with some of them.' : '')

/** Notes and warnings as a list, or nothing. */
export const remarks = (texts: string[], kind: 'note' | 'warning') =>
  texts.length > 0 && el('ul', { class: `remarks ${kind}` }, ...texts.map((text) => el('li', {}, text)))

// How fits were asked for, which the windows of this browser keep to write the command that makes the same fit.

import type { FitOptions, State } from './api'

const place = 'asked'
type Asked = Record<string, FitOptions>

function read(): Asked {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') as Asked
  } catch {
    return {}
  }
}

/** The address holds the token, which no other run of the program has. */
const key = (job: number) => `${location.pathname} ${job}`

export function remember(job: number, options: FitOptions): void {
  const kept = Object.entries(read()).slice(-50)
  try {
    localStorage.setItem(place, JSON.stringify(Object.fromEntries([...kept, [key(job), options]])))
  } catch { /* private windows may refuse */ }
}

/** How a fit was asked for, where it is known. */
export function askedFor(state: State, fit: number): FitOptions | undefined {
  const job = state.jobs.find((job) => job.kind === 'fit' && job.fit === fit)
  return job && read()[key(job.id)]
}

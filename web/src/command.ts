// The command line that makes a fit.

import type { Fit, State } from './api'
import { askedFor } from './made'

/** A word as a shell of Unix reads it. */
export const quoted = (word: string) => (/^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/** An option; the value stands behind = where it would look like another option. */
const option = (name: string, value: string) => (value.startsWith('-') ? `${name}=${quoted(value)}` : `${name} ${quoted(value)}`)

/** Fits that were made here are called by their method; others by their file. */
const madeHere = (fit: Fit) => !fit.hand && fit.name.startsWith(fit.method) && !fit.name.endsWith('.json')

/** The command that makes the same fit, or '' for one that was not made here by a method. */
export function command(fit: Fit, state: State): string {
  if (!state.table || !madeHere(fit)) return ''
  const { roles } = state
  const asked = askedFor(state, fit.id)
  const source = state.table.source
  return [
    'suffice fit', quoted(source.startsWith('-') ? `./${source}` : source),
    ...roles.target.map((name) => option('--target', name)),
    roles.kind && option('--kind', roles.kind),
    ...roles.exclude.map((name) => option('--exclude', name)),
    ...roles.nominal.map((name) => option('--nominal', name)),
    roles.missing && option('--missing', roles.missing),
    option('--method', fit.method), `--dim ${fit.dim}`, fit.seed > 0 && `--seed ${fit.seed}`,
    asked?.noScale && '--no-scale', asked?.select && '--select', fit.predictor && '--predictor', fit.sure && '--bootstrap 60',
    '-o model.json',
  ].filter(Boolean).join(' ')
}

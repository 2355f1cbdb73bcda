// Numbers for people.

const minus = (text: string) => text.replace('-', '−')

export const count = (n: number) => n.toLocaleString('en')

export const counted = (n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`

/** A number with about four digits. */
export function figure(x: number | null | undefined): string {
  if (x === null || x === undefined || !Number.isFinite(x)) return '–'
  const size = Math.abs(x)
  if (size !== 0 && (size < 1e-4 || size >= 1e9)) return minus(x.toExponential(2))
  const shown = size >= 1000 ? Math.round(x) : Number(x.toPrecision(4))
  return minus(shown.toLocaleString('en', { maximumFractionDigits: 7, useGrouping: 'min2' }))
}

/** A number with so many digits behind the point, for columns of numbers. Where there is none, the server gives null. */
export const fixed = (x: number | null | undefined, digits = 2) =>
  x === null || x === undefined ? '–' : minus(x.toFixed(digits)).replace(/^−(0\.?0*)$/, '$1')

export const chance = (p: number | null) => (p === null ? 'p unknown' : p < 0.001 ? 'p < 0.001' : `p = ${Number(p.toPrecision(2))}`)

/** The name of a measure. */
export const measureName = ({ title }: { title: string }) => title.replace('R2', 'R²')

/** A text that begins with a capital letter, unless it begins with the name of a file or the like. */
export const capital = (text: string) => (/^\p{Ll}+[ ,:]/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text)

/** The name of a column, which may be empty. */
export const named = (name: string) => name || '(no name)'

export const list = (names: string[], most = 4) =>
  names.slice(0, most).map(named).join(', ') + (names.length > most ? ` and ${count(names.length - most)} more` : '')

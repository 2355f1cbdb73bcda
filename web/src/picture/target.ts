// What the target is in a picture: numbers, or classes one above the other.

import type { Choice } from '../api'
import { scatter } from './marks'

const isNumbers = (choice: Choice) => choice.kind === 'number' || choice.kind === 'numbers'

/** The classes that a target is one of; of labels, whether a row has it. */
export const levelsOf = (choice: Choice): string[] => (choice.kind === 'class' ? choice.classes : choice.kind === 'labels' ? ['no', 'yes'] : [])

/** Whether it can be an axis or a colour: a tree cannot. */
export const canBeSeen = (choice: Choice) => isNumbers(choice) || choice.kind === 'class' || choice.kind === 'labels'

/** Heights of rows by the target: rows of a class lie in a band about its place, and all in one where it cannot be seen. */
export function heights(target: Float32Array, choice: Choice): Float32Array {
  if (isNumbers(choice)) return target
  return target.map((value, row) => (canBeSeen(choice) ? value : 0) + 0.7 * (scatter(row) - 0.5))
}

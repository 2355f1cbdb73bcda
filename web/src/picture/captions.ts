// What is shown, in words.

import type { Choice } from '../api'
import { componentLabel, type AxisLabels } from './axes'
import { count } from './dom'
import type { Scene } from './scene'
import { isTarget, whichTarget } from './stands'
import { levelsOf } from './target'

const targetName = (choice: Choice, axis: number) => choice.target[whichTarget(axis)] ?? 'target'

export function axisLabels(scene: Scene, choice: Choice): AxisLabels {
  const { axes, fit } = scene.stand
  const component = (axis: number, which: 0 | 1) => componentLabel(axis, fit, (input) => scene.weight(input)[which])
  return {
    x: component(axes.x, 0),
    y: isTarget(axes.y) ? targetName(choice, axes.y) : component(axes.y, 1),
    levels: isTarget(axes.y) ? levelsOf(choice) : [],
  }
}

/** Such as “sca → pca”. */
export function where({ from, to, changes }: Scene): string {
  if (to) return `${from.title} → ${to.title}`
  return changes.size ? `${from.title}, changed by hand` : from.title
}

/** Which rows are seen. */
export function status(scene: Scene, choice: Choice, drawn: number, selected: number, leftOut: number, inHexagons: boolean): string {
  const parts = []
  if (drawn < scene.rows) parts.push(`${count(drawn)} of ${count(scene.rows)} rows are drawn while it moves`)
  else if (choice.shown < choice.rows) parts.push(`${count(scene.rows)} of ${count(choice.rows)} rows are shown, drawn at random`)
  if (selected) parts.push(`${count(selected)} rows are selected`)
  if (leftOut) parts.push(`${count(leftOut)} ${inHexagons ? '' : 'hollow '}rows are left out of the fits to come${inHexagons ? '; hexagons are hollow where most are' : ''}`)
  return parts.join(' · ')
}

/** The whole picture in a sentence. */
export function description(scene: Scene, choice: Choice, colour: string): string {
  const { axes } = scene.stand
  const up = isTarget(axes.y) ? targetName(choice, axes.y) : `z${axes.y + 1}`
  return `${count(scene.rows)} rows by z${axes.x + 1} and ${up} of ${where(scene)}` + (colour ? `, coloured by ${colour}` : '')
}

// What rows can be coloured by: the target, how many they are, or any column.

import * as api from '../api'
import type { Choice, Column } from '../api'
import { alike, classScale, numberScale, type Scale } from './colours'
import { shorten, words } from './dom'
import { canBeSeen, levelsOf } from './target'

export interface Source { key: string; text: string; load(): Promise<Scale> }

const mostColumns = 200

/** Colours by the target, first of all. */
export function targetSources(choice: Choice): Source[] {
  if (!canBeSeen(choice)) return []
  return choice.target.map((name, which) => ({
    key: `target ${which}`,
    text: `target: ${shorten(name)}`,
    load: async () => targetScale(choice, name, await api.getTarget(which)),
  }))
}

function targetScale(choice: Choice, name: string, values: Float32Array): Scale {
  const levels = levelsOf(choice)
  return levels.length ? classScale(name, values, levels) : numberScale(name, values, words)
}

export const noSource: Source = { key: 'none', text: 'how many rows', load: async () => alike }

export async function columnSources(): Promise<Source[]> {
  const { columns } = await api.getColumns('', 0, mostColumns)
  return columns
    .filter((column) => column.type !== 'empty' && !column.constant && column.role !== 'target')
    .map((column) => ({
      key: `column ${column.index}`,
      text: shorten(column.name),
      load: async () => columnScale(column, await api.getValues(column.index)),
    }))
}

const day = 86_400_000 // milliseconds

/** Dates come as days since 1970, times as shares of a day. */
const date = (days: number) => new Date(days * day).toISOString().slice(0, 10)
const time = (share: number) => new Date(share * day).toISOString().slice(11, 16)

function columnScale({ name, type, levels }: Column, values: Float32Array): Scale {
  if (type === 'date') return { ...numberScale(name, values, date), dates: true }
  if (type === 'time') return numberScale(name, values, time)
  return levels.length && type !== 'number' ? classScale(name, values, levels.map((level) => level.value)) : numberScale(name, values, words)
}

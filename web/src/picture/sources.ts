// What rows can be coloured by: the target, how many they are, or any column.

import * as api from '../api'
import type { Choice, Column } from '../api'
import { alike, classScale, numberScale, type Scale } from './colours'
import { shorten, words } from './dom'

export interface Source { key: string; text: string; load(rows: number): Promise<Scale> }

const mostColumns = 200

/** Colours by the target, first of all. */
export function targetSources(choice: Choice): Source[] {
  return choice.target.map((name, which) => ({
    key: `target ${which}`,
    text: `target: ${shorten(name)}`,
    load: async () => targetScale(choice, name, await api.getTarget(which)),
  }))
}

function targetScale(choice: Choice, name: string, values: Float32Array): Scale {
  if (choice.kind === 'class') return classScale(name, values, choice.classes)
  if (choice.kind === 'labels') return classScale(name, values, ['no', 'yes'])
  return numberScale(name, values, words)
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

const inNumbers = new Set(['number', 'date', 'time'])

const columnScale = (column: Column, values: Float32Array): Scale =>
  inNumbers.has(column.type) || !column.levels.length
    ? numberScale(column.name, values, words)
    : classScale(column.name, values, column.levels.map((level) => level.value))

// What the row next to the pointer says.

import * as api from '../api'
import type { Row } from '../api'
import { element, shorten } from './dom'

const mostCells = 12
const patience = 60 // milliseconds before a row is asked for
const mostKept = 500

export class Hover {
  readonly root = element('div', { class: 'picture-tooltip', 'data-test': 'tooltip', role: 'tooltip', hidden: true })
  private readonly kept = new Map<number, Row>()
  private row = -1
  private timer = 0

  constructor(private readonly first: () => string[]) {}

  /** Rows are others now. */
  forget() {
    this.kept.clear()
    this.hide()
  }

  hide() {
    clearTimeout(this.timer)
    this.row = -1
    this.root.hidden = true
  }

  /** Shows a row beside a place on the stage, with a remark such as how many rows there are. */
  show(row: number, x: number, y: number, stage: { width: number; height: number }, remark: string, told?: (text: string) => void) {
    if (row !== this.row) {
      this.row = row
      clearTimeout(this.timer)
      const known = this.kept.get(row)
      if (known) this.fill(known, remark, told)
      else this.timer = window.setTimeout(() => void this.ask(row, remark, () => this.put(x, y, stage), told), patience)
    }
    this.put(x, y, stage)
  }

  private async ask(row: number, remark: string, put: () => void, told?: (text: string) => void) {
    try {
      const found = await api.getRow(row)
      if (this.kept.size >= mostKept) this.kept.clear()
      this.kept.set(row, found)
      if (this.row === row) this.fill(found, remark, told)
      put()
    } catch {
      this.hide() // the page tells of lost connections
    }
  }

  /** All that is shown of a row, in words; '' where it has not come yet. */
  words(row: number): string {
    const known = this.kept.get(row)
    return known ? inWords(known.row, this.sort(known.cells).slice(0, mostCells)) : ''
  }

  /** What people look at comes first. */
  private sort(cells: Row['cells']) {
    const first = this.first()
    return [...cells.filter((cell) => first.includes(cell.name)), ...cells.filter((cell) => !first.includes(cell.name))]
  }

  private fill({ row, cells }: Row, remark: string, told?: (text: string) => void) {
    const sorted = this.sort(cells)
    told?.(inWords(row, cells.filter((cell) => this.first().includes(cell.name))))
    const list = element('dl')
    for (const cell of sorted.slice(0, mostCells)) list.append(element('dt', {}, shorten(cell.name)), element('dd', {}, shorten(cell.value, 40)))
    this.root.replaceChildren(element('strong', {}, `row ${row.toLocaleString('en')}`), list)
    if (remark) this.root.prepend(element('p', {}, remark))
    if (sorted.length > mostCells) this.root.append(element('p', {}, `and ${sorted.length - mostCells} more`))
    this.root.hidden = false
  }

  private put(x: number, y: number, stage: { width: number; height: number }) {
    const { offsetWidth: width, offsetHeight: height } = this.root
    const left = x + 14 + width > stage.width ? Math.max(0, x - 14 - width) : x + 14
    const top = Math.max(0, Math.min(y + 14, stage.height - height))
    this.root.style.transform = `translate(${left}px, ${top}px)`
  }
}

const inWords = (row: number, cells: Row['cells']) => `row ${row.toLocaleString('en')}: ${cells.map(({ name, value }) => `${name} ${value}`).join(', ')}`

// Pointer, wheel and keys on the picture.

import { extend, type Polygon } from './lasso'

export interface Gestures {
  lassoing(): boolean // whether the tool is the lasso
  pan(by: [number, number]): void
  zoom(at: [number, number], factor: number): void
  all(): void
  drawn(polygon: Polygon): void // while the lasso is drawn
  closed(polygon: Polygon): void
  hover(at: [number, number] | null): void
  clear(): void
  key(key: string): void // l, t, [, ], 0
  step(by: 1 | -1): void // to the next row, or the one before
  read(): void // that row aloud
  mark(): void // selects that row, or no longer
  middle(): [number, number]
}

const wheelStep = 0.0015
const keyPan = 40
const keyZoom = 1.25
const lassoCorners = 3

export function listen(canvas: HTMLCanvasElement, to: Gestures) {
  const pointers = new Map<number, [number, number]>()
  let polygon: Polygon | null = null
  const at = (event: MouseEvent): [number, number] => {
    const box = canvas.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    canvas.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, at(event))
    polygon = pointers.size === 1 && (event.shiftKey || to.lassoing()) ? [at(event)] : null
    if (event.pointerType === 'mouse') to.hover(null)
  })

  canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId)
    const now = at(event)
    if (!before) {
      to.hover(now)
      return
    }
    if (polygon) {
      extend(polygon, ...now)
      to.drawn(polygon)
    } else if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)![1]
      const middle: [number, number] = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]
      to.pan([(now[0] - before[0]) / 2, (now[1] - before[1]) / 2])
      to.zoom(middle, distance(now, other) / Math.max(1, distance(before, other)))
    } else {
      to.pan([now[0] - before[0], now[1] - before[1]])
    }
    pointers.set(event.pointerId, now)
  })

  const end = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return
    if (polygon && polygon.length >= lassoCorners && event.type === 'pointerup') to.closed(polygon)
    else if (polygon) to.drawn([])
    else if (event.pointerType === 'touch') to.hover(at(event))
    polygon = null
  }
  canvas.addEventListener('pointerup', end)
  canvas.addEventListener('pointercancel', end)
  canvas.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') to.hover(null)
  })
  canvas.addEventListener('dblclick', () => to.all())
  const stage = canvas.parentElement ?? canvas // the handles of arrows lie on the canvas
  stage.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !stage.contains(document.activeElement)) return // the page scrolls until the picture is clicked
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1
    to.zoom(at(event), Math.exp(-event.deltaY * lines * wheelStep))
  }, { passive: false })

  const keys: Record<string, () => void> = {
    ArrowLeft: () => to.pan([keyPan, 0]),
    ArrowRight: () => to.pan([-keyPan, 0]),
    ArrowUp: () => to.pan([0, keyPan]),
    ArrowDown: () => to.pan([0, -keyPan]),
    '+': () => to.zoom(to.middle(), keyZoom),
    '=': () => to.zoom(to.middle(), keyZoom),
    '-': () => to.zoom(to.middle(), 1 / keyZoom),
    '0': () => to.all(),
    n: () => to.step(1),
    p: () => to.step(-1),
    Enter: () => to.read(),
    ' ': () => to.mark(),
    Escape: () => {
      polygon = null
      to.drawn([])
      to.clear()
    },
  }
  for (const key of ['l', 't', '[', ']']) keys[key] = () => to.key(key)
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = keys[event.key] ?? keys[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  })
}

const distance = (a: [number, number], b: [number, number]) => Math.hypot(a[0] - b[0], a[1] - b[1])

export const help: [string, string][] = [
  ['drag, arrow keys', 'move the picture'],
  ['click, then wheel; pinch; + −', 'nearer, farther'],
  ['double click, 0', 'all rows'],
  ['shift and drag, L', 'lasso: select rows'],
  ['N, P', 'next, previous row'],
  ['Enter', 'tell all of that row'],
  ['Space', 'select that row, or no longer'],
  ['Escape', 'no selection'],
  ['T', 'tour on or off'],
  ['[ ]', 'previous, next fit'],
  ['Tab, then arrow keys', 'change how far an input moves rows'],
]

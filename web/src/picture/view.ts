// What part of the plane is seen, and where on the stage.

/** In CSS pixels of the stage. */
export interface Box { left: number; top: number; right: number; bottom: number }

/** The ranges of both coordinates at the edges of the plot. */
export interface View { x: [number, number]; y: [number, number] }

/** screen = (value − centre) · scale + middle, for each coordinate. */
export interface Mapping { centre: [number, number]; scale: [number, number]; middle: [number, number] }

export function mapping(view: View, plot: Box): Mapping {
  return {
    centre: [(view.x[0] + view.x[1]) / 2, (view.y[0] + view.y[1]) / 2],
    scale: [(plot.right - plot.left) / (view.x[1] - view.x[0]), -(plot.bottom - plot.top) / (view.y[1] - view.y[0])],
    middle: [(plot.left + plot.right) / 2, (plot.top + plot.bottom) / 2],
  }
}

export const toScreen = (m: Mapping, axis: 0 | 1, value: number) => (value - m.centre[axis]) * m.scale[axis] + m.middle[axis]
export const fromScreen = (m: Mapping, axis: 0 | 1, at: number) => (at - m.middle[axis]) / m.scale[axis] + m.centre[axis]

/** A view of all points with a little room around them. */
export function around(xy: Float32Array): View {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < xy.length; i += 2) {
    const [x, y] = [xy[i], xy[i + 1]]
    if (x < left) left = x
    if (x > right) right = x
    if (y < low) low = y
    if (y > high) high = y
  }
  return { x: room(left, right), y: room(low, high) }
}

function room(low: number, high: number): [number, number] {
  if (!(low <= high)) return [-1, 1]
  const more = high > low ? 0.04 * (high - low) : Math.max(1, Math.abs(low)) / 2
  return [low - more, high + more]
}

const mix = (a: number, b: number, t: number) => a + (b - a) * t
export const mixViews = (a: View, b: View, t: number): View => ({
  x: [mix(a.x[0], b.x[0], t), mix(a.x[1], b.x[1], t)],
  y: [mix(a.y[0], b.y[0], t), mix(a.y[1], b.y[1], t)],
})

export const union = (a: View, b: View): View => ({
  x: [Math.min(a.x[0], b.x[0]), Math.max(a.x[1], b.x[1])],
  y: [Math.min(a.y[0], b.y[0]), Math.max(a.y[1], b.y[1])],
})

/** Nearer by a factor about a place on the stage. */
export function zoom(view: View, plot: Box, at: [number, number], factor: number): View {
  const m = mapping(view, plot)
  const nearer = (axis: 0 | 1, range: [number, number]): [number, number] => {
    const fixed = fromScreen(m, axis, at[axis])
    return [fixed + (range[0] - fixed) / factor, fixed + (range[1] - fixed) / factor]
  }
  return { x: nearer(0, view.x), y: nearer(1, view.y) }
}

/** Moved by pixels. */
export function pan(view: View, plot: Box, by: [number, number]): View {
  const { scale } = mapping(view, plot)
  const [dx, dy] = [by[0] / scale[0], by[1] / scale[1]]
  return { x: [view.x[0] - dx, view.x[1] - dx], y: [view.y[0] - dy, view.y[1] - dy] }
}

/** Round numbers within a range, about as many as asked for. */
export function ticks([low, high]: [number, number], about: number): number[] {
  const raw = (high - low) / Math.max(1, about)
  if (!(raw > 0) || !Number.isFinite(raw)) return []
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw) ?? 10 * power
  const found: number[] = []
  for (let k = Math.ceil(low / step); k * step <= high && found.length < 100; k++) found.push(k * step || 0)
  return found
}

export const inside = (box: Box, x: number, y: number) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom

// A line drawn round some rows.

export type Polygon = [number, number][]

/** Whether a place is within a polygon: a ray from it crosses the edges an odd number of times. */
export function within(polygon: Polygon, x: number, y: number): boolean {
  let odd = false
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [[xi, yi], [xj, yj]] = [polygon[i], polygon[j]]
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd
  }
  return odd
}

/** The shown rows within a polygon. */
export function rowsWithin(polygon: Polygon, positions: Float32Array, shown: (row: number) => boolean): number[] {
  const [xs, ys] = [polygon.map((p) => p[0]), polygon.map((p) => p[1])]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const rows: number[] = []
  for (let i = 0; i < positions.length / 2; i++) {
    const [x, y] = [positions[2 * i], positions[2 * i + 1]]
    if (x >= left && x <= right && y >= top && y <= bottom && within(polygon, x, y) && shown(i)) rows.push(i)
  }
  return rows
}

const step = 3 // pixels between corners

/** Another corner, unless it is next to the last. */
export function extend(polygon: Polygon, x: number, y: number) {
  const last = polygon.at(-1)
  if (!last || Math.hypot(x - last[0], y - last[1]) >= step) polygon.push([x, y])
}

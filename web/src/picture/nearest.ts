// The row next to the pointer, by a grid over the stage.

const cell = 12

export class Grid {
  private readonly across: number
  private readonly down: number
  private readonly begins: Uint32Array
  private readonly rows: Uint32Array

  constructor(private readonly positions: Float32Array, shown: (row: number) => boolean, width: number, height: number) {
    this.across = Math.ceil(width / cell) + 1
    this.down = Math.ceil(height / cell) + 1
    const many = positions.length / 2
    const cells = new Int32Array(many)
    this.begins = new Uint32Array(this.across * this.down + 1)
    for (let i = 0; i < many; i++) {
      cells[i] = shown(i) ? this.cellOf(positions[2 * i], positions[2 * i + 1]) : -1
      if (cells[i] >= 0) this.begins[cells[i] + 1]++
    }
    for (let k = 1; k < this.begins.length; k++) this.begins[k] += this.begins[k - 1]
    this.rows = new Uint32Array(this.begins[this.begins.length - 1])
    const next = this.begins.slice()
    for (let i = 0; i < many; i++) if (cells[i] >= 0) this.rows[next[cells[i]]++] = i
  }

  private cellOf(x: number, y: number): number {
    const column = Math.floor(x / cell)
    const row = Math.floor(y / cell)
    return column >= 0 && column < this.across && row >= 0 && row < this.down ? row * this.across + column : -1
  }

  /** The nearest row within some pixels, at most the width of a cell; −1 for none. */
  nearest(x: number, y: number, within: number): number {
    let [best, least] = [-1, within * within]
    for (const dy of [-cell, 0, cell]) {
      for (const dx of [-cell, 0, cell]) {
        const at = this.cellOf(x + dx, y + dy)
        if (at < 0) continue
        for (let k = this.begins[at]; k < this.begins[at + 1]; k++) {
          const row = this.rows[k]
          const far = (this.positions[2 * row] - x) ** 2 + (this.positions[2 * row + 1] - y) ** 2
          if (far <= least) [best, least] = [row, far]
        }
      }
    }
    return best
  }
}

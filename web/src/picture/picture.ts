// The picture: rows by two components, or one component against the target.

import type { Choice, Fit, State } from '../api'

/** What the page tells the picture, and the picture the page. */
export interface Wishes {
  /** Rows were selected, by their places among the shown rows; [] for none. */
  selected(rows: number[]): void
  /** Something went wrong; for people. */
  problem(text: string): void
}

/** The panel of the picture, in a host element of the page. */
export class Picture {
  constructor(_host: HTMLElement, _wishes: Wishes) {}
  /** Shows a fit, moving to it smoothly from what is shown now. Others are offered for the tour. */
  async show(_fit: Fit, _state: State, _choice: Choice): Promise<void> {}
  /** Another state: other fits for the tour. */
  update(_state: State): void {}
  /** Takes the selection away. */
  clearSelection(): void {}
}

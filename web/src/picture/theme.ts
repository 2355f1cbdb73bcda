// Colours of the page, as its style has them now: light, dark or its own.

export type Colour = [number, number, number]

export interface Theme { ink: string; muted: string; paper: string; accent: string; grid: string; dark: boolean }

const fallbacks: Record<string, string> = {
  ink: 'light-dark(#1b1f24, #e8eaed)',
  muted: 'light-dark(#5b6470, #a3abb5)',
  paper: 'light-dark(#ffffff, #16191d)',
  accent: 'light-dark(#0b62a8, #6cb6f5)',
  grid: 'light-dark(#e3e6ea, #2c3138)',
}

/** Colours that the style gives to an element; the browser works out what variables mean. */
export function readTheme(host: HTMLElement): Theme {
  const probe = document.createElement('span')
  host.append(probe)
  const read = (name: string) => {
    probe.style.color = `var(--${name}, ${fallbacks[name]})`
    return plain(getComputedStyle(probe).color)
  }
  const theme = { ink: read('ink'), muted: read('muted'), paper: read('paper'), accent: read('accent'), grid: read('grid'), dark: false }
  probe.remove()
  const [r, g, b] = rgb(theme.paper)
  theme.dark = 0.3 * r + 0.6 * g + 0.1 * b < 128
  return theme
}

let pixel: CanvasRenderingContext2D | null = null

/** Any colour of CSS as #rrggbb. */
function plain(colour: string): string {
  pixel ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true })
  if (!pixel) return colour
  pixel.clearRect(0, 0, 1, 1)
  pixel.fillStyle = colour
  pixel.fillRect(0, 0, 1, 1)
  const [r, g, b] = pixel.getImageData(0, 0, 1, 1).data
  return hex([r, g, b])
}

export const hex = (c: Colour) => '#' + c.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')
export const rgb = (text: string): Colour => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)) as Colour

/** Tells when the style changes from light to dark or back. */
export function watchTheme(changed: () => void) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed)
  const watch = new MutationObserver(changed)
  for (const root of [document.documentElement, document.body]) {
    watch.observe(root, { attributes: true, attributeFilter: ['data-theme'] })
  }
}

// Light or dark: as the system has it, unless a person says otherwise.

import { el } from './dom'

type Wish = 'auto' | 'light' | 'dark'
const next: Record<Wish, Wish> = { auto: 'light', light: 'dark', dark: 'auto' }
const system = matchMedia('(prefers-color-scheme: dark)')

function kept(): Wish {
  try {
    const wish = localStorage.getItem('theme')
    return wish === 'light' || wish === 'dark' ? wish : 'auto'
  } catch {
    return 'auto'
  }
}

function keep(wish: Wish): void {
  try {
    localStorage.setItem('theme', wish)
  } catch { /* private windows may refuse */ }
}

/** The button that changes it. The root element's data-theme is light or dark. */
export function themeButton(): HTMLElement {
  let wish = kept()
  const button = el('button', { type: 'button', class: 'quiet', 'data-test': 'theme' })
  const apply = () => {
    document.documentElement.dataset.theme = wish === 'auto' ? (system.matches ? 'dark' : 'light') : wish
    button.textContent = { auto: '◐ Auto', light: '○ Light', dark: '● Dark' }[wish]
    button.setAttribute('aria-label', `Colours: ${wish}. Change to ${next[wish]}`)
  }
  button.addEventListener('click', () => {
    wish = next[wish]
    keep(wish)
    apply()
  })
  system.addEventListener('change', apply)
  apply()
  return button
}

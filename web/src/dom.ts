// Elements are made by name and attributes. Text only ever becomes a text node, so that names of
// columns and classes cannot be markup.

import { count, named } from './format'

export type Child = Node | string | null | undefined | false
export type Attributes = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>

function furnish<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, `${value}`)
  }
  element.append(...present(children))
  return element
}

const present = (children: Child[]) => children.filter((child): child is Node | string => !!child)

/** An element; attributes that begin with "on" are listeners. */
export const el = <K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] =>
  furnish(document.createElement(tag), attributes, children)

export const svg = <K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[K] =>
  furnish(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children)

/** Puts other children into an element. What had the focus has it again, if it has an id and came back. */
export function fill(parent: Element, ...children: Child[]): void {
  const focused = parent.contains(document.activeElement) ? document.activeElement!.id : ''
  parent.replaceChildren(...present(children))
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
}

/** Sets a text only where it is another one, so that it is not read aloud again. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** Whether a key is another than the last. */
export function keyed(): (...key: unknown[]) => boolean {
  let last: string | undefined
  return (...key) => {
    const now = JSON.stringify(key)
    const changed = now !== last
    last = now
    return changed
  }
}

/** A name, apart from the text around it: it may run from right to left, and be long or empty. */
export const naming = (name: string) =>
  el('bdi', { class: 'naming', title: name.length > 40 && name }, name.length > longest ? `${name.slice(0, longest)}…` : named(name))

const longest = 160

/** Names with commas between them. */
export function namings(names: string[], most = 4): Child[] {
  const shown: Child[] = names.slice(0, most).flatMap((name, i) => [i > 0 && ', ', naming(name)])
  return [...shown, names.length > most && ` and ${count(names.length - most)} more`]
}

let ids = 0
export const newId = () => `e${++ids}`

/** A control with its label above it. */
export function field(label: Child, control: HTMLElement, hint?: Child): HTMLElement {
  control.id ||= newId()
  return el('div', { class: 'field' }, el('label', { for: control.id }, label), control, hint && el('div', { class: 'hint' }, hint))
}

/** A box to tick, with its label beside it. */
export function tick(label: Child, box: HTMLInputElement): HTMLLabelElement {
  return el('label', { class: 'tick' }, box, el('span', {}, label))
}

export const options = (select: HTMLSelectElement, pairs: [string, string][]): HTMLSelectElement => {
  fill(select, ...pairs.map(([value, text]) => el('option', { value }, text)))
  return select
}

/** A button that looks like one and opens the choice of a file. */
export function fileButton(text: Child, test: string, chosen: (file: File) => void): HTMLElement {
  const input = el('input', { type: 'file', class: 'unseen', 'data-test': `${test}-file`, tabindex: -1, 'aria-hidden': 'true' })
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    input.value = ''
    if (file) chosen(file)
  })
  return el('span', {}, el('button', { type: 'button', 'data-test': test, onclick: () => input.click() }, text), input)
}

/** Gives a person a file. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  el('a', { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

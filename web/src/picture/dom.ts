// Elements of the page. Names of columns and classes are hostile: text goes in as text only.

type Child = Node | string
type Attributes = Record<string, string | number | boolean>

/** An element with attributes and children; true sets an attribute without value, false leaves it out, but for aria. */
export function element<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('aria-')) made.setAttribute(name, String(value))
    else if (value !== false) made.setAttribute(name, value === true ? '' : String(value))
  }
  made.append(...children)
  return made
}

export function button(text: string, attributes: Attributes, pressed: (event: MouseEvent) => void): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text)
  made.addEventListener('click', pressed)
  return made
}

/** A choice with a label before it. */
export function choose(text: string, attributes: Attributes, chosen: (value: string) => void): { label: HTMLLabelElement; select: HTMLSelectElement } {
  const select = element('select', attributes)
  select.addEventListener('change', () => chosen(select.value))
  return { label: element('label', {}, text + ' ', select), select }
}

/** Replaces the options of a choice; the chosen one stays if it is still there. */
export function setOptions(select: HTMLSelectElement, options: { value: string; text: string }[], value = select.value) {
  const same = options.length === select.options.length && options.every((o, i) => select.options[i].value === o.value && select.options[i].text === o.text)
  if (!same) {
    select.replaceChildren(...options.map((o) => element('option', { value: o.value }, o.text)))
  }
  if (options.some((o) => o.value === value)) select.value = value
}

/** Short enough for a label; names that begin alike end differently. */
export function shorten(text: string, most = 24): string {
  if (text.length <= most) return text
  const tail = Math.floor(most / 3)
  return text.slice(0, most - 1 - tail) + '…' + text.slice(text.length - tail)
}

/** A number as people read it. */
export function words(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e6 || size < 1e-3)) return value.toExponential(2).replace('-', '−').replace('e+', 'e')
  return value.toLocaleString('en', { maximumSignificantDigits: size >= 1000 ? 6 : 3 }).replace('-', '−')
}

export const count = (n: number) => n.toLocaleString('en')

// Keep it: files, and the command that makes the same fit.

import { files, type Fit, type State } from './api'
import { command } from './command'
import { el, fill, keyed } from './dom'
import { section, type Page, type Part } from './section'

const uses: Record<string, string> = {
  'model.json': 'the model, for suffice transform and predict',
  'z.csv': 'the components of all rows',
  'picture.png': 'the picture, for a page or a talk',
  'picture.svg': 'the picture, to be edited',
  'picture.pdf': 'the picture, for print',
  'report.html': 'a report in one file, to be sent to somebody',
  'model.onnx': 'the model for ONNX runtimes',
  'model.sql': 'the model as a query of a database',
  'model.py': 'the model in Python, without libraries',
  'model.go': 'the model in Go, without libraries',
}

export function keep(page: Page): Part {
  const links = el('ul', { class: 'files' })
  const told = el('div')
  const element = section('keep', 'Keep it', 'Everything can be taken away.', links, told)
  const changed = keyed()
  return {
    element,
    update({ fit, state }) {
      element.hidden = !fit
      if (!fit || !changed(fit, state.roles, state.table?.source, state.excluded)) return
      fill(links, ...Object.entries(files(fit.id)).map(([name, address]) => el('li', {},
        el('a', { href: address, download: name, 'data-test': `keep-${name.replace('model.json', 'model').replace('.', '-')}` }, name), el('span', { class: 'hint' }, uses[name] ?? ''))))
      fill(told, ...commandLine(fit, state, page))
    },
  }
}

function commandLine(fit: Fit, state: State, page: Page): (HTMLElement | false)[] {
  const text = command(fit, state)
  if (!text) return []
  const code = el('code', {}, text)
  const copy = el('button', { type: 'button', 'data-test': 'copy-command' }, 'Copy')
  copy.addEventListener('click', () => void navigator.clipboard.writeText(text).then(() => page.say('Copied.'), () => getSelection()?.selectAllChildren(code)))
  return [
    el('h3', {}, 'The same on the command line'),
    el('div', { class: 'command' }, el('pre', { 'data-test': 'command', tabindex: 0 }, code), copy),
    state.excluded > 0 && el('p', { class: 'hint' }, 'It does not leave out the rows that were selected here.'),
  ]
}

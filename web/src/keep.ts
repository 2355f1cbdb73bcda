// Keep it: files, and the command that makes the same fit.

import { files, Problem, type Fit } from './api'
import { download, el, fill, keyed } from './dom'
import { counted } from './format'
import { Alert, section, type Page, type Part } from './section'

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
  const alert = new Alert()
  const links = el('ul', { class: 'files' })
  const told = el('div')
  const element = section('keep', 'Keep it', 'Everything can be taken away.', links, alert.element, told)
  const changed = keyed()
  return {
    element,
    update({ fit }) {
      element.hidden = !fit
      if (!fit || !changed(fit)) return
      alert.say('')
      fill(links, ...Object.entries(files(fit.id)).map(([name, address]) => el('li', {}, link(name, address, alert), el('span', { class: 'hint' }, uses[name] ?? ''))))
      fill(told, ...commandLine(fit, page))
    },
  }
}

/** A link to a file. Those that may fail are got here first, so that it can be said why. */
function link(name: string, address: string, alert: Alert): HTMLElement {
  const anchor = el('a', { href: address, download: name, 'data-test': `keep-${name.replace('model.json', 'model').replace('.', '-')}` }, name)
  if (name === 'z.csv') return anchor // it may be large
  anchor.addEventListener('click', (event) => {
    event.preventDefault()
    if (anchor.ariaBusy === 'true') return
    anchor.ariaBusy = 'true'
    void alert.attempt(() => take(name, address)).then(() => { anchor.ariaBusy = null })
  })
  return anchor
}

async function take(name: string, address: string): Promise<void> {
  const answer = await fetch(address).catch(() => { throw new Problem('the program does not answer; is it still running?') })
  if (!answer.ok) throw new Problem(`${name}: ${(await answer.json()).error}`)
  download(name, await answer.blob())
}

function commandLine({ command: text, leftOut = 0 }: Fit, page: Page): (HTMLElement | false)[] {
  if (!text) return []
  const code = el('code', {}, text)
  const copy = el('button', { type: 'button', 'data-test': 'copy-command' }, 'Copy')
  copy.addEventListener('click', () => void navigator.clipboard.writeText(text).then(() => page.say('Copied.'), () => getSelection()?.selectAllChildren(code)))
  return [
    el('h3', {}, 'The same on the command line'),
    el('div', { class: 'command' }, el('pre', { 'data-test': 'command', tabindex: 0 }, code), copy),
    leftOut > 0 && el('p', { class: 'hint' }, `It does not leave out the ${counted(leftOut, 'row that was', 'rows that were')} left out here, so its fit is another one.`),
  ]
}

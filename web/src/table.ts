// What is in my table.

import { upload } from './api'
import { choice } from './choice'
import { columns } from './columns'
import { el, fileButton, fill, keyed } from './dom'
import { counted } from './format'
import { Alert, remarks, section, type Page, type Part } from './section'

export function table(page: Page): Part {
  const alert = new Alert()
  const facts = el('div', { class: 'facts' })
  const chosen = choice(page)
  const listed = columns(page)
  const changed = keyed()
  const readWords = el('span')
  const read = el('p', { class: 'hint', role: 'status' })

  async function take(file: File): Promise<void> {
    read.textContent = `Reading ${file.name} …`
    const state = await alert.attempt(() => upload(file.name, file))
    read.textContent = ''
    if (state) page.accept(state)
  }
  acceptDrops(take)

  const element = section('table', 'What is in my table', 'Choose what to predict. All other columns are inputs, unless you drop them.',
    el('div', { class: 'row' }, facts, fileButton(readWords, 'upload', (file) => void take(file))), read, alert.element, chosen.element, listed.element)
  return {
    element,
    update(view) {
      const { table } = view.state
      if (changed(table)) {
        fill(facts, el('p', {}, table ? el('strong', {}, el('bdi', {}, table.source)) : 'No table is open. Choose a file, or drop one here.',
          table && `: ${table.format}, ${counted(table.rows, 'row')}, ${counted(table.columns, 'column')}${table.onDisk ? ', kept on disk' : ''}`),
        table && remarks(table.remarks, 'note'))
        readWords.textContent = table ? 'Read another file' : 'Read a file'
        chosen.element.hidden = listed.element.hidden = !table
      }
      chosen.update(view)
      listed.update(view)
    },
  }
}

/** Takes a file that is dropped anywhere on the page. */
function acceptDrops(take: (file: File) => Promise<void>): void {
  const veil = el('div', { class: 'veil', 'data-test': 'drop-zone', hidden: true }, el('p', {}, 'Drop the table to read it'))
  document.body.append(veil)
  const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
  addEventListener('dragover', (event) => {
    if (!hasFile(event)) return
    event.preventDefault()
    veil.hidden = false
  })
  addEventListener('dragleave', (event) => { if (!event.relatedTarget) veil.hidden = true })
  addEventListener('drop', (event) => {
    veil.hidden = true
    const file = event.dataTransfer?.files[0]
    if (!file) return
    event.preventDefault()
    void take(file)
  })
}

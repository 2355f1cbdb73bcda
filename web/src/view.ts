// The picture, and what is different about the rows that are selected in it.

import { el, keyed } from './dom'
import { Picture } from './picture/picture'
import { Alert, section, sentence, type Page, type Part, type View } from './section'
import { selection } from './selection'

export interface PicturePart extends Part { busy(): boolean } // whether a person would lose something to another fit

export function view(page: Page): PicturePart {
  const alert = new Alert()
  const host = el('div', { class: 'picture-host', 'data-test': 'picture', hidden: true })
  const empty = el('p', { class: 'hint empty' }, 'Here the rows appear, once there is a fit.')
  const panel = selection(page, () => picture?.clearSelection())
  const changed = keyed()
  let picture: Picture | undefined

  // The picture measures its host, so it is made when that can be seen.
  function made(): Picture {
    host.hidden = false
    return (picture ??= new Picture(host, { selected: (rows) => void panel.select(rows), problem: (text) => alert.say(text), wanted: (id) => page.show(id) }))
  }

  function show({ fit, state }: View): void {
    if (!fit || !state.choice) return
    alert.say('')
    made().show(fit, state, state.choice).catch((error) => alert.say(sentence(error)))
  }

  return {
    busy: () => picture?.busy ?? false,
    element: section('picture', 'The picture', 'Each row by its components. Select some to see what is different about them.', empty, alert.element, host, panel.element),
    update(now) {
      const { fit, state } = now
      const there = !!fit && !!state.choice
      empty.hidden = there
      host.hidden = !there
      if (changed(there, fit, state.choice, state.table?.id)) show(now)
      else if (there) picture?.update(state)
      panel.update(now)
    },
  }
}

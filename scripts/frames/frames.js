// What the program measures in the page, as window.measuring.
window.measuring = (() => {
  const one = (name) => document.querySelector(`[data-test="${name}"]`)
  const fits = () => document.querySelectorAll('[data-test="fit-item"]').length

  // watchFit measures the time from the end of the next fit to its picture, and the longest time
  // between two frames meanwhile, as measuring.fit.
  const watchFit = () => {
    const before = fits()
    let ended = 0, last = performance.now(), longest = 0
    window.measuring.fit = null
    const look = () => {
      const now = performance.now()
      if (ended) longest = Math.max(longest, now - last)
      last = now
      if (!ended && fits() > before) ended = now
      const shown = document.querySelector('[data-test="fit-item"][aria-pressed=true]')?.dataset.fit
      if (ended && window.suffice?.fit == shown && window.suffice.points() > 0) window.measuring.fit = [now - ended, longest]
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    return true
  }

  // frames counts how many frames a second the browser shows while something is done.
  const frames = ({ begin, each, end }, seconds) => new Promise((resolve) => {
    begin()
    let first = 0, shown = 0
    const step = (now) => {
      each(now)
      if (!first) first = now
      else shown++
      if (now - first < 1000 * seconds) return requestAnimationFrame(step)
      const rate = shown / (now - first) * 1000
      end()
      resolve(rate)
    }
    requestAnimationFrame(step)
  })

  const tour = { begin: () => one('tour').click(), each: () => {}, end: () => one('tour').click() }

  // drag is what a person does who drags the first arrow to and fro.
  let arrow, corner
  const pointer = (kind, x, y) => arrow.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerId: 1, isPrimary: true, button: 0, buttons: 1, clientX: x, clientY: y }))
  const drag = {
    begin: () => {
      arrow = one('arrow')
      corner = arrow.getBoundingClientRect()
      arrow.setPointerCapture = () => {}
      pointer('pointerdown', corner.x + 4, corner.y + 4)
    },
    each: (now) => pointer('pointermove', corner.x + 60 * Math.sin(now / 300), corner.y + 40 * Math.cos(now / 300)),
    end: () => pointer('pointerup', corner.x, corner.y),
  }
  return { one, watchFit, frames, tour, drag }
})()

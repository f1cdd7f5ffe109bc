function enhance(gallery: HTMLElement, strip: HTMLElement): void {
  const slides = [...strip.children]
  const last = slides.length - 1
  const thumbs = [...gallery.querySelectorAll<HTMLAnchorElement>('a[href^="#photo-"]')]
  const turns = [...gallery.querySelectorAll<HTMLButtonElement>('[data-turn]')]
  const position = gallery.querySelector<HTMLElement>('[data-position]')
  const number = gallery.querySelector('[data-number]')
  let shown = 0
  /** Target of a running scroll; photos passed on the way do not become current. */
  let wanted: number | null = null

  const inSight = () =>
    Math.min(last, Math.max(0, Math.round(strip.scrollLeft / strip.clientWidth)))

  function show(index: number): void {
    if (index === shown) return
    shown = index
    thumbs.forEach((thumb, at) => {
      if (at === index) thumb.setAttribute('aria-current', 'true')
      else thumb.removeAttribute('aria-current')
    })
    const row = thumbs[index]?.closest('ul')
    const thumb = thumbs[index]
    if (row && thumb)
      row.scrollTo({
        left: thumb.offsetLeft - row.offsetLeft - (row.clientWidth - thumb.offsetWidth) / 2,
      })
    if (number) number.textContent = String(index + 1)
    guardEnds()
  }

  function guardEnds(): void {
    for (const button of turns) {
      const isEnd = button.dataset['turn'] === '1' ? shown === last : shown === 0
      // A disabled button loses the focus, so that it moves to the strip.
      if (isEnd && button === document.activeElement) strip.focus({ preventScroll: true })
      button.disabled = isEnd
    }
  }

  function goTo(index: number): void {
    wanted = Math.min(last, Math.max(0, index))
    show(wanted)
    strip.scrollTo({ left: wanted * strip.clientWidth })
  }

  strip.addEventListener('scroll', () => {
    const index = inSight()
    if (wanted === null) show(index)
    else if (wanted === index) wanted = null
  })
  for (const byHand of ['pointerdown', 'wheel', 'touchstart'] as const) {
    strip.addEventListener(byHand, () => (wanted = null), { passive: true })
  }
  gallery.addEventListener('keydown', (event) => {
    const targets: Partial<Record<string, number>> = {
      ArrowLeft: shown - 1,
      ArrowRight: shown + 1,
      Home: 0,
      End: last,
    }
    const target = targets[event.key]
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return
    event.preventDefault()
    goTo(target)
  })
  thumbs.forEach((thumb, index) =>
    thumb.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      goTo(index)
    }),
  )
  for (const button of turns) {
    button.hidden = false
    button.addEventListener('click', () => goTo(shown + Number(button.dataset['turn'])))
  }
  if (position) position.hidden = false
  // After a reload or with a photo's fragment, the strip may start at another photo.
  show(inSight())
  guardEnds()
}

/** The stage moves into a dialog and back, so that the photo in sight, the keys and a swipe stay the same. */
function enlarge(gallery: HTMLElement, strip: HTMLElement): void {
  const stage = strip.parentElement
  const button = gallery.querySelector<HTMLButtonElement>('[data-full]')
  const screen = gallery.querySelector<HTMLDialogElement>('[data-screen]')
  if (!stage || !button || !screen) return
  const name = button.getAttribute('aria-label') ?? ''
  const sized = [
    ...strip.querySelectorAll<HTMLImageElement | HTMLSourceElement>('picture > *'),
  ].map((one) => [one, one.sizes] as const)

  function move(into: boolean): void {
    const shown = Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth))
    if (into) screen?.append(stage as HTMLElement)
    else gallery.prepend(stage as HTMLElement)
    for (const [one, sizes] of sized) one.sizes = into ? '100vw' : sizes
    button?.setAttribute('aria-label', into ? 'Leave full screen' : name)
    strip.scrollTo({ left: shown * strip.clientWidth, behavior: 'instant' })
    ;(strip.tabIndex === 0 && into ? strip : button)?.focus({ preventScroll: true })
  }

  button.hidden = false
  button.addEventListener('click', () => {
    if (screen.open) return screen.close()
    screen.showModal()
    move(true)
  })
  screen.addEventListener('close', () => move(false))
}

for (const gallery of document.querySelectorAll<HTMLElement>('[data-gallery]')) {
  const strip = gallery.querySelector<HTMLElement>('[data-strip]')
  if (!strip) continue
  if (strip.children.length > 1) enhance(gallery, strip)
  enlarge(gallery, strip)
}

import { once } from '../lib/once.ts'

const touches = ['pointermove', 'pointerdown', 'click', 'keydown', 'focusin'] as const

/**
 * When somebody first points at the page, or does anything else: what nobody needs before is loaded
 * then. At once where something has the focus already.
 */
export const firstTouch = once(
  () =>
    new Promise<void>((resolve) => {
      if (document.activeElement !== document.body) resolve()
      // Before React's own listeners, which keep back what happens in a part that is not alive yet.
      for (const touch of touches)
        addEventListener(touch, () => resolve(), { capture: true, once: true })
    }),
)

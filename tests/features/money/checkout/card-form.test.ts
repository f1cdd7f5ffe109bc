import { afterEach, expect, test, vi } from 'vitest'
import { CardForm } from '#money/checkout/CardForm.tsx'

/**
 * Without a browser: React’s hooks hand out the frame, and what the component does after it is
 * shown.
 */

const frame = { scrollIntoView: vi.fn<(how: object) => void>(), contentWindow: null }
const effects: Array<() => unknown> = []
vi.mock(import('react'), async (importOriginal) => ({
  ...(await importOriginal()),
  useRef: (() => ({ current: frame })) as never,
  useState: ((first: unknown) => [first, () => undefined]) as never,
  useEffect: (effect) => void effects.push(effect),
}))

afterEach(() => {
  vi.unstubAllGlobals()
  frame.scrollIntoView.mockClear()
  effects.length = 0
})

test.each([
  [true, [[{ block: 'center', behavior: 'instant' }]]],
  [false, []],
])('the page scrolls to the card form: %s, as scrollIntoPaymentForm says', (scrolls, scrolled) => {
  vi.stubGlobal('addEventListener', () => undefined)
  CardForm({
    frame: '/card-form?tier=www',
    address: 'http://gateway.localhost:4399/getFormData?',
    isLoading: true,
    scrolls,
    onMessage: () => undefined,
  })
  for (const effect of effects) effect()
  expect(frame.scrollIntoView.mock.calls).toEqual(scrolled)
})

import { atom, cleanStores } from 'nanostores'
import { expect, test, vi } from 'vitest'
import { whileMounted } from '#ui/while-mounted.ts'

test('what keeps a store current starts with its first listener, and where one was there before it, too', async () => {
  for (const isBefore of [false, true]) {
    const store = atom(0)
    const start = vi.fn<() => () => void>(() => () => undefined)
    if (isBefore) store.listen(() => undefined)
    whileMounted(store, async () => start)
    if (!isBefore) expect(start).not.toHaveBeenCalled()
    store.listen(() => undefined)
    await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(1))
    cleanStores(store)
  }
})

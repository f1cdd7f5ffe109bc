import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  copyText,
  databases,
  forgetDatabase,
  inOnePage,
  localKept,
  openChannel,
  serviceWorker,
  tabKept,
  webLocks,
} from '#lib/browser.ts'
import { askDatabase } from '#ui/browser-database.client.ts'

/** What a browser may lack, refuse or have no room for. */

function refused(): never {
  throw new DOMException('refused', 'SecurityError')
}
const names = [
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'BroadcastChannel',
  'navigator',
] as const

/** Reading the name itself throws, as where cookies are blocked. */
function throwing(name: string): void {
  vi.stubGlobal(name, undefined)
  Object.defineProperty(globalThis, name, { configurable: true, get: refused, set: undefined })
}

const full = { getItem: (): null => null, setItem: refused, removeItem: () => undefined }
const states: [string, () => void][] = [
  ['absent', () => names.forEach((name) => vi.stubGlobal(name, undefined))],
  ['null', () => names.forEach((name) => vi.stubGlobal(name, null))],
  ['without any of them', () => vi.stubGlobal('navigator', {})],
  ['throwing', () => names.forEach(throwing)],
  ['full', () => ['localStorage', 'sessionStorage'].forEach((name) => vi.stubGlobal(name, full))],
]

beforeEach(() => void vi.stubGlobal('document', {}))
afterEach(() => void vi.unstubAllGlobals())

describe.each(states)('in a browser where they are %s', (_, begin) => {
  beforeEach(begin)

  test('what is kept is kept until the page is left', () => {
    for (const storage of [localKept, tabKept]) {
      storage.setItem('draft', 'Half a sentence')
      expect(storage.getItem('draft')).toBe('Half a sentence')
      storage.removeItem('draft')
      expect(storage.getItem('draft')).toBeNull()
    }
  })
})

describe.each(states.slice(0, 4))('in a browser where they are %s', (state, begin) => {
  beforeEach(begin)

  test('nothing throws, and each says that it is not there', async () => {
    expect(webLocks()).toBeNull()
    expect(await serviceWorker('/sw.js')).toBeNull()
    expect(await copyText('An address')).toBe(false)
    const act = vi.fn<() => Promise<void>>().mockResolvedValue()
    await inOnePage('chime', act)
    expect(act).toHaveBeenCalledOnce()
    if (state === 'without any of them') return
    expect([databases(), openChannel('events')]).toEqual([null, null])
    expect(() => forgetDatabase('uploads')).not.toThrow()
    expect(await askDatabase('uploads', 'photos', 'readonly', (store) => store.getAll())).toBeNull()
  })
})

test('a value for which there is no room hides the one from before, and what is removed stays removed', () => {
  const kept = new Map([['draft', 'Old']])
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: refused,
    removeItem: refused,
  })
  localKept.setItem('draft', 'New')
  expect(localKept.getItem('draft')).toBe('New')
  localKept.removeItem('draft')
  expect(localKept.getItem('draft')).toBeNull()
  // With room again it is the browser’s.
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  })
  localKept.setItem('draft', 'Newest')
  expect([localKept.getItem('draft'), kept.get('draft')]).toEqual(['Newest', 'Newest'])
})

test('on a server nothing is kept: all requests share its modules', () => {
  vi.stubGlobal('document', undefined)
  vi.stubGlobal('localStorage', undefined)
  localKept.setItem('user', 'Alice')
  expect(localKept.getItem('user')).toBeNull()
})

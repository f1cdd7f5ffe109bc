import { atom } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import type { Answer } from '#api/contract.ts'
import { createTurns } from '#ui/answer-turns.ts'
import { showToast } from '#ui/toasts.store.ts'
import type { findMessages } from './find.contract.ts'

type Found = Pick<Answer<typeof findMessages>, 'hits' | 'older'>
/** `found` is null as long as nothing is looked for. */
type Finding = { otherId: number; q: string; found: Found | null; isBusy: boolean }

/** Whose conversation is searched; its dialog is open. */
export const $finding = atom<Finding | null>(null)

/** Debounce in milliseconds: what is typed in one go is one search. */
const DEBOUNCE = 250

const searches = createTurns()
let timer: ReturnType<typeof setTimeout> | undefined
let last: Finding | null = null

/** With what was looked for in it last. */
export function openSearch(otherId: number): void {
  $finding.set(last?.otherId === otherId ? last : { otherId, q: '', found: null, isBusy: false })
}

export function closeSearch(): void {
  clearTimeout(timer)
  last = $finding.get() ?? last
  $finding.set(null)
}

/** At once, or as soon as nobody types any more. */
export function search(q: string, isAtOnce = false): void {
  clearTimeout(timer)
  const before = $finding.get()
  if (!before) return
  // What is asked already is not shown.
  searches()()
  const isSearch = q.trim() !== ''
  $finding.set({ ...before, q, found: isSearch ? before.found : null, isBusy: isSearch })
  if (isSearch) timer = setTimeout(() => void ask(null), isAtOnce ? 0 : DEBOUNCE)
}

export async function findOlder(): Promise<void> {
  const before = $finding.get()
  if (!before?.found || before.isBusy || before.found.older === null) return
  $finding.set({ ...before, isBusy: true })
  await ask(before.found)
}

async function ask(above: Found | null): Promise<void> {
  const asked = $finding.get()
  if (!asked) return
  const isNewest = searches()
  const change = (to: Partial<Finding>) => {
    const now = $finding.get()
    if (isNewest() && now?.otherId === asked.otherId) $finding.set({ ...now, isBusy: false, ...to })
  }
  try {
    const { hits, older } = await api.send<typeof findMessages>('GET /message/find', {
      query: { id: asked.otherId, q: asked.q, before: above?.older ?? undefined },
    })
    change({ found: { hits: [...(above?.hits ?? []), ...hits], older } })
  } catch (error) {
    assertRefused(error)
    change({ found: above })
    showToast(error.message)
  }
}

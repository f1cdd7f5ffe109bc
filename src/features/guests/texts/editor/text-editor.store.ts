import { atom } from 'nanostores'
import { api, assertRefused, type CallError } from '#api/client.ts'
import { readKept, tabKept } from '#lib/browser.ts'
import { SECOND } from '#lib/clock.ts'
import type { FormValues } from '#ui/form-answer.ts'
import { createSeed } from '#ui/seeds.store.ts'
import type { writeDraft } from '../history/changes.contract.ts'
import type { RenderedText, renderText } from '../previews/preview.contract.ts'
import type { TextDifference } from './text-conflict.ts'

export type TextConflict = {
  by: string
  /** Their revision, as a form says it; empty: the text was taken back. */
  basis: string
  theirs: FormValues
  differences: readonly TextDifference[]
}

export type EditorState = {
  path: string
  basis: string
  fields: ReadonlyArray<{ name: string; label: string }>
  /** Whose page shows the text. */
  brands: ReadonlyArray<{ id: string; name: string }>
  /** What the fields begin with; another `turn` begins them anew. */
  values: FormValues
  turn: number
  /** What is saved of it, with its revision as `basis`; null where nothing is. */
  saved: FormValues | null
  isUnsaved: boolean
  /** The fields have what was kept in this tab and is not saved. */
  isRestored: boolean
  hasDraft: boolean
  conflict: TextConflict | null
  /** What was typed before theirs was taken. */
  putAside: FormValues | null
}

export const $editor = atom<EditorState | null>(null)

export type PreviewState = {
  brand: string
  shown: RenderedText | null
  /** Why what stands in the fields is not shown. */
  trouble: string
}

/** What stands in the fields by now; nothing until somebody types. */
export const $typed = atom<FormValues>({})

export const $preview = atom<PreviewState | null>(null)

function fill(first: EditorState | null): void {
  $editor.set(first)
  $typed.set({})
  const [brand] = first?.brands ?? []
  $preview.set(brand ? { brand: brand.id, shown: null, trouble: '' } : null)
}

export const seedEditor = createSeed(fill, () => fill(null))

const keyOf = (path: string) => `text ${path}`

export function change(changes: Partial<EditorState>): void {
  const now = $editor.get()
  if (now) $editor.set({ ...now, ...changes })
}

/** Takes up what this tab had kept unsaved, unless somebody has typed already. */
export function wake(present: FormValues): void {
  const now = $editor.get()
  if (!now) return
  const kept = readKept(tabKept.getItem(keyOf(now.path))) as FormValues | null
  const isTyped = !isSame(now, present, now.values)
  // A new text has no name, and nothing to show, until somebody types.
  if (kept === null && !isTyped && now.path.endsWith('/')) return
  if (kept === null || now.saved === null || isSame(now, kept, now.saved)) return note(present)
  if (isTyped) {
    change({ putAside: kept })
    return note(present)
  }
  change({
    values: kept,
    basis: textOf(kept, 'basis'),
    turn: now.turn + 1,
    isUnsaved: true,
    isRestored: true,
  })
  void renderSoon(kept, 0)
}

/**
 * What stands in the fields now: it is kept in this tab until it is saved, and shown beside them.
 */
export function note(present: FormValues): void {
  const now = $editor.get()
  if (!now) return
  const isUnsaved = now.saved === null || !isSame(now, present, now.saved)
  // Named as the cookie policy names it.
  if (isUnsaved)
    tabKept.setItem(`text ${now.path}`, JSON.stringify({ ...present, basis: now.basis }))
  else tabKept.removeItem(keyOf(now.path))
  if (isUnsaved !== now.isUnsaved) change({ isUnsaved })
  void renderSoon(present)
}

/** Begins again with what is saved. */
export function forgetUnsaved(): void {
  const now = $editor.get()
  if (!now?.saved) return
  const { saved, turn } = now
  change({
    values: saved,
    basis: textOf(saved, 'basis'),
    turn: turn + 1,
    isUnsaved: false,
    isRestored: false,
  })
  tabKept.removeItem(keyOf(now.path))
  void renderSoon(saved, 0)
}

/** Saves a draft; returns what to say of it. Throws CallError. */
export async function saveDraft(sent: FormValues): Promise<string> {
  const before = $editor.get()
  const { revision, path } = await api.send<typeof writeDraft>('POST /staff/content/text', {
    body: sent as FormValues & { act: 'save'; path: string; basis: '' },
  })
  tabKept.removeItem(keyOf(before?.path ?? path))
  const basis = String(revision)
  // A new text, which has an address from now on, is asked for its name no more.
  const { name: _, ...saved } = sent
  change({
    path,
    basis,
    saved: { ...saved, basis },
    isUnsaved: false,
    isRestored: false,
    hasDraft: true,
    conflict: null,
    putAside: null,
  })
  const time = new Date().toLocaleTimeString('en-GB', { timeStyle: 'short' })
  return `Saved at ${time} as No. ${basis}. No guest sees it until it is published.`
}

export function bringBackMine(): void {
  const now = $editor.get()
  if (!now?.putAside) return
  change({ values: now.putAside, turn: now.turn + 1, isUnsaved: true, putAside: null })
  note(now.putAside)
}

const textOf = (values: FormValues, name: string) => [values[name] ?? ''].flat()[0] ?? ''

/** Whether the fields of two forms say the same; what a form does not send is empty. */
function isSame({ fields }: EditorState, one: FormValues, other: FormValues): boolean {
  const valueIn = (values: FormValues, name: string) => JSON.stringify([values[name] ?? ''].flat())
  return fields.every(({ name }) => {
    const [mine, theirs] = [valueIn(one, name), valueIn(other, name)]
    return mine === theirs || [mine, theirs].every((value) => value === '[]' || value === '[""]')
  })
}

const PAUSE = 0.4 * SECOND
let timer: ReturnType<typeof setTimeout> | undefined
let latest = new AbortController()

export function showOn(brand: string, present: FormValues): Promise<void> {
  const now = $preview.get()
  if (now) $preview.set({ ...now, brand })
  return renderSoon(present, 0)
}

/** Asks once nobody types any more; the answer to what was asked last is the one that counts. */
export function renderSoon(present: FormValues, pause = PAUSE): Promise<void> {
  $typed.set(present)
  clearTimeout(timer)
  latest.abort()
  const own = new AbortController()
  latest = own
  return new Promise((resolve) => {
    timer = setTimeout(() => void render(present, own.signal).then(resolve), pause)
  })
}

async function render(present: FormValues, signal: AbortSignal): Promise<void> {
  const { brand } = $preview.get() ?? {}
  if (brand === undefined) return
  try {
    const shown = await api.send<typeof renderText>(
      'POST /staff/content/render',
      { body: { ...(present as FormValues & { path: string }), brand } },
      { signal },
    )
    if (!signal.aborted) $preview.set({ brand, shown, trouble: '' })
  } catch (error) {
    if (signal.aborted) return
    assertRefused(error)
    const now = $preview.get()
    if (now) $preview.set({ ...now, trouble: troubleIn(error) })
  }
}

function troubleIn({ message, errors }: CallError): string {
  return errors[0]?.message ?? message
}

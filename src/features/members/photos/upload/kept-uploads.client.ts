import { UPLOADS } from '#core/accounts/stored-user.ts'
import { DAY } from '#lib/clock.ts'
import { askDatabase } from '#ui/browser-database.client.ts'
import { confirmedIn } from '../own/photo-rules.ts'
import {
  $uploads,
  type ChosenPhoto,
  isUnderWay,
  type PhotoUpload,
  restoreUploads,
} from './uploads.store.ts'

/**
 * Photos that were chosen and not sent yet survive a reload and a crash, until their member signs
 * out.
 */
type Kept = ChosenPhoto & { account: number; at: number }

const STORE = 'photos'
/** Shorter than the server remembers an upload's key, so that none is added twice. */
const KEPT_FOR = DAY
/** Of all photos together. */
const MAX_KEPT_BYTES = 100 * 1024 * 1024

const use = <T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest) =>
  askDatabase<T>(UPLOADS, STORE, mode, ask)

type Place = { state: 'storing' | 'stored' | 'refused'; bytes: number; rules: string }
const places = new Map<string, Place>()

const underWay = (...states: ReadonlyArray<Place['state'] | undefined>) =>
  $uploads
    .get()
    .some((upload) => isUnderWay(upload) && states.includes(places.get(upload.key)?.state))

/** Whether leaving the page loses photos that are on their way. */
export function losesUploads(): boolean {
  return underWay('storing', 'refused', undefined)
}

type Page = {
  account: number
  /** Whether the page asks for the tick of whom the photos show. */
  asksRules: boolean
  /** Hears whether something is not kept. */
  warn: (isRefused: boolean) => void
}

/** Keeps what `account` chooses, and goes on with what it chose before. */
export async function keepUploads({ account, asksRules, warn }: Page): Promise<void> {
  const earlier = (await use<Kept[]>('readonly', (store) => store.getAll())) ?? []
  const open = earlier.filter((one) => one.account === account && one.at > Date.now() - KEPT_FOR)
  for (const one of earlier) if (!open.includes(one)) await forget(one.key)
  for (const { key, file, rules } of open)
    places.set(key, { state: 'stored', bytes: file.size, rules })
  // What was ticked by other rules than the present ones is asked again.
  const chosen = open
    .toSorted((a, b) => a.at - b.at)
    .map(({ key, file, isPrivate, rules }) => ({ key, file, isPrivate, rules: confirmedIn(rules) }))
  restoreUploads(chosen, asksRules)
  const say = () => warn(underWay('refused'))
  $uploads.subscribe((uploads) => {
    const wanted = new Map(uploads.filter(isKept).map((one) => [one.key, one]))
    for (const key of places.keys()) if (!wanted.has(key)) void forget(key)
    for (const upload of wanted.values())
      if (places.get(upload.key)?.rules !== upload.rules) void keep(account, upload).then(say)
    say()
  })
}

function isKept(upload: PhotoUpload): boolean {
  return (
    isUnderWay(upload) ||
    upload.state === 'unconfirmed' ||
    (upload.state === 'failed' && upload.canRetry)
  )
}

async function keep(account: number, { key, file, isPrivate, rules }: PhotoUpload): Promise<void> {
  places.delete(key)
  const bytes = [...places.values()].reduce((sum, place) => sum + place.bytes, file.size)
  if (bytes > MAX_KEPT_BYTES) return void places.set(key, { state: 'refused', bytes: 0, rules })
  places.set(key, { state: 'storing', bytes: file.size, rules })
  const entry: Kept = { key, file, isPrivate, rules, account, at: Date.now() }
  const isStored = (await use('readwrite', (store) => store.put(entry, key))) !== null
  // It was sent, or taken from the list, meanwhile.
  if (!places.has(key)) return forget(key)
  places.set(
    key,
    isStored ? { state: 'stored', bytes: file.size, rules } : { state: 'refused', bytes: 0, rules },
  )
}

async function forget(key: string): Promise<void> {
  places.delete(key)
  await use('readwrite', (store) => store.delete(key))
}

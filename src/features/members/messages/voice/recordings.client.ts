import { RECORDINGS } from '#core/accounts/stored-user.ts'
import { askDatabase } from '#ui/browser-database.client.ts'

/**
 * Sounds of voice messages that the server does not have yet, by the message's key. A browser that
 * keeps no database, as in some private windows, has them until the page is left.
 */
const STORE = 'sounds'
const here = new Map<string, Blob>()

export async function keepRecording(key: string, blob: Blob): Promise<void> {
  here.set(key, blob)
  await use('readwrite', (store) => store.put(blob, key))
}

export async function recordingOf(key: string): Promise<Blob | null> {
  return here.get(key) ?? (await use<Blob>('readonly', (store) => store.get(key)))
}

export async function forgetRecording(key: string): Promise<void> {
  here.delete(key)
  await use('readwrite', (store) => store.delete(key))
}

function use<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<T | null> {
  return askDatabase<T>(RECORDINGS, STORE, mode, ask)
}

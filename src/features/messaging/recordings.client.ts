import { RECORDINGS } from '../accounts/stored-user.ts'

/**
 * Sounds of voice messages that the server does not have yet, by the message's key. A browser that keeps no database,
 * as in some private windows, has them until the page is left.
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

/** Opens the database for one request only: an open one would keep signing out from deleting it. */
async function use<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<T | null> {
  if (!('indexedDB' in globalThis)) return null
  try {
    const opening = indexedDB.open(RECORDINGS, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
    const database = await settled<IDBDatabase>(opening)
    try {
      return (await settled<T | undefined>(ask(database.transaction(STORE, mode).objectStore(STORE)))) ?? null
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new DOMException('refused'))
  })
}

import { databases } from '../lib/browser.ts'

/**
 * Asks a store of one of this browser's databases, which has one store and is made with its first
 * use; null where the browser keeps none or has no room. It is open for one request only: an open
 * one would keep signing out from deleting it.
 */
export async function askDatabase<T>(
  name: string,
  store: string,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<T | null> {
  const factory = databases()
  if (!factory) return null
  try {
    const opening = factory.open(name, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(store)
    const database = await settled<IDBDatabase>(opening)
    try {
      return (
        (await settled<T | undefined>(ask(database.transaction(store, mode).objectStore(store)))) ??
        null
      )
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

import { $user } from '#core/accounts/session.store.ts'
import { CHOICES } from '#core/accounts/stored-user.ts'
import { DAY } from '#lib/clock.ts'
import { askDatabase } from '#ui/browser-database.client.ts'

/**
 * What a member has chosen or recorded in a chat and not sent: kept in this browser, so that it
 * survives a reload and a crash. Each account has its own; signing out deletes it. A browser that
 * keeps no database has it until the page is left.
 */
type Kept<T> = { name: string; account: number; at: number; value: T }
type Kind = 'photo' | 'recording'

const STORE = 'choices'
const KEPT_FOR = DAY
const here = new Map<string, unknown>()

const nameOf = (kind: Kind, account: number, otherId: number) => `${kind} ${account} ${otherId}`

/** Null forgets it. */
export async function keepChoice(kind: Kind, otherId: number, value: object | null): Promise<void> {
  const account = $user.value?.userId
  if (account === undefined) return
  const name = nameOf(kind, account, otherId)
  if (value === null) {
    here.delete(name)
    await use('readwrite', (store) => store.delete(name))
  } else {
    here.set(name, value)
    const kept: Kept<object> = { name, account, at: Date.now(), value }
    await use('readwrite', (store) => store.put(kept, name))
  }
}

export async function choiceFor<T extends object>(kind: Kind, otherId: number): Promise<T | null> {
  const account = $user.value?.userId
  if (account === undefined) return null
  const all = (await use<Array<Kept<T>>>('readonly', (store) => store.getAll())) ?? []
  const open = all.filter((one) => one.account === account && one.at > Date.now() - KEPT_FOR)
  for (const { name } of all.filter((one) => !open.includes(one)))
    await use('readwrite', (store) => store.delete(name))
  const name = nameOf(kind, account, otherId)
  return open.find((one) => one.name === name)?.value ?? (here.get(name) as T | undefined) ?? null
}

function use<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<T | null> {
  return askDatabase<T>(CHOICES, STORE, mode, ask)
}

import type { HashTableAction, HashKind } from '#members/photos/hashes/hash-table.sql.ts'

/** A hash of a list as it is now: `isWithdrawn` ones are deleted here. */
export type ListedHash = { kind: HashKind; hash: Uint8Array; isWithdrawn: boolean }

/** `checkpoint` is where the next fetch begins, once all pages have come. */
type ListPage = { hashes: readonly ListedHash[]; checkpoint: string | null }

/** Another organisation's list of hashes. */
export type HashList = {
  /** In the hash table, and to staff. */
  name: string
  kinds: readonly HashKind[]
  action: HashTableAction
  why: string
  /** Whether a fetch answers the whole list, so that what is missing from it is withdrawn. */
  isWhole: boolean
  /** Since a checkpoint, or all; no page: nothing has changed. Throws for a damaged page. */
  fetch(since: string | null, stopping: AbortSignal): AsyncIterable<ListPage>
}

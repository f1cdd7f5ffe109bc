import type { Services } from '#api/services.server.ts'
import { BATCH, type Job } from '#jobs/worker.server.ts'
import { HOUR } from '#lib/clock.ts'
import { checkpointOf, noteSynced } from '#members/photos/hashes/checkpoints.sql.ts'
import {
  addHashes,
  changeHashTable,
  deleteHashes,
  hashesOfList,
} from '#members/photos/hashes/hash-table.sql.ts'
import type { Settings } from '#settings.ts'
import { csvList } from './csv-list.server.ts'
import type { HashList, ListedHash } from './hash-list.ts'
import { stopNciiList } from './stopncii.server.ts'

/**
 * So many may be withdrawn from a small list at once, one by one, without a mistake on the other
 * side.
 */
const FEW = 10

export const hashListJob: Job = {
  name: 'hashLists',
  period: HOUR,
  start: (services) => ({
    async run(stopping) {
      for (const list of listsOf(services.settings)) {
        if (stopping.aborted) return
        try {
          await syncList(services, list, stopping)
        } catch (error) {
          services.log.error({ error, list: list.name }, 'hash list not synced; what it had stays')
        }
      }
    },
  }),
}

function listsOf({ hashListFile, stopNcii }: Settings): HashList[] {
  return [
    ...(hashListFile === null ? [] : [csvList(hashListFile)]),
    ...(stopNcii === null ? [] : [stopNciiList(stopNcii)]),
  ]
}

/**
 * Nothing is changed before all pages have come. Returns how many hashes are new, and how many are
 * gone.
 */
export async function syncList(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  list: HashList,
  stopping: AbortSignal,
): Promise<{ added: number; gone: number } | null> {
  const at = clock.now()
  const since = await checkpointOf(db, list.name)
  const listed = new Map<string, ListedHash>()
  let checkpoint = since
  let hasChanged = false
  for await (const page of list.fetch(since, stopping)) {
    hasChanged = true
    checkpoint = page.checkpoint
    for (const one of page.hashes) listed.set(keyOf(one), one)
  }
  const isGone = (one: Pick<ListedHash, 'kind' | 'hash'>) =>
    listed.get(keyOf(one))?.isWithdrawn ?? list.isWhole
  const known = new Set<string>()
  const counted = { held: 0, gone: 0 }
  const pages = () => (hasChanged ? hashesOfList(db, list.name) : [])
  // Once to count, since a list that has shrunk to nothing changes nothing, and once more to
  // delete.
  for await (const page of pages()) {
    counted.held += page.length
    for (const one of page) {
      if (isGone(one)) counted.gone += 1
      else if (listed.has(keyOf(one))) known.add(keyOf(one))
    }
  }
  const added = [...listed].flatMap(([key, one]) =>
    one.isWithdrawn || known.has(key) ? [] : [one],
  )
  if (
    counted.gone > 0 &&
    counted.gone === counted.held &&
    added.length === 0 &&
    (list.isWhole || counted.gone > FEW)
  ) {
    log.error(
      { list: list.name, hashes: counted.held },
      'a hash list has shrunk to nothing, which is refused: its hashes stay. Ask its keeper',
    )
    return null
  }
  let gone = 0
  if (counted.gone > 0) {
    for await (const page of pages()) {
      for (const some of inParts(page.filter(isGone))) {
        await db.transaction().execute(async (trx) => {
          await changeHashTable(trx)
          gone += await deleteHashes(trx, list.name, some)
        })
      }
    }
  }
  const { action, why } = list
  for (const some of inParts(added)) {
    await db.transaction().execute(async (trx) => {
      await changeHashTable(trx)
      await addHashes(trx, some, { list: list.name, action, why, by: null, at })
    })
  }
  await noteSynced(db, list.name, checkpoint, at)
  if (gone + added.length > 0)
    log.info({ list: list.name, added: added.length, gone }, 'hash list synced')
  return { added: added.length, gone }
}

function keyOf({ kind, hash }: Pick<ListedHash, 'kind' | 'hash'>): string {
  return `${kind}:${Buffer.from(hash).toString('hex')}`
}

function inParts<T>(values: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(values.length / BATCH) }, (_, part) =>
    values.slice(part * BATCH, (part + 1) * BATCH),
  )
}

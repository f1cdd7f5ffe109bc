import type { OpenDatabase, Trx } from '#db/connection.server.ts'
import { tableAfter, type TableHash, hashTableWith, validHashes } from './hash-table.sql.ts'
import { MIN_QUALITY } from './pdq.ts'
import { exactCopies, type OtherPhoto, photosOfOthers, scannableAfter } from './photo-hashes.sql.ts'
import type { PictureHashes } from './picture-hashes.server.ts'
import { createHashScan, type HashScan } from './scan.ts'

/** Ids are taken before they are committed, so that the last ones are read again each time. */
const READ_AGAIN = 100
const PAGE = 10_000
const MOST_COPIES = 5

type Kept = { scan: HashScan; rows: number[]; read: Promise<void> }
type Row = { id: number; key: number; hash: Uint8Array; kind?: string }
type Read = (after: number, most: number) => Promise<Row[]>

/**
 * A process keeps the perceptual hashes of the hash table and of all photos in memory: about 50
 * bytes each.
 */
const keptOf = new WeakMap<OpenDatabase, { table: Kept; photos: Kept }>()

function kept(database: OpenDatabase) {
  let both = keptOf.get(database)
  if (!both) keptOf.set(database, (both = { table: empty(), photos: empty() }))
  return both
}

const empty = (): Kept => ({ scan: createHashScan(), rows: [], read: Promise.resolve() })

/** Brings the hashes in memory up to date, one call after the other; the first reads all. */
async function refreshed(of: Kept, read: Read): Promise<HashScan> {
  // The caller of one that failed gets its error; the next reads what that one did not.
  const run = () => readOn(of, read)
  of.read = of.read.then(run, run)
  await of.read
  return of.scan
}

async function readOn(of: Kept, read: Read): Promise<void> {
  const settled = Math.max(0, of.rows.length - READ_AGAIN)
  let after = of.rows[settled - 1] ?? 0
  const rows: Row[] = []
  for (let page: Row[] | null = null; page === null || page.length === PAGE;) {
    page = await read(after, PAGE)
    rows.push(...page)
    after = page.at(-1)?.id ?? after
  }
  of.scan.keep(settled)
  of.rows.length = settled
  for (const { id, key, hash, kind } of rows) {
    if (kind === 'sha256') continue
    of.scan.add(key, hash)
    of.rows.push(id)
  }
}

/**
 * The valid hashes of the hash table that a picture has, exactly or nearly. The caller holds the
 * table's lock.
 */
export async function tableMatches(
  database: OpenDatabase,
  trx: Trx,
  { sha256, variants, quality }: PictureHashes,
): Promise<TableHash[]> {
  const exact = await hashTableWith(trx, sha256)
  if (quality < MIN_QUALITY) return exact
  const scan = await refreshed(kept(database).table, (after, most) => tableAfter(trx, after, most))
  const known = new Set(exact.map(({ id }) => id))
  const near = await validHashes(trx, scan.near(variants))
  return [...exact, ...near.filter(({ id }) => !known.has(id))]
}

/** Photos of others that show the same picture; a few of them. */
export async function copiesOfOthers(
  database: OpenDatabase,
  trx: Trx,
  hashes: PictureHashes,
  ownerId: number,
): Promise<OtherPhoto[]> {
  const exact = await exactCopies(trx, hashes.sha256, ownerId, MOST_COPIES)
  if (hashes.quality < MIN_QUALITY) return exact
  const scan = await refreshed(kept(database).photos, (after, most) =>
    scannableAfter(trx, after, most),
  )
  const known = new Set(exact.map(({ photoId }) => photoId))
  const near = await photosOfOthers(trx, scan.near(hashes.variants), ownerId)
  return [...exact, ...near.filter(({ photoId }) => !known.has(photoId))].slice(0, MOST_COPIES)
}

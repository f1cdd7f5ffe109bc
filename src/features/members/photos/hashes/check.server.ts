import { bannedAmong } from '#core/accounts/standing/account-status.sql.ts'
import type { Db, OpenDatabase, Trx } from '#db/connection.server.ts'
import { keepFindings, partnersAmong, type PhotoFinding } from './findings.sql.ts'
import { findingRules } from './findings.ts'
import { type TableHash, readHashTable } from './hash-table.sql.ts'
import { tableMatches, copiesOfOthers } from './kept-hashes.server.ts'
import type { PictureHashes } from './picture-hashes.server.ts'

type Checked = {
  id: number
  ownerId: number
  hashes: PictureHashes
  at: Date
  asks?: 'all' | 'table'
}

/**
 * Compares a photo with the hash table and with the photos of others, in the transaction of its row
 * and after its profile was locked; keeps and returns what was found.
 */
export async function checkPicture(
  { database }: { database: OpenDatabase },
  trx: Trx,
  { id, ownerId, hashes, at, asks = 'all' }: Checked,
): Promise<PhotoFinding[]> {
  const findings = await compared(database, trx, { ownerId, hashes, asks })
  await keepFindings(trx, id, findings, at)
  return findings
}

/** As `checkPicture`, of a picture that is no photo of a profile; nothing is kept of it. */
export async function findingsAbout(
  { database, db }: { database: OpenDatabase; db: Db },
  asked: { ownerId: number; hashes: PictureHashes; asks: 'all' | 'table' },
): Promise<PhotoFinding[]> {
  return db.transaction().execute((trx) => compared(database, trx, asked))
}

type Hashable = Required<Pick<Checked, 'ownerId' | 'hashes' | 'asks'>>

async function compared(
  database: OpenDatabase,
  trx: Trx,
  { ownerId, hashes, asks }: Hashable,
): Promise<PhotoFinding[]> {
  await readHashTable(trx)
  const inHashTable = await tableMatches(database, trx, hashes)
  const copies = asks === 'table' ? [] : await copiesOfOthers(database, trx, hashes, ownerId)
  const others = [...new Set(copies.map(({ accountId }) => accountId))]
  const [banned, partners] = [
    await bannedAmong(trx, others),
    await partnersAmong(trx, ownerId, others),
  ]
  return [
    ...inHashTable.map(ofHashTable),
    ...copies.flatMap(({ photoId, accountId }): PhotoFinding[] => {
      if (banned.has(accountId))
        return [
          {
            kind: 'banned',
            hashId: null,
            otherPhotoId: photoId,
            list: null,
            why: 'A banned account had this picture.',
          },
        ]
      if (partners.has(accountId)) return []
      return [
        {
          kind: 'duplicate',
          hashId: null,
          otherPhotoId: photoId,
          list: null,
          why: 'Another account has this picture.',
        },
      ]
    }),
  ]
}

export function ofHashTable({ id, list, action, why }: TableHash): PhotoFinding {
  return { kind: action, hashId: id, otherPhotoId: null, list, why }
}

export function isHidden(findings: readonly PhotoFinding[]): boolean {
  return findings.some(({ kind }) => findingRules[kind].isHidden)
}

import type { Db, OpenDatabase, Trx } from '../../../db/connection.server.ts'
import { bannedAmong } from '../../accounts/account-status.sql.ts'
import { type BankHash, readBank } from './bank.sql.ts'
import { type Finding, keepFindings, partnersAmong } from './findings.sql.ts'
import { findingRules } from './findings.ts'
import { bankMatches, copiesOfOthers } from './kept-hashes.server.ts'
import type { PictureHashes } from './picture-hashes.server.ts'

type Checked = { id: number; ownerId: number; hashes: PictureHashes; at: Date; asks?: 'all' | 'bank' }

/**
 * Compares a photo with the bank and with the photos of others, in the transaction of its row and after its profile was
 * locked; keeps and returns what was found.
 */
export async function checkPicture({ database }: { database: OpenDatabase }, trx: Trx, { id, ownerId, hashes, at, asks = 'all' }: Checked): Promise<Finding[]> {
  await readBank(trx)
  const inBank = await bankMatches(database, trx, hashes)
  const copies = asks === 'bank' ? [] : await copiesOfOthers(database, trx, hashes, ownerId)
  const others = [...new Set(copies.map(({ accountId }) => accountId))]
  const [banned, partners] = [await bannedAmong(trx, others), await partnersAmong(trx, ownerId, others)]
  const findings = [
    ...inBank.map(ofBank),
    ...copies.flatMap(({ photoId, accountId }): Finding[] => {
      if (banned.has(accountId)) return [{ kind: 'banned', hashId: null, otherPhotoId: photoId, list: null, why: 'A banned account had this picture.' }]
      if (partners.has(accountId)) return []
      return [{ kind: 'duplicate', hashId: null, otherPhotoId: photoId, list: null, why: 'Another account has this picture.' }]
    }),
  ]
  await keepFindings(trx, id, findings, at)
  return findings
}

/** The words of the bank about a picture that is no photo of a profile; null where it says nothing. */
export async function saidOfPicture({ database, db }: { database: OpenDatabase; db: Db }, hashes: PictureHashes): Promise<string | null> {
  const matches = await db.transaction().execute(async (trx) => {
    await readBank(trx)
    return bankMatches(database, trx, hashes)
  })
  return matches.length === 0 ? null : matches.map(({ list, why }) => `${list}: ${why}`).join('\n')
}

export function ofBank({ id, list, action, why }: BankHash): Finding {
  return { kind: action, hashId: id, otherPhotoId: null, list, why }
}

export function isHidden(findings: readonly Finding[]): boolean {
  return findings.some(({ kind }) => findingRules[kind].isHidden)
}

import type { Library } from '../content/library.ts'
import type { Trx } from '../db/connection.server.ts'
import type { Database } from '../db/schema.ts'
import { advanceIds } from './insert.server.ts'
import { noteFirstPayments, writeLedgers } from './ledger-rows.server.ts'
import { markChecked, writePeople } from './people-rows.server.ts'
import type { DemoPerson } from './people.ts'
import { writeConversations, writeTies } from './tie-rows.server.ts'
import type { Ties } from './ties.ts'

/** The tables that `writePart` fills. */
export const filledTables = [
  'accounts',
  'terms_acceptances',
  'profiles',
  'stays',
  'photos',
  'updates',
  'views',
  'likes',
  'matches',
  'blocks',
  'photo_grants',
  'partner_links',
  'reports',
  'conversations',
  'conversation_sides',
  'messages',
  'orders',
  'payments',
  'credit_lots',
  'credit_entries',
] as const satisfies ReadonlyArray<keyof Database>

/** The ids of the next rows; account ids are set when people are made. */
export type NextIds = { conversation: number; message: number; lot: number; order: number }

/** Writes people and their ties; advances `next`. */
export async function writePart(
  trx: Trx,
  people: readonly DemoPerson[],
  ties: Ties,
  context: { now: Date; passwordHash: string; texts: Library; next: NextIds },
): Promise<void> {
  await writePeople(trx, people, context)
  await writeTies(trx, ties)
  const sent = await writeConversations(trx, ties, context.next)
  await writeLedgers(trx, people, sent, context)
}

/** Notes what follows from all rows; call it after the last part. */
export async function writeRest(trx: Trx): Promise<void> {
  await markChecked(trx)
  await noteFirstPayments(trx)
}

/** Advances the id sequences; call it after the last batch. */
export function finishIds(trx: Trx): Promise<void> {
  return advanceIds(trx, ['accounts', 'conversations', 'messages', 'credit_lots', 'orders'])
}

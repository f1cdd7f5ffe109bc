import type { OpenDatabase } from '#db/connection.server.ts'
import { grantCredits } from '#money/credits/credits.sql.ts'
import { brandById } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { startApp } from '../support/app.ts'
import { joins } from '../support/cast.ts'
import type { DirectAnswer, DirectClient } from '../support/direct-client.ts'
import { PRODUCTION } from '../support/processes.ts'

/**
 * On this brand a message is paid for: one act writes a message, the ledger, counters and events.
 */
const brand = brandById('wivesnow') as Brand
export const PRICE = brand.billing.model === 'credits' ? brand.billing.prices.message : 0
const GRANTED = 1_000_000

export const www = `www.${brand.domain}`
export const api = `api.${brand.domain}`

/** A member who writes to the next one, and blocks another. */
export type Writer = {
  id: number
  to: number
  blocks: number
  headers: Record<string, string>
  address: string
}

/** Members in a ring, with sessions; closes the database. */
export async function addWriters(database: OpenDatabase, count: number): Promise<Writer[]> {
  const app = await startApp({ SESSION_SECRET: PRODUCTION.SESSION_SECRET }, database)
  // The process that follows goes by the real time.
  app.clock.advance(Date.now() - app.clock.now().getTime())
  const members: Array<{ id: number; session: string }> = []
  for (let index = 0; index < count; index += 1) {
    const member = await joins(app, { brand: brand.id, username: `Writer${index}` })
    const lot = {
      credits: GRANTED,
      source: 'grant',
      reference: 'grant:faults',
      expiresAt: null,
      at: app.clock.now(),
    } as const
    await app.transaction((trx) => grantCredits(trx, member.id, lot))
    members.push({ id: member.id, session: member.cookies.get('session') ?? '' })
  }
  const idOf = (index: number) => members[index % count]?.id ?? 0
  await app.close()
  return members.map(({ id, session }, index) => ({
    id,
    to: idOf(index + 1),
    blocks: idOf(index + 3),
    headers: {
      'X-Requested-With': 'XMLHttpRequest',
      Origin: `https://${www}`,
      'Content-Type': 'application/json',
      Cookie: `__Secure-session=${session}`,
    },
    address: `198.51.${100 + Math.floor(index / 250)}.${1 + (index % 250)}`,
  }))
}

/** The same key again is the same message. */
export function writeMessage(
  client: DirectClient,
  { to, headers, address }: Writer,
  words: string,
): Promise<DirectAnswer> {
  return client.ask({
    host: api,
    path: '/message/chatMessages',
    method: 'POST',
    address,
    headers: { ...headers, 'Idempotency-Key': words.replaceAll(' ', '-') },
    body: JSON.stringify({ id: to, body: words }),
  })
}

export function setBlock(
  client: DirectClient,
  { blocks, headers, address }: Writer,
  action: 'block' | 'unblock',
): Promise<DirectAnswer> {
  return client.ask({
    host: api,
    path: '/profile/blockUser',
    method: 'POST',
    address,
    headers,
    body: JSON.stringify({ id: blocks, action }),
  })
}

import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import {
  accountsAddressed,
  accountsBeginning,
  accountsOnceNamed,
  type FoundAccount,
  foundAccounts,
  type Seeker,
} from '#core/accounts/find-accounts.sql.ts'
import { accountNamed } from '#core/accounts/usernames/usernames.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { pausedAmong } from '#core/people/shown-to/shown-to.sql.ts'
import { rolesOf } from '#core/staff-accounts/roles.sql.ts'
import type { Db } from '#db/connection.server.ts'
import { lengthOf } from '#lib/texts.ts'
import { readOrderNumber } from '#money/contracts/ending/declarations.ts'
import { payerOfOrder, payersByReference } from '#money/orders/payers.sql.ts'
import { referencesFor } from '#money/processors/processors.server.ts'
import { brands } from '#sites/registry.ts'
import { opens } from '#sites/staff-roles.ts'
import { findMembers } from './find-members.contract.ts'
import {
  type Sought,
  askedFor,
  LEAST_LETTERS,
  type Match,
  MOST_HITS,
  READS_ADDRESSES,
} from './find-members.ts'

type Matched = ReadonlyArray<readonly [match: Match, accountIds: readonly number[]]>

const findHandler = handle(findMembers, async ({ query, scope, services }) => {
  const { db } = services
  const { member, at } = scope
  const asked = askedFor(query.find)
  if (asked.kind === 'short') return { searched: false, hits: [], hasMore: false }
  const roles = await rolesOf(db, member.id)
  if (asked.kind === 'email' && !opens(roles, READS_ADDRESSES)) {
    await recordAct(db, scope, {
      action: 'staff.refuseSearch',
      subjectId: null,
      details: { by: 'email' },
    })
    throw new ApiError(
      'forbidden',
      'Mail addresses are searched by support and leads. Search by number, username or order, or ask one of them.',
    )
  }
  const findsStaff = roles.includes('lead')
  const found = await matched(services, asked, { seeker: member.id, findsStaff })
  const ids = [...new Set(found.flatMap(([, accountIds]) => accountIds))]
  const [accounts, paused] = await Promise.all([foundAccounts(db, ids), pausedAmong(db, ids)])
  // Files of staff are for leads, and nobody's own file is for them.
  const seen = ids.flatMap((id) => {
    const account = accounts.get(id)
    if (!account || id === member.id || (account.isStaff && !findsStaff)) return []
    return [account]
  })
  const hits = seen.slice(0, MOST_HITS).map((account) => ({
    id: account.id,
    username: account.username,
    brand: account.brand,
    matched: found.flatMap(([match, accountIds]) =>
      accountIds.includes(account.id) ? [match] : [],
    ),
    standing: standingOf(account, { isPaused: paused.has(account.id), at }),
  }))
  // Never what was typed: it may be somebody's address.
  await recordAct(db, scope, {
    action: 'staff.findMember',
    subjectId: null,
    details: { by: asked.kind, hits: hits.length, ids: hits.map(({ id }) => id).join(' ') },
  })
  return { searched: true, hits, hasMore: seen.length > MOST_HITS }
})

async function matched(
  services: Services,
  { kind, text }: Exclude<Sought, { kind: 'short' }>,
  seeker: Seeker,
): Promise<Matched> {
  const { db } = services
  const paid = () => payersByReference(db, referencesFor(services, text))
  if (kind === 'email') return [['email', await accountsAddressed(db, text, MOST_HITS)]]
  const name = await accountNamed(db, text)
  const named: Matched = [
    ['username', name === null ? [] : [name]],
    ['formerName', await accountsOnceNamed(db, text)],
  ]
  if (kind === 'number') {
    return [
      ['number', [Number(text)]],
      ['order', await payersOf(db, text)],
      ['payment', await paid()],
      ...named,
    ]
  }
  return [
    ...named,
    ['order', await payersOf(db, text)],
    ['payment', kind === 'reference' ? await paid() : []],
    [
      'beginning',
      lengthOf(text) < LEAST_LETTERS
        ? []
        : await accountsBeginning(db, text, { ...seeker, most: MOST_HITS + 1 }),
    ],
  ]
}

/** Of an order as its receipt shows it, `AC-1042`, or by its number alone. */
async function payersOf(db: Db, text: string): Promise<number[]> {
  const order = readOrderNumber(text)
  if (!order) return []
  const brand = brands.find(({ shortName }) => shortName.toLowerCase() === order.shortName)
  if (order.shortName !== null && !brand) return []
  const payer = await payerOfOrder(db, order.id, brand?.id ?? null)
  return payer === null ? [] : [payer]
}

function standingOf(
  { isStaff, bannedAt, suspendedUntil, deletedAt }: FoundAccount,
  { isPaused, at }: { isPaused: boolean; at: Date },
) {
  if (deletedAt) return { state: 'deleted' as const, at: deletedAt.toISOString() }
  if (suspendedUntil && suspendedUntil > at)
    return { state: 'suspended' as const, at: suspendedUntil.toISOString() }
  if (bannedAt) return { state: 'banned' as const, at: bannedAt.toISOString() }
  if (isStaff) return { state: 'staff' as const, at: null }
  return { state: isPaused ? ('paused' as const) : ('active' as const), at: null }
}

export const findMemberHandlers: Handler[] = [findHandler]

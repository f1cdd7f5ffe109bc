import { sql } from 'kysely'
import { CallError } from '#api/client.ts'
import { setShownTo } from '#core/people/shown-to/shown-to.contract.ts'
import { shownToChoices } from '#core/people/shown-to/shown-to.ts'
import { SECOND } from '#lib/clock.ts'
import { deleteAccount } from '#members/leaving/leaving.contract.ts'
import { matchAction } from '#members/likes/likes.contract.ts'
import { hideConversation } from '#members/messages/inbox/inbox.contract.ts'
import { chatMessages, sendMessage } from '#members/messages/messages.contract.ts'
import { blockUser } from '#members/reports/blocks/block.contract.ts'
import { upgrade } from '#money/checkout/orders.contract.ts'
import { creditExpiryJob } from '#money/credits/credits.server.ts'
import { balanceOf } from '#money/credits/credits.sql.ts'
import { revealLocation } from '#money/credits/reveal-location.contract.ts'
import { brandById } from '#sites/registry.ts'
import type { TestApp } from '../support/app.ts'
import { type CastMember, joins, PASSWORD, quickHash } from '../support/cast.ts'
import { eventOf, reports } from '../support/gateway.ts'
import { seeded } from '../support/seeded.ts'
import {
  apply,
  creditsOf,
  type Kind,
  kinds,
  matchesIn,
  newWorld,
  type Operation,
  type Outcome,
  pair,
  PEOPLE,
  type Prices,
  sees,
  type World,
} from './model.ts'

const MOST_OPERATIONS = 24
const BRAND = 'wivesnow'
const PACK = { keyword: 'wn-20', credits: 20, amount: 990, currency: 'EUR' }

const { billing } = brandById(BRAND) ?? {}
const prices: Prices =
  billing?.model === 'credits'
    ? { message: billing.prices.message, reveal: billing.prices.revealLocation, pack: PACK.credits }
    : { message: 0, reveal: 0, pack: 0 }

type Divergence = { seed: number; where: string; operations: Operation[] }

/**
 * Does the operations of one seed through the API and in the model; what differs is shrunk to few
 * operations.
 */
export async function divergenceOf(app: TestApp, seed: number): Promise<Divergence | null> {
  const operations = operationsOf(seed)
  const where = await firstDifference(app, seed, operations)
  if (where === null) return null
  return shrunk(app, { seed, where, operations })
}

/** Leaves out one operation after the other, as long as something differs. */
async function shrunk(app: TestApp, found: Divergence): Promise<Divergence> {
  let least = found
  for (let at = found.operations.length - 1; at >= 0; at -= 1) {
    const operations = least.operations.toSpliced(at, 1)
    const where = await firstDifference(app, found.seed, operations)
    if (where !== null) least = { ...least, where, operations }
  }
  return least
}

export function inWords({ seed, where, operations }: Divergence): string {
  const lines = operations.map(
    ({ kind, who, whom, choice }, index) => `  ${index + 1}. ${kind} ${who} > ${whom} (${choice})`,
  )
  return [`Seed ${seed}: ${where}`, ...lines].join('\n')
}

/** A member who is gone does nothing more. */
const quick = kinds.filter((kind) => kind !== 'delete')
const OFTEN: readonly Kind[] = [
  ...quick,
  ...quick,
  ...quick,
  'message',
  'message',
  'like',
  'like',
  'buy',
  'buy',
]

function operationsOf(seed: number): Operation[] {
  const pick = seeded(seed)
  return Array.from({ length: 6 + pick(MOST_OPERATIONS - 5) }, () => {
    const kind = pick(80) === 0 ? 'delete' : (OFTEN[pick(OFTEN.length)] as Kind)
    const who = pick(PEOPLE)
    return { kind, who, whom: (who + 1 + pick(PEOPLE - 1)) % PEOPLE, choice: pick(6) }
  })
}

let groups = 0

type Group = { people: CastMember[]; orders: number[][] }

async function firstDifference(
  app: TestApp,
  seed: number,
  operations: readonly Operation[],
): Promise<string | null> {
  const pick = seeded(-seed)
  groups += 1
  const names = Array.from({ length: PEOPLE }, (_, index) => `G${groups}x${index}`)
  const joined = await Promise.all(
    names.map((username) => joins(app, { brand: BRAND, username, passwordHash: quickHash })),
  )
  // A match has the smaller id first, as in the model.
  const people = joined.toSorted((one, other) => one.id - other.id)
  const group: Group = { people, orders: people.map(() => []) }
  const world = newWorld()
  for (const [index, operation] of operations.entries()) {
    app.clock.advance(SECOND)
    const outcome = await outcomeOf(act(app, group, operation, index))
    const expected = apply(world, operation, prices)
    if (outcome !== expected)
      return `operation ${index + 1} (${operation.kind}) is answered ${outcome}, and ${expected} by the model`
  }
  return differenceOf(app, group, world, pick)
}

async function outcomeOf(done: Promise<unknown>): Promise<Outcome> {
  try {
    await done
    return 'ok'
  } catch (error) {
    if (error instanceof CallError) return error.code as Outcome
    throw error
  }
}

function act(
  app: TestApp,
  { people, orders }: Group,
  { kind, who, whom, choice }: Operation,
  index: number,
): Promise<unknown> {
  const member = people[who] as CastMember
  const { id } = people[whom] as CastMember
  const own = orders[who] as number[]
  const { db } = app
  const does: Record<Kind, () => Promise<unknown>> = {
    like: () => member.calls(matchAction, { params: { action: 'like' }, body: { id } }),
    unlike: () => member.calls(matchAction, { params: { action: 'unlike' }, body: { id } }),
    block: () => member.calls(blockUser, { body: { id, action: 'block' } }),
    unblock: () => member.calls(blockUser, { body: { id, action: 'unblock' } }),
    message: () => member.calls(sendMessage, { body: { id, body: wordsOf(member.id, index) } }),
    reveal: () => member.calls(revealLocation, { body: { id } }),
    async buy() {
      const { order } = await member.calls(upgrade, { body: { keyword: PACK.keyword } })
      await report(app, { order, type: 'payment.approved' })
      own.push(order)
    },
    async refund() {
      const order = own[choice % Math.max(1, own.length)]
      if (order !== undefined) await report(app, { order, type: 'payment.refunded' })
    },
    // A lot's time passes, not everybody's: sessions would end as well.
    expire: () =>
      sql`update credit_lots set expires_at = ${app.clock.now()} where id = (
        select lots.id from credit_lots lots where account_id = ${member.id} and expires_at > ${app.clock.now()}
          and (select sum(amount) from credit_entries where account_id = ${member.id} and lot_id = lots.id) > 0
        order by expires_at, id limit 1)`.execute(db),
    writeOff: () => creditExpiryJob.start(app.services).run(new AbortController().signal),
    showTo: () =>
      member.calls(setShownTo, {
        body: { to: shownToChoices[choice % shownToChoices.length] ?? 'everybody' },
      }),
    hide: () => member.calls(hideConversation, { body: { id } }),
    delete: () => member.calls(deleteAccount, { body: { password: PASSWORD } }),
  }
  return does[kind]()
}

async function report(
  app: TestApp,
  event: { order: number; type: 'payment.approved' | 'payment.refunded' },
): Promise<void> {
  const { amount, currency } = PACK
  const answer = await reports(
    app,
    eventOf(app, { ...event, amount, currency, subscription: null }),
  )
  if (answer.status !== 200)
    throw new Error(
      `the gateway's ${event.type} is answered ${answer.status} ${await answer.text()}`,
    )
}

const SYLLABLES = ['la', 'lo', 'li', 'ma', 'mo', 'mi', 'ra', 'ro', 'ri', 'va', 'vo', 'vi']

/**
 * Different each time: messages in the same words to several members are held. Of letters and
 * digits by chance, one of some thousands has a word that the writer is asked about.
 */
function wordsOf(writer: number, index: number): string {
  const pick = seeded(writer * 1000 + index)
  const word = () => Array.from({ length: 4 }, () => SYLLABLES[pick(SYLLABLES.length)]).join('')
  return Array.from({ length: 12 }, word).join(' ')
}

/** Conversations that are opened after each seed. */
const PAIRS = 2

type Kept = { what: string; one: number; other: number; count: number }

/**
 * What the product has stored, in one statement: with one each, looking would cost as much as
 * acting.
 */
async function keptOf(app: TestApp, ids: readonly number[]): Promise<Kept[]> {
  const { db, clock } = app.services
  const pairsOf = (what: string, one: string, other: string) => sql`
    select ${sql.lit(what)} as what, ${sql.ref(one)}::int as one, ${sql.ref(other)}::int as other, 1 as count
    from ${sql.table(what)} where ${sql.ref(one)} = any(${ids})`
  const { rows } = await sql<Kept>`
    ${pairsOf('likes', 'liker_id', 'liked_id')}
    union all ${pairsOf('blocks', 'blocker_id', 'blocked_id')}
    union all ${pairsOf('matches', 'low_id', 'high_id')}
    union all ${pairsOf('location_reveals', 'account_id', 'other_id')}
    union all (
      select 'messages', sender_id::int, (case when sender_id = low_id then high_id else low_id end)::int, count(*)::int
      from messages join conversations on conversations.id = conversation_id where sender_id = any(${ids}) group by 2, 3)
    union all (
      select 'credits', entries.account_id::int, 0, coalesce(sum(amount) filter (where expires_at is null or expires_at > ${clock.now()}), 0)::int
      from credit_entries entries join credit_lots on credit_lots.id = lot_id where entries.account_id = any(${ids}) group by 2)`.execute(
    db,
  )
  return rows
}

/** What is stored, and who may open a conversation with whom, against the model. */
async function differenceOf(
  app: TestApp,
  { people }: Group,
  world: World,
  pick: (count: number) => number,
): Promise<string | null> {
  const ids = people.map(({ id }) => id)
  const place = (id: number) => ids.indexOf(id)
  const kept = await keptOf(app, ids)
  const pairsIn = (table: string) =>
    kept.flatMap(({ what, one, other }) => (what === table ? [pair(place(one), place(other))] : []))
  const messages = kept
    .filter(({ what }) => what === 'messages')
    .map(({ one, other, count }) => `${pair(place(one), place(other))}: ${count}`)
  const compared: Array<[what: string, product: readonly string[], model: readonly string[]]> = [
    ['likes', pairsIn('likes'), [...world.likes]],
    ['blocks', pairsIn('blocks'), [...world.blocks]],
    ['matches', pairsIn('matches'), matchesIn(world)],
    ['reveals', pairsIn('location_reveals'), [...world.revealed]],
    ['messages', messages, [...world.messages].map(([key, count]) => `${key}: ${count}`)],
  ]
  for (const [what, product, model] of compared) {
    const [left, right] = [product, model].map((list) => list.toSorted().join(', '))
    if (left !== right) return `${what} are [${left}], and [${right}] in the model`
  }
  const credits = ids.map(
    (id) => kept.find(({ what, one }) => what === 'credits' && one === id)?.count ?? 0,
  )
  const expected = people.map((_, index) => creditsOf(world, index))
  if (credits.join() !== expected.join())
    return `credits are ${credits.join()}, and ${expected.join()} in the model`
  // The product's own sum, which members see.
  const asked = pick(PEOPLE)
  const balance = await balanceOf(app.db, ids[asked] ?? 0, app.clock.now())
  if (balance !== expected[asked])
    return `${asked} has ${balance} credits, and ${expected[asked]} in the model`
  // All twelve of them would cost as much as what comes before: each seed opens some, and many
  // seeds all.
  for (let turn = 0; turn < PAIRS; turn += 1) {
    const viewer = pick(PEOPLE)
    const other = (viewer + 1 + pick(PEOPLE - 1)) % PEOPLE
    if (world.isGone[viewer] === true) continue
    const [member, id] = [people[viewer] as CastMember, people[other]?.id ?? 0]
    const outcome = await outcomeOf(member.calls(chatMessages, { query: { id } }))
    if ((outcome === 'ok') !== sees(world, viewer, other, true))
      return `${viewer} opens a conversation with ${other}: ${outcome}, other than in the model`
  }
  return null
}

import { sql } from 'kysely'
import { CallError } from '../../src/api/client.ts'
import { creditExpiryJob } from '../../src/features/billing/credits.server.ts'
import { balanceOf } from '../../src/features/billing/credits.sql.ts'
import type { upgrade } from '../../src/features/billing/orders.contract.ts'
import type { revealLocation } from '../../src/features/billing/reveal-location.contract.ts'
import type { deleteAccount } from '../../src/features/leaving/leaving.contract.ts'
import type { matchAction } from '../../src/features/matching/likes.contract.ts'
import type { hideConversation } from '../../src/features/messaging/inbox.contract.ts'
import type { chatMessages, sendMessage } from '../../src/features/messaging/messages.contract.ts'
import type { blockUser } from '../../src/features/moderation/block.contract.ts'
import type { setShownTo } from '../../src/features/people/shown-to.contract.ts'
import { shownToChoices } from '../../src/features/people/shown-to.ts'
import { SECOND } from '../../src/lib/clock.ts'
import { brandById } from '../../src/sites/registry.ts'
import type { TestApp } from '../support/app.ts'
import { type CastMember, joins, PASSWORD } from '../support/cast.ts'
import { eventOf, reports } from '../support/gateway.ts'
import { seeded } from '../support/seeded.ts'
import { apply, creditsOf, type Kind, kinds, matchesIn, newWorld, type Operation, type Outcome, pair, PEOPLE, type Prices, sees, type World } from './model.ts'

const MOST_OPERATIONS = 24
const BRAND = 'wivesnow'
const PACK = { keyword: 'wn-20', credits: 20, amount: 990, currency: 'EUR' }

const { billing } = brandById(BRAND) ?? {}
const prices: Prices =
  billing?.model === 'credits'
    ? { letter: billing.prices.message, reveal: billing.prices.revealLocation, pack: PACK.credits }
    : { letter: 0, reveal: 0, pack: 0 }

type Divergence = { seed: number; where: string; operations: Operation[] }

/** Does the operations of one seed through the API and in the model; what differs is shrunk to few operations. */
export async function divergenceOf(app: TestApp, seed: number): Promise<Divergence | null> {
  const operations = operationsOf(seed)
  const where = await firstDifference(app, operations)
  if (where === null) return null
  return shrunk(app, { seed, where, operations })
}

/** Leaves out one operation after the other, as long as something differs. */
async function shrunk(app: TestApp, found: Divergence): Promise<Divergence> {
  let least = found
  for (let at = found.operations.length - 1; at >= 0; at -= 1) {
    const operations = least.operations.toSpliced(at, 1)
    const where = await firstDifference(app, operations)
    if (where !== null) least = { ...least, where, operations }
  }
  return least
}

export function inWords({ seed, where, operations }: Divergence): string {
  const lines = operations.map(({ kind, who, whom, choice }, index) => `  ${index + 1}. ${kind} ${who} > ${whom} (${choice})`)
  return [`Seed ${seed}: ${where}`, ...lines].join('\n')
}

/** A deletion hashes a password, which takes longer than all else. */
const quick = kinds.filter((kind) => kind !== 'delete')
const OFTEN: readonly Kind[] = [...quick, ...quick, ...quick, 'letter', 'letter', 'like', 'like', 'buy', 'buy']

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

async function firstDifference(app: TestApp, operations: readonly Operation[]): Promise<string | null> {
  const group: Group = { people: [], orders: [] }
  groups += 1
  for (let index = 0; index < PEOPLE; index += 1) {
    group.people.push(await joins(app, { brand: BRAND, username: `G${groups}x${index}` }))
    group.orders.push([])
  }
  const world = newWorld()
  for (const [index, operation] of operations.entries()) {
    app.clock.advance(SECOND)
    const outcome = await outcomeOf(act(app, group, operation, index))
    const expected = apply(world, operation, prices)
    if (outcome !== expected) return `operation ${index + 1} (${operation.kind}) is answered ${outcome}, and ${expected} by the model`
  }
  return differenceOf(app, group, world)
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

function act(app: TestApp, { people, orders }: Group, { kind, who, whom, choice }: Operation, index: number): Promise<unknown> {
  const member = people[who] as CastMember
  const { id } = people[whom] as CastMember
  const own = orders[who] as number[]
  const { db } = app.services
  const does: Record<Kind, () => Promise<unknown>> = {
    like: () => member.send<typeof matchAction>('POST /match/{action}', { params: { action: 'like' }, body: { id } }),
    unlike: () => member.send<typeof matchAction>('POST /match/{action}', { params: { action: 'unlike' }, body: { id } }),
    block: () => member.send<typeof blockUser>('POST /profile/blockUser', { body: { id, action: 'block' } }),
    unblock: () => member.send<typeof blockUser>('POST /profile/blockUser', { body: { id, action: 'unblock' } }),
    letter: () => member.send<typeof sendMessage>('POST /message/chatMessages', { body: { id, body: wordsOf(member.id, index) } }),
    reveal: () => member.send<typeof revealLocation>('POST /billing/revealLocation', { body: { id } }),
    async buy() {
      const { order } = await member.send<typeof upgrade>('POST /billing/upgrade', { body: { keyword: PACK.keyword } })
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
    showTo: () => member.send<typeof setShownTo>('POST /profile/setShownTo', { body: { to: shownToChoices[choice % shownToChoices.length] ?? 'everybody' } }),
    hide: () => member.send<typeof hideConversation>('POST /message/hide', { body: { id } }),
    delete: () => member.send<typeof deleteAccount>('POST /profile/deleteAccount', { body: { password: PASSWORD } }),
  }
  return does[kind]()
}

async function report(app: TestApp, event: { order: number; type: 'payment.approved' | 'payment.refunded' }): Promise<void> {
  const { amount, currency } = PACK
  const answer = await reports(app, eventOf(app, { ...event, amount, currency, subscription: null }))
  if (answer.status !== 200) throw new Error(`the gateway's ${event.type} is answered ${answer.status} ${await answer.text()}`)
}

/** Different each time: letters in the same words to several members are held. */
function wordsOf(writer: number, index: number): string {
  const pick = seeded(writer * 1000 + index)
  return Array.from({ length: 12 }, () => (36 ** 4 + pick(36 ** 5)).toString(36)).join(' ')
}

/** What the product has stored, and whom it shows to whom, against the model. */
async function differenceOf(app: TestApp, { people }: Group, world: World): Promise<string | null> {
  const { db, clock } = app.services
  const ids = people.map(({ id }) => id)
  const place = (id: number) => ids.indexOf(id)
  const stored = async (table: 'likes' | 'blocks' | 'matches' | 'location_reveals', one: string, other: string): Promise<string[]> => {
    const { rows } = await sql<{ one: number; other: number }>`
      select ${sql.ref(one)} as one, ${sql.ref(other)} as other from ${sql.table(table)} where ${sql.ref(one)} = any(${ids})`.execute(db)
    return rows.map((row) => pair(place(row.one), place(row.other)))
  }
  const letters = await sql<{ one: number; other: number; count: number }>`
    select sender_id as one, case when sender_id = low_id then high_id else low_id end as other, count(*)::int as count
    from messages join conversations on conversations.id = conversation_id where sender_id = any(${ids}) group by 1, 2`.execute(db)
  const credits = await Promise.all(ids.map((id) => balanceOf(db, id, clock.now())))
  const compared: Array<[what: string, product: readonly unknown[], model: readonly unknown[]]> = [
    ['likes', await stored('likes', 'liker_id', 'liked_id'), [...world.likes]],
    ['blocks', await stored('blocks', 'blocker_id', 'blocked_id'), [...world.blocks]],
    ['matches', await stored('matches', 'low_id', 'high_id'), matchesIn(world)],
    ['reveals', await stored('location_reveals', 'account_id', 'other_id'), [...world.revealed]],
    [
      'letters',
      letters.rows.map(({ one, other, count }) => `${pair(place(one), place(other))}: ${count}`),
      [...world.letters].map(([key, count]) => `${key}: ${count}`),
    ],
  ]
  for (const [what, product, model] of compared) {
    const [left, right] = [product, model].map((list) => list.map(String).toSorted().join(', '))
    if (left !== right) return `${what} are [${left}], and [${right}] in the model`
  }
  const expected = people.map((_, index) => creditsOf(world, index))
  if (credits.join() !== expected.join()) return `credits are ${credits.join()}, and ${expected.join()} in the model`
  for (const [viewer, member] of people.entries()) {
    if (world.isGone[viewer] === true) continue
    for (const [other, { id }] of people.entries()) {
      if (viewer === other) continue
      const outcome = await outcomeOf(member.send<typeof chatMessages>('GET /message/chatMessages', { query: { id } }))
      if ((outcome === 'ok') !== sees(world, viewer, other, true)) return `${viewer} opens a conversation with ${other}: ${outcome}, other than in the model`
    }
  }
  return null
}

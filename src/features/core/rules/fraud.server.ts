import { isIPv4 } from 'node:net'
import type { Expression, RawBuilder } from 'kysely'
import type { ApiError } from '#api/errors.ts'
import { addressGroup, hit, tooMany } from '#api/limits.server.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '#lib/clock.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { mailboxOf } from '#lib/mailboxes.ts'
import { brandById, mainBrand } from '#sites/registry.ts'
import { accountsOnDevice } from '../accounts/sign-in/devices.sql.ts'
import { openTask } from '../tasks/tasks.sql.ts'
import { queueHit, recordHit, switchedRules } from './hits.sql.ts'
import { isFraudster } from './identities.sql.ts'
import { liftReviewed, limitAccount, type LimitKind, limitOf, sweepLimits } from './limits.sql.ts'
import { rulesFor } from './message-rules.ts'
import { countMessage } from './messages.sql.ts'
import {
  type Effect,
  type Features,
  HOLD_TASK_DUE_HOURS,
  TASK_DUE_HOURS,
  REVIEW_DAYS,
  rulesFiredBy,
  SLOW_MINUTES,
} from './rules.ts'
import { textHash } from './same-text.ts'

type Who = { accountId: number; brand: string; at: Date }

/**
 * Records the rules that an act fires, and does what those that are not in shadow do; returns their
 * effects.
 */
async function judge(trx: Trx, who: Who, features: Features): Promise<ReadonlySet<Effect>> {
  const done = new Set<Effect>()
  const fired = rulesFiredBy(features, (brandById(who.brand) ?? mainBrand).enforcement.fraud)
  if (fired.length === 0) return done
  const { act: _, ...numbers } = features
  const switched = await switchedRules(trx)
  for (const rule of fired) {
    const shadow = switched.get(rule.id)?.shadow ?? rule.shadow
    const id = await recordHit(trx, {
      rule: rule.id,
      accountId: who.accountId,
      features: numbers,
      shadow,
      at: who.at,
    })
    if (shadow) continue
    for (const effect of rule.effects) {
      done.add(effect)
      await take[effect](trx, who, id)
    }
  }
  return done
}

const take: Readonly<Record<Effect, (trx: Trx, who: Who, hitId: number) => Promise<unknown>>> = {
  // Of the message that is being sent, and so of its sender's making: see `observeMessage`.
  warn: async () => undefined,
  hold: (trx, who, hitId) =>
    openFraudTask(trx, who, hitId, { priority: 2, hours: HOLD_TASK_DUE_HOURS }),
  slow: (trx, { accountId, at }) =>
    limitAccount(trx, accountId, 'slow', at, later(at, SLOW_MINUTES * MINUTE)),
  review: (trx, { accountId, at }) =>
    limitAccount(trx, accountId, 'review', at, later(at, REVIEW_DAYS * DAY)),
  queue: (trx, who, hitId) =>
    openFraudTask(trx, who, hitId, { priority: 1, hours: TASK_DUE_HOURS }),
}

async function openFraudTask(
  trx: Trx,
  { accountId, brand, at }: Who,
  hitId: number,
  { priority, hours }: { priority: number; hours: number },
): Promise<void> {
  const subjectId = await queueHit(trx, hitId, accountId, at)
  await openTask(trx, {
    queue: 'fraud',
    brand,
    accountId,
    subjectId,
    priority,
    dueAt: later(at, hours * HOUR),
    at,
  })
}

export type ScreenedMessage = { to: number; isFirst: boolean; body: string }

/**
 * Counts a message before it is added, in one statement if no rule fires. Throws `tooMany` for a
 * first message of somebody who may not begin conversations now.
 */
export async function screen(
  trx: Trx,
  { member, brand, at }: Scope,
  { to, isFirst, body }: ScreenedMessage,
  isUnanswered: (otherId: Expression<number>) => RawBuilder<boolean>,
): Promise<{ isWarned: boolean; isHeld: boolean }> {
  const { hasContact, asksMoney } = signsIn(body)
  const message = {
    accountId: member.id,
    to,
    isFirst,
    hash: isFirst ? textHash(body) : null,
    hasContact,
    asksMoney,
    at,
  }
  const { limitKind, limitedUntil, ...counted } = await countMessage(trx, message, isUnanswered)
  if (isFirst && limitKind !== null && limitedUntil !== null)
    throw limited(limitKind, limitedUntil, at)
  const done = await judge(
    trx,
    { accountId: member.id, brand: brand.id, at },
    {
      act: 'message',
      isFirst: Number(isFirst),
      hasContact: Number(hasContact),
      asksMoney: Number(asksMoney),
      ...counted,
      accountDays: daysSince(member.createdAt, at),
    },
  )
  return { isWarned: done.has('warn'), isHeld: done.has('hold') }
}

/** Throws `tooMany` for somebody who may not begin conversations now. */
export async function refuseLimited(db: Db | Trx, accountId: number, at: Date): Promise<void> {
  const limit = await limitOf(db, accountId, at)
  if (limit) throw limited(limit.kind, limit.until, at)
}

const words: Readonly<Record<LimitKind, (wait: string) => string>> = {
  slow: (wait) =>
    `You have begun several conversations in a short time. You can begin the next one in ${wait}; those that you have go on.`,
  review: (wait) =>
    `Somebody of our staff takes a look at your account before you begin conversations. That takes ${wait} at most; until then you can answer whoever writes to you. If you have a question, write to us by Help.`,
}

function limited(kind: LimitKind, until: Date, at: Date): ApiError {
  return tooMany(until, at, words[kind](waitInWords(until.getTime() - at.getTime())))
}

function waitInWords(wait: number): string {
  if (wait > 2 * DAY) return `${Math.ceil(wait / DAY)} days`
  if (wait > 2 * HOUR) return `${Math.ceil(wait / HOUR)} hours`
  const minutes = Math.ceil(wait / MINUTE)
  return minutes === 1 ? 'one minute' : `${minutes} minutes`
}

function signsIn(text: string): { hasContact: boolean; asksMoney: boolean } {
  const found = rulesFor(text)
  return {
    hasContact: found.includes('elsewhere') || found.includes('number'),
    asksMoney: found.includes('money'),
  }
}

function daysSince(joinedAt: Date, at: Date): number {
  return Math.floor((at.getTime() - joinedAt.getTime()) / DAY)
}

type Browser = { ip: string; deviceHash: Uint8Array | null; email: string }

/** Counts a registration by device and network; says whether its address was banned for fraud. */
export async function observeRegistration(
  { settings }: Pick<Services, 'settings'>,
  trx: Trx,
  who: Who,
  { ip, deviceHash, email }: Browser,
): Promise<void> {
  const { at } = who
  const network = keyedHash(networkOf(ip), settings.sessionSecret, 'fraud network').toString(
    'base64url',
  )
  const { number: fromNetwork } = await hit(
    trx,
    `registrations:network:${network}`,
    { seconds: DAY / SECOND },
    at,
  )
  const fromDevice =
    1 + (deviceHash === null ? 0 : await accountsOnDevice(trx, deviceHash, later(at, -DAY)))
  const isKnown = Number(await isFraudster(trx, identityOf(settings.sessionSecret, email)))
  await judge(trx, who, { act: 'registration', fromDevice, fromNetwork, isKnown })
}

/** An IPv4 /24, or an IPv6 /64. */
function networkOf(ip: string): string {
  const group = addressGroup(ip)
  return isIPv4(group) ? group.replace(/\.\d+$/, '.0/24') : group
}

/** Of the mailbox: what many providers leave out of an address makes no other one. */
export function identityOf(secret: string, email: string): Uint8Array {
  return keyedHash(mailboxOf(email), secret, 'fraud identity')
}

export async function observeFailedPayment(trx: Trx, who: Who): Promise<void> {
  const { number: failuresInDay } = await hit(
    trx,
    `failed-payments:account:${who.accountId}`,
    { seconds: DAY / SECOND },
    who.at,
  )
  await judge(trx, who, { act: 'payment', failuresInDay })
}

export async function observeProfile(
  _: Services,
  trx: Trx,
  { joinedAt, text, ...who }: Who & { joinedAt: Date; text: string },
): Promise<void> {
  const { hasContact, asksMoney } = signsIn(text)
  await judge(trx, who, {
    act: 'profile',
    hasContact: Number(hasContact),
    asksMoney: Number(asksMoney),
    accountDays: daysSince(joinedAt, who.at),
  })
}

/**
 * Deletes limits that have ended; counts and hits go by their age, as the privacy policy says it.
 */
export const fraudSweepJob: Job = {
  name: 'fraudSweep',
  period: HOUR,
  start: ({ db, clock }) => ({
    run: (stopping) => inBatches(stopping, (most) => sweepLimits(db, clock.now(), most)),
  }),
}

/** Lets those begin conversations at whom staff have looked. */
export const fraudReviewJob: Job = {
  name: 'fraudReview',
  period: MINUTE,
  start: ({ db }) => ({ run: () => liftReviewed(db) }),
}

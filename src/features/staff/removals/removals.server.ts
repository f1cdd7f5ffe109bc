import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { linkTo } from '#core/accounts/mails.ts'
import { accountFacts } from '#core/accounts/standing/account-facts.sql.ts'
import { accountNamed } from '#core/accounts/usernames/usernames.sql.ts'
import { hastenTask, openTask } from '#core/tasks/tasks.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { DAY, later } from '#lib/clock.ts'
import { sign, verify } from '#lib/signature.server.ts'
import { photoByKey } from '#members/photos/photos.sql.ts'
import { keyOf } from '#members/photos/photos.ts'
import { hostTable } from '#sites/hosts.ts'
import { brands } from '#sites/registry.ts'
import { isTrustedFlagger } from './flaggers.sql.ts'
import { TRUSTED_DUE, trustedPriority } from './flaggers.ts'
import { removalReceivedMail } from './mails.ts'
import { askForRemoval, confirmRemoval } from './removals.contract.ts'
import { countRequests, insertRemoval, markTrusted, removalById } from './removals.sql.ts'
import {
  kindOf,
  MOST_TARGETS,
  readTarget,
  removalNumber,
  REPORT_PAGE,
  type Target,
} from './removals.ts'

/**
 * Receipts a day to one address: a form that needs no account must not be a way to annoy. Trusted
 * flaggers need each of theirs.
 */
const MOST_RECEIPTS = { others: 5, flaggers: 200 }

const askHandler = handle(askForRemoval, async ({ body, brand, services, at }) => {
  const { kind, details, name, email } = body
  const targets = targetsIn(services, body.targets)
  const id = await services.db.transaction().execute(async (trx) => {
    const isFlagger = await isTrustedFlagger(trx, email)
    const sentBefore = await countRequests(trx, email, later(at, -DAY))
    const removal = await insertRemoval(trx, {
      brand: brand.id,
      kind,
      targets: targets.map(({ given }) => given),
      details,
      name,
      email,
      at,
    })
    const accountId =
      (await found(trx, targets)).find((one) => one.accountId !== null)?.accountId ?? null
    const { priority, due } = kindOf(kind)
    await openTask(trx, {
      queue: 'removals',
      brand: brand.id,
      accountId,
      subjectId: removal,
      priority,
      dueAt: later(at, due),
      at,
    })
    if (sentBefore < MOST_RECEIPTS[isFlagger ? 'flaggers' : 'others']) {
      const link = isFlagger
        ? linkTo(services, brand, `${REPORT_PAGE}?confirm=${tokenOf(services, removal)}`)
        : null
      await services.queueMail(
        trx,
        removalReceivedMail(brand, { id: removal, kind, name, email, madeAt: at }, link),
      )
    }
    return removal
  })
  const number = removalNumber(id)
  return { next: `${REPORT_PAGE}?received=${number}`, number }
})

type Keys = Pick<Services, 'settings'>

/** Anybody can type the address of a trusted flagger: whoever reads its mail has this. */
function tokenOf({ settings }: Keys, id: number): string {
  return sign({ confirmedRemoval: id }, settings.sessionSecret)
}

function removalIn({ settings }: Keys, token: string): number | null {
  const given = verify(token, settings.sessionSecret)
  return typeof given === 'object' && given !== null && 'confirmedRemoval' in given
    ? Number(given.confirmedRemoval)
    : null
}

/**
 * Of a trusted flagger it is due sooner, and before others of its kind, from the moment on in which
 * it was made.
 */
const confirmHandler = handle(confirmRemoval, async ({ body, services: { db, settings } }) => {
  const number = await db.transaction().execute(async (trx) => {
    const id = removalIn({ settings }, body.token)
    const removal = id === null ? undefined : await removalById(trx, id)
    if (!removal || !(await isTrustedFlagger(trx, removal.email))) {
      throw new ApiError(
        'notFound',
        'This link is not right, or is not valid any more. The request is decided all the same.',
      )
    }
    const { priority, due } = kindOf(removal.kind)
    const sooner = {
      priority: trustedPriority(priority),
      dueAt: later(removal.made_at, Math.min(due, TRUSTED_DUE)),
    }
    if (await markTrusted(trx, removal.id)) await hastenTask(trx, 'removals', removal.id, sooner)
    return removalNumber(removal.id)
  })
  return { ok: true as const, next: `${REPORT_PAGE}?confirmed=${number}` }
})

/** Throws `invalid` on the field where a line is nothing of ours. */
export function targetsIn({ settings }: Pick<Services, 'settings'>, lines: string): Target[] {
  const hosts = hostTable(brands, settings.sitesSuffix)
  const read = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => readTarget(line, hosts))
  const wrong = read.find((one) => typeof one === 'string')
  if (wrong !== undefined) throw fieldError('targets', wrong)
  if (read.length > MOST_TARGETS)
    throw fieldError(
      'targets',
      `Please name up to ${MOST_TARGETS} at once, and the others in another request.`,
    )
  return read.filter((one) => typeof one !== 'string')
}

export type Found = {
  given: string
  accountId: number | null
  photoId: number | null
  words: string
}

/** What of ours each line is; whether there is any is for staff alone. */
export async function found(db: Db | Trx, targets: readonly Target[]): Promise<Found[]> {
  const all: Found[] = []
  for (const target of targets) all.push({ given: target.given, ...(await lookedUp(db, target)) })
  return all
}

async function lookedUp(db: Db | Trx, target: Target): Promise<Omit<Found, 'given'>> {
  const nothing = (words: string) => ({ accountId: null, photoId: null, words })
  if (target.kind === 'page') return nothing('a page of ours')
  if (target.kind === 'photo') {
    const key = keyOf(target.file)
    const photo = key === null ? undefined : await photoByKey(db, key)
    return photo
      ? { accountId: photo.account_id, photoId: photo.id, words: `photo ${photo.id}` }
      : nothing('no photo that we have')
  }
  const accountId = target.kind === 'member' ? target.id : await accountNamed(db, target.username)
  const account = accountId === null ? null : await accountFacts(db, accountId)
  return account
    ? { accountId: account.id, photoId: null, words: `the member ${account.username}` }
    : nothing('nobody who is here')
}

export const removalHandlers: Handler[] = [askHandler, confirmHandler]

import { fieldError } from '../../api/errors.ts'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Services } from '../../api/services.server.ts'
import type { Db, Trx } from '../../db/connection.server.ts'
import { DAY, later } from '../../lib/clock.ts'
import { hostTable } from '../../sites/hosts.ts'
import { brands } from '../../sites/registry.ts'
import { accountFacts } from '../accounts/account-facts.sql.ts'
import { accountNamed } from '../accounts/accounts.sql.ts'
import { photoByKey } from '../photos/photos.sql.ts'
import { keyOf } from '../photos/photos.ts'
import { openJob } from '../staff/jobs.sql.ts'
import { isTrustedFlagger } from './flaggers.sql.ts'
import { TRUSTED_DUE, trustedPriority } from './flaggers.ts'
import { removalReceivedMail } from './mails.ts'
import { askForRemoval } from './removals.contract.ts'
import { countRequests, insertRemoval } from './removals.sql.ts'
import { kindOf, MOST_TARGETS, readTarget, type RemovalKind, removalNumber, REPORT_PAGE, type Target } from './removals.ts'

/** Receipts a day to one address: a form that needs no account must not be a way to annoy. */
const MOST_RECEIPTS = 5

const askHandler = handle(askForRemoval, async ({ body, brand, services, at }) => {
  const { kind, details, name, email } = body
  const targets = targetsIn(services, body.targets)
  const id = await services.db.transaction().execute(async (trx) => {
    const isTrusted = await isTrustedFlagger(trx, email)
    const sentBefore = await countRequests(trx, email, later(at, -DAY))
    const removal = await insertRemoval(trx, { brand: brand.id, kind, targets: targets.map(({ given }) => given), details, name, email, isTrusted, at })
    const accountId = (await found(trx, targets)).find((one) => one.accountId !== null)?.accountId ?? null
    await openJob(trx, { queue: 'removals', brand: brand.id, accountId, subjectId: removal, ...urgency(kind, isTrusted, at), at })
    if (sentBefore < MOST_RECEIPTS) await services.queueMail(trx, removalReceivedMail(brand, { id: removal, kind, name, email, madeAt: at }))
    return removal
  })
  const number = removalNumber(id)
  return { next: `${REPORT_PAGE}?received=${number}`, number }
})

/** Of a trusted flagger sooner, and before others of its kind. */
function urgency(kind: RemovalKind, isTrusted: boolean, at: Date): { priority: number; dueAt: Date } {
  const { priority, due } = kindOf(kind)
  return isTrusted ? { priority: trustedPriority(priority), dueAt: later(at, Math.min(due, TRUSTED_DUE)) } : { priority, dueAt: later(at, due) }
}

/** Throws `invalid` on the field where a line is nothing of ours. */
export function targetsIn({ settings }: Pick<Services, 'settings'>, lines: string): Target[] {
  const hosts = hostTable(brands, settings.sitesSuffix)
  const read = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => readTarget(line, hosts))
  const wrong = read.find((one) => typeof one === 'string')
  if (wrong !== undefined) throw fieldError('targets', wrong)
  if (read.length > MOST_TARGETS) throw fieldError('targets', `Please name up to ${MOST_TARGETS} at once, and the others in another request.`)
  return read.filter((one) => typeof one !== 'string')
}

export type Found = { given: string; accountId: number | null; photoId: number | null; words: string }

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
    return photo ? { accountId: photo.account_id, photoId: photo.id, words: `photo ${photo.id}` } : nothing('no photo that we have')
  }
  const accountId = target.kind === 'member' ? target.id : await accountNamed(db, target.username)
  const account = accountId === null ? null : await accountFacts(db, accountId)
  return account ? { accountId: account.id, photoId: null, words: `the member ${account.username}` } : nothing('nobody who is here')
}

export const removalHandlers: Handler[] = [askHandler]

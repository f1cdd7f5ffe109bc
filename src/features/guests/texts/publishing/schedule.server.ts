import { ApiError, fieldError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import type { LegalMatter } from '#content/kinds.ts'
import { pageOf } from '#content/pages.ts'
import { parseSource } from '#content/source.ts'
import { contactsWithin } from '#core/accounts/standing/account-status.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { rolesOf } from '#core/staff-accounts/roles.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { membersAsked } from '#guests/terms/terms.sql.ts'
import { wake } from '#jobs/wake.sql.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { sign } from '#lib/signature.server.ts'
import { dayInWords, instantOf, placeOf } from '#lib/zoned-times.ts'
import type { Mail } from '#mail/mail.ts'
import { isOneAddress } from '#mail/queue.server.ts'
import { brandById, mainBrand } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'
import { lockTexts, revisionOf } from '../history/revisions.sql.ts'
import { draftOf, type Revision } from '../history/revisions.ts'
import {
  actorOf,
  liveTexts,
  NOTICE_DAYS,
  noticeOf,
  openDraft,
  publish,
  refusalToPublish,
  refuseProblems,
} from './publication.server.ts'
import {
  endSchedule,
  insertSchedule,
  keepRetracted,
  keepTold,
  lapse,
  lockNextNotice,
  openSchedule,
  openSchedules,
  type Schedule,
  type Told,
} from './schedules.sql.ts'
import { termsNoticeMail, termsStayMail } from './terms-notice-mail.ts'

const PUBLICATIONS_JOB = 'publications'

/** By whose clocks a text is planned: its brand's, or the main one's. */
export function plannedBy(path: string): Brand {
  return brandById(path.split('/')[1] ?? '') ?? mainBrand
}

/**
 * Sets when a draft is published. Returns its path. Throws `invalid` for a time that will not do.
 */
export async function schedule(
  services: Services,
  scope: Scope,
  { revision, at: local }: { revision: number; at: string },
): Promise<string> {
  return services.db.transaction().execute(async (trx) => {
    await lockTexts(trx)
    const draft = await openDraft(trx, revision)
    const refusal = await refusalToPublish(trx, draft, scope.member.id)
    if (refusal !== null) throw new ApiError('forbidden', refusal)
    await refuseProblems(services, trx, draft)
    const { timeZone, id: brand } = plannedBy(draft.path)
    const dueAt = instantOf(local, timeZone)
    if (!dueAt)
      throw fieldError(
        'at',
        `There is no such time in ${placeOf(timeZone)}. Please choose another.`,
      )
    const notice = await noticeOf(services, trx, draft, { live: await liveTexts(trx) })
    refuseTime(dueAt, scope.at, notice !== null, timeZone)
    if (await openSchedule(trx, revision))
      throw new ApiError(
        'conflict',
        'This draft has a time already. Cancel that one to set another.',
      )
    await insertSchedule(trx, { revision, dueAt, brand, notice }, actorOf(scope))
    await recordAct(trx, scope, {
      action: 'content.schedule',
      subjectId: null,
      details: { path: draft.path, revision, due: dueAt.toISOString() },
    })
    await wake(trx, PUBLICATIONS_JOB)
    return draft.path
  })
}

function refuseTime(dueAt: Date, at: Date, needsNotice: boolean, zone: string): void {
  if (dueAt <= at) throw fieldError('at', 'This time is past. Please choose one that is to come.')
  if (dueAt > later(at, 400 * DAY))
    throw fieldError('at', 'This is more than a year from now. Please choose an earlier day.')
  // A day more, so that the last mail is out in time.
  const earliest = later(at, (NOTICE_DAYS + 1) * DAY)
  if (needsNotice && dueAt < earliest)
    throw fieldError(
      'at',
      `Members who accepted the terms are told ${NOTICE_DAYS} days before new ones. Please choose ${dayInWords(later(earliest, DAY), zone)} or later.`,
    )
}

export async function cancelSchedule(
  { db }: Services,
  scope: Scope,
  revision: number,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await lockTexts(trx)
    const draft = await revisionOf(trx, revision)
    if (!draft || !(await endSchedule(trx, revision, 'cancelled', actorOf(scope))))
      throw new ApiError(
        'conflict',
        'Nothing is planned for this draft any more. Please look at it again.',
      )
    const { path } = draft
    const details = { path, revision }
    await recordAct(trx, scope, { action: 'content.cancel', subjectId: null, details })
    await wake(trx, PUBLICATIONS_JOB)
    return path
  })
}

/**
 * Ends what is planned for a draft that is changed. Throws where members are told of it: a
 * publisher cancels that first.
 */
export async function lapseFor(trx: Trx, draft: number, why: string, at: Date): Promise<void> {
  const planned = await openSchedule(trx, draft)
  if (planned?.notice)
    throw new ApiError(
      'forbidden',
      'Members are told of this text and its day, so it stays as it is. A publisher can cancel that on its page, and they are told that it does not come.',
    )
  if (planned) await lapse(trx, draft, why, at)
}

/** Members who are told in one transaction. */
const AT_ONCE = 100

/**
 * Tells members of new terms, or that they do not come, and publishes what is due. Some members and
 * how far it got are one transaction: after a crash it goes on where it stopped, and another
 * process waits for its turn or takes the next.
 */
export const publicationsJob: Job = {
  name: PUBLICATIONS_JOB,
  period: MINUTE,
  start: (services) => ({
    async run(stopping) {
      const failed = new Map<number, unknown>()
      for (let isMore = true; isMore && !stopping.aborted;) {
        let one: Schedule | undefined
        const told = services.db.transaction().execute(async (trx) => {
          one = await lockNextNotice(trx, [...failed.keys()])
          if (one) await tellSome(services, trx, one)
          return one !== undefined
        })
        isMore = await told.catch((error: unknown) => {
          if (!one) throw error
          failed.set(one.id, error)
          return true
        })
      }
      const at = services.clock.now()
      for (const planned of await openSchedules(services.db)) {
        if (stopping.aborted || !isDue(planned, at)) continue
        await publishPlanned(services, planned).catch((error: unknown) =>
          failed.set(planned.id, error),
        )
      }
      // One that fails keeps no other waiting; the next run tries again.
      if (failed.size > 0) throw [...failed.values()][0]
    },
  }),
}

/** New terms wait until everybody has been told for long enough. */
function isDue({ dueAt, notice, toldAt }: Schedule, at: Date): boolean {
  if (dueAt > at) return false
  return notice === null || (toldAt !== null && later(toldAt, NOTICE_DAYS * DAY) <= at)
}

async function tellSome(services: Services, trx: Trx, planned: Schedule): Promise<void> {
  const { id, retractedUntil, toldUntil, dueAt } = planned
  if (retractedUntil === null) {
    const news = await newsOf(services, trx, planned)
    const mailOf: MailOf = (where, account) => termsNoticeMail(services, where, account, news)
    const told = await writeToSome(services, trx, planned, { after: toldUntil, mailOf })
    return keepTold(trx, id, told, services.clock.now())
  }
  const mailOf: MailOf = (where, account) => termsStayMail(services, where, account, dueAt)
  const range = { after: retractedUntil, last: toldUntil, mailOf }
  await keepRetracted(trx, id, await writeToSome(services, trx, planned, range))
}

async function newsOf({ settings }: Services, trx: Trx, { revision, dueAt }: Schedule) {
  const draft = await revisionOf(trx, revision)
  if (!draft) throw new Error(`no text for the notice of ${revision}`)
  const read = { preview: draft.id, draft: draftOf(draft), isRead: true }
  const key = sign({ ...read, until: dueAt.getTime() }, settings.sessionSecret)
  const { page, changes } = pageAndChanges(draft)
  return { from: dueAt, changes, path: `${page}?preview=${key}` }
}

type MailOf = (
  where: { brand: Brand; brands: readonly Brand[] },
  account: { id: number; username: string; email: string },
) => Mail

/**
 * Members with ids after one of them, up to another. Who has no address that is theirs is told by
 * nobody.
 */
async function writeToSome(
  services: Services,
  trx: Trx,
  { notice }: Schedule,
  { after, last = Infinity, mailOf }: { after: number; last?: number; mailOf: MailOf },
): Promise<Told> {
  const next = await membersAsked(trx, notice ?? [], after, AT_ONCE)
  const people = next.filter(({ accountId }) => accountId <= last)
  const contacts = await contactsWithin(
    trx,
    people.map(({ accountId }) => accountId),
  )
  let told = 0
  for (const { accountId, brands: ids } of people) {
    const contact = contacts.get(accountId)
    const brands = ids.flatMap((id) => brandById(id) ?? [])
    const brand = brands.find(({ id }) => id === contact?.brand) ?? brands[0]
    if (!contact || !brand || !isOneAddress(contact.email)) continue
    await services.queueMail(trx, mailOf({ brand, brands }, { id: accountId, ...contact }))
    told += 1
  }
  return {
    until: people.at(-1)?.accountId ?? after,
    told,
    untold: people.length - told,
    isAll: people.length < AT_ONCE,
  }
}

function pageAndChanges({ path, body }: Revision): { page: string; changes: string } {
  const { source } = parseSource({ path, text: body ?? '' })
  if (source?.kind !== 'legal') return { page: '/site/terms', changes: '' }
  return {
    page: pageOf(source.kind, source.name),
    changes: (source.matter as LegalMatter).changes,
  }
}

/**
 * Publishes what is due in the name of whoever set it, or ends it with the reason why that cannot
 * be.
 */
async function publishPlanned(services: Services, planned: Schedule): Promise<void> {
  const { revision, setBy } = planned
  const at = services.clock.now()
  const brand = brandById(planned.brand) ?? mainBrand
  const hand = { brand, member: { id: setBy }, at }
  const isPublisher = (await rolesOf(services.db, setBy)).includes('publisher')
  try {
    if (!isPublisher) throw new ApiError('forbidden', 'Whoever set it publishes no texts any more.')
    await publish(services, hand, revision, planned.notice ?? [])
  } catch (error) {
    // A conflict: another process, or somebody, was first.
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    await services.db.transaction().execute(async (trx) => {
      await lockTexts(trx)
      const draft = await revisionOf(trx, revision)
      if (!(await lapse(trx, revision, error.message, at)) || !draft) return
      const details = { path: draft.path, revision }
      await recordAct(trx, hand, { action: 'content.lapse', subjectId: null, details })
    })
  }
}

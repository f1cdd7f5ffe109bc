import { ApiError, fieldError } from '../../../api/errors.ts'
import type { Scope } from '../../../api/member.server.ts'
import type { Services } from '../../../api/services.server.ts'
import type { LegalMatter } from '../../../content/kinds.ts'
import { pageOf } from '../../../content/pages.ts'
import { parseSource } from '../../../content/source.ts'
import type { Trx } from '../../../db/connection.server.ts'
import { wake } from '../../../jobs/wake.sql.ts'
import type { Job } from '../../../jobs/worker.server.ts'
import { DAY, later, MINUTE } from '../../../lib/clock.ts'
import { sign } from '../../../lib/signature.server.ts'
import { dayInWords, instantOf, placeOf } from '../../../lib/zoned-times.ts'
import { brandById, mainBrand } from '../../../sites/registry.ts'
import type { Brand } from '../../../sites/site.ts'
import { contactsWithin } from '../../core/accounts/account-status.sql.ts'
import { recordAct } from '../../core/audit/audit.sql.ts'
import { rolesOf } from '../../core/staff-accounts/roles.sql.ts'
import { membersAsked } from '../terms/terms.sql.ts'
import {
  actorOf,
  askedBy,
  NOTICE_DAYS,
  openDraft,
  publishAs,
  refusalToPublish,
  refuseProblems,
  versionsWith,
} from './publication.server.ts'
import { lockTexts, revisionOf } from './revisions.sql.ts'
import { draftOf, type Revision } from './revisions.ts'
import {
  endSchedule,
  insertSchedule,
  keepTold,
  lapse,
  lockNextNotice,
  openSchedule,
  openSchedules,
  type Schedule,
} from './schedules.sql.ts'
import { termsNoticeMail } from './terms-notice-mail.ts'

const PUBLICATIONS_JOB = 'publications'

/** By whose clocks a text is planned: its brand's, or the main one's. */
export function plannedBy(path: string): Brand {
  return brandById(path.split('/')[1] ?? '') ?? mainBrand
}

/** Sets when a draft is published. Returns its path. Throws `invalid` for a time that will not do. */
export async function schedule(
  services: Services,
  scope: Scope,
  { revision, at: local }: { revision: number; at: string },
): Promise<string> {
  const path = await services.db.transaction().execute(async (trx) => {
    await lockTexts(trx)
    const draft = await openDraft(trx, revision)
    const refusal = refusalToPublish(draft, scope.member.id)
    if (refusal !== null) throw new ApiError('forbidden', { detail: refusal })
    await refuseProblems(services, trx, draft)
    const { timeZone, id: brand } = plannedBy(draft.path)
    const dueAt = instantOf(local, timeZone)
    if (!dueAt)
      throw fieldError(
        'at',
        `There is no such time in ${placeOf(timeZone)}. Please choose another.`,
      )
    const asked = await askedBy(services, draft)
    const needsNotice = (asked?.members ?? 0) > 0
    refuseTime(dueAt, scope.at, needsNotice, timeZone)
    if (await openSchedule(trx, revision))
      throw new ApiError('conflict', {
        detail: 'This draft has a time already. Cancel that one to set another.',
      })
    await insertSchedule(trx, { revision, dueAt, brand, needsNotice }, actorOf(scope))
    await recordAct(trx, scope, {
      action: 'content.schedule',
      subjectId: null,
      details: { path: draft.path, revision, due: dueAt.toISOString() },
    })
    await wake(trx, PUBLICATIONS_JOB)
    return draft.path
  })
  return path
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
      throw new ApiError('conflict', {
        detail: 'Nothing is planned for this draft any more. Please look at it again.',
      })
    const { path } = draft
    const details = { path, revision }
    await recordAct(trx, scope, { action: 'content.cancel', subjectId: null, details })
    return path
  })
}

/** Members who are told in one transaction. */
const AT_ONCE = 100

/**
 * Tells members of new terms, and publishes what is due. Some members and how far it got are one transaction: after a
 * crash it goes on where it stopped, and another process waits for its turn or takes the next.
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
function isDue({ dueAt, needsNotice, toldAt }: Schedule, at: Date): boolean {
  if (dueAt > at) return false
  return !needsNotice || (toldAt !== null && later(toldAt, NOTICE_DAYS * DAY) <= at)
}

async function tellSome(services: Services, trx: Trx, planned: Schedule): Promise<void> {
  const { settings, clock } = services
  const draft = await revisionOf(trx, planned.revision)
  if (!draft?.body) return
  const versions = (await versionsWith(services, draft)) ?? []
  const people = await membersAsked(trx, versions, planned.toldUntil, AT_ONCE)
  const contacts = await contactsWithin(
    trx,
    people.map(({ accountId }) => accountId),
  )
  const read = { preview: draft.id, draft: draftOf(draft), isRead: true }
  const key = sign({ ...read, until: planned.dueAt.getTime() }, settings.sessionSecret)
  const { page, changes } = pageAndChanges(draft)
  for (const { accountId, brands: ids } of people) {
    const contact = contacts.get(accountId)
    const brands = ids.flatMap((id) => brandById(id) ?? [])
    const brand = brands.find(({ id }) => id === contact?.brand) ?? brands[0]
    if (!contact || !brand) continue
    const account = { id: accountId, ...contact }
    const news = { from: planned.dueAt, changes, path: `${page}?preview=${key}` }
    await services.queueMail(trx, termsNoticeMail(services, { brand, brands }, account, news))
  }
  await keepTold(trx, planned.id, {
    until: people.at(-1)?.accountId ?? planned.toldUntil,
    told: contacts.size,
    done: people.length < AT_ONCE ? clock.now() : null,
  })
}

function pageAndChanges({ path, body }: Revision): { page: string; changes: string } {
  const { source } = parseSource({ path, text: body ?? '' })
  if (source?.kind !== 'legal') return { page: '/site/terms', changes: '' }
  return {
    page: pageOf(source.kind, source.name),
    changes: (source.matter as LegalMatter).changes,
  }
}

/** Publishes what is due in the name of whoever set it, or ends it with the reason why that cannot be. */
async function publishPlanned(services: Services, planned: Schedule): Promise<void> {
  const { revision, setBy } = planned
  const at = services.clock.now()
  const brand = brandById(planned.brand) ?? mainBrand
  const hand = { brand, member: { id: setBy }, at }
  const isPublisher = (await rolesOf(services.db, setBy)).includes('publisher')
  try {
    if (!isPublisher)
      throw new ApiError('forbidden', { detail: 'Whoever set it publishes no texts any more.' })
    await publishAs(services, hand, revision, { isTold: planned.needsNotice })
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

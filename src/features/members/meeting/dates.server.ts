import { sql } from 'kysely'
import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { lockAccount } from '#core/accounts/accounts.sql.ts'
import { contactOf } from '#core/accounts/standing/account-status.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { deleteSome } from '#db/delete-some.server.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import { hashToken } from '#lib/token.server.ts'
import { brandById } from '#sites/registry.ts'
import { backAddress, dateAddress, newDateToken, tokenFor } from './addresses.server.ts'
import { changeDate, endDate, listDates, shareDate } from './dates.contract.ts'
import {
  changeLink,
  countLinks,
  deleteLink,
  insertLink,
  type LinkDetails,
  linksOf,
  otherOf,
  takeCheckIn,
} from './dates.sql.ts'
import {
  CHECK_IN_BEFORE,
  DAYS_AHEAD,
  isShareable,
  localTimeAt,
  MAX_LINKS,
  momentAt,
  solarOffset,
} from './dates.ts'
import { checkInMail } from './mails.ts'

const listHandler = handle(listDates, async ({ query, scope, services }) => {
  const rows = await linksOf(services.db, scope)
  return {
    links: rows.map(
      ({ otherId, username, checkInAt, endsAt, nonce, tokenHash, brandId, ...link }) => {
        const token = tokenFor(services, { nonce, tokenHash })
        const brand = brandById(brandId)
        return {
          ...link,
          other: otherId !== null && username !== null ? { id: otherId, username } : null,
          checkIn: checkInAt !== null,
          endsAt: endsAt.toISOString(),
          address: token === null || !brand ? null : dateAddress(services, brand, token),
        }
      },
    ),
    other: query.with === undefined ? null : await otherOf(services.db, scope, query.with),
  }
})

type Given = Omit<LinkDetails, 'utcOffset' | 'endsAt' | 'checkInAt'> & {
  utcOffset?: number | undefined
  checkIn: boolean
}

/** Throws `invalid` for a time that is no time, has passed, or is too far ahead. */
function detailsOf(
  { utcOffset: given, checkIn, ...details }: Given,
  { member, at }: Scope,
): LinkDetails {
  const utcOffset = given ?? solarOffset(member.longitude)
  const begins = momentAt(details.meetsAt, utcOffset)
  if (!begins) throw fieldError('meetsAt', 'Please choose a day and a time.')
  if (!isShareable(begins, at))
    throw fieldError(
      'meetsAt',
      `Please choose a time from now on, and within the next ${DAYS_AHEAD} days.`,
    )
  const endsAt = later(begins, details.hours * HOUR)
  if (endsAt <= at)
    throw fieldError('hours', 'By then it has ended already. Please choose a longer time.')
  return {
    ...details,
    meetsAt: details.meetsAt.slice(0, 16),
    utcOffset,
    endsAt,
    checkInAt: checkIn ? later(endsAt, -CHECK_IN_BEFORE) : null,
  }
}

const pageWith = (link: number | null, saved: string) =>
  `/profile/edit/dates?saved=${saved}${link === null ? '' : `#date-${link}`}`

const shareHandler = handle(
  shareDate,
  async ({ body: { id: otherId, ...given }, scope, services }) => {
    const { member, brand, at } = scope
    const details = detailsOf(given, scope)
    const { nonce, token } = newDateToken(services)
    const link = await services.db.transaction().execute(async (trx) => {
      if (!(await otherOf(trx, scope, otherId))) throw new ApiError('unavailable')
      // The lock makes a concurrent share wait, so that it counts this link.
      await lockAccount(trx, member.id)
      if ((await countLinks(trx, member.id, at)) >= MAX_LINKS) {
        throw new ApiError(
          'conflict',
          `You share ${MAX_LINKS} dates already. Please end one of them first.`,
        )
      }
      return insertLink(trx, scope, { ...details, otherId, tokenHash: hashToken(token), nonce })
    })
    return { link, address: dateAddress(services, brand, token), next: pageWith(link, 'shared') }
  },
)

const changeHandler = handle(
  changeDate,
  async ({ body: { link, ...given }, scope, services, at }) => {
    if (!(await changeLink(services.db, scope.member.id, link, detailsOf(given, scope), at)))
      throw gone()
    return { link, next: pageWith(link, 'changed') }
  },
)

const endHandler = handle(endDate, async ({ body: { link }, scope, services }) => {
  if (!(await deleteLink(services.db, scope.member.id, link))) throw gone()
  return { ok: true as const, next: pageWith(null, 'ended') }
})

const gone = () => new ApiError('notFound', 'This link has ended.')

export const dateHandlers: Handler[] = [listHandler, shareHandler, changeHandler, endHandler]

/** Asks members who wished so whether they are back, an hour before their link ends. */
export const checkInJob: Job = {
  name: 'dateCheckIn',
  period: 2 * MINUTE,
  start: (services) => ({
    async run(stopping) {
      while (
        !stopping.aborted &&
        (await services.db.transaction().execute((trx) => askOne(services, trx)))
      )
        continue
    },
  }),
}

async function askOne(services: Services, trx: Trx): Promise<boolean> {
  const at = services.clock.now()
  const due = await takeCheckIn(trx, at)
  if (!due) return false
  const brand = brandById(due.brand)
  const contact = await contactOf(trx, due.accountId)
  // A job that stood still asks nobody about a link that has ended.
  if (!brand || !contact || due.endsAt <= at) return true
  const ends = localTimeAt(due.endsAt, due.utcOffset).slice(11)
  await services.queueMail(
    trx,
    checkInMail(
      brand,
      { id: due.accountId, ...contact },
      { ends, url: backAddress(services, brand, due.id) },
    ),
  )
  return true
}

/** An ended link is shown to nobody; its row goes within the day. */
export const dateSweepJob: Job = {
  name: 'dateSweep',
  period: HOUR,
  start: ({ db, clock }) => ({
    run(stopping) {
      return inBatches(stopping, (most) =>
        deleteSome(db, 'date_links', sql.ref('ends_at'), later(clock.now(), -DAY), most),
      )
    },
  }),
}

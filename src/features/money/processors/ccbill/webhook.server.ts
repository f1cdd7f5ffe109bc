import { readBody, SMALL_BODY } from '#api/bodies.server.ts'
import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { wake } from '#jobs/wake.sql.ts'
import { keepReport } from '../reports.sql.ts'
import { readReport } from './reports.server.ts'
import { ccbillWebhook } from './webhook.contract.ts'

export const CCBILL_JOB = 'ccbill reports'

/** Keeps the report and answers; what follows from it is a job's work, which asks CCBill first. */
const ccbillWebhookHandler = handle(ccbillWebhook, async ({ services, request, ip, at }) => {
  const { settings, db, log } = services
  const { ccbill } = settings
  // CCBill signs nothing: its address is all that speaks for it here.
  if (!ccbill?.isItsAddress(ip))
    throw new ApiError('forbidden', 'This request does not come from where it should.')
  const eventType = new URL(request.url).searchParams.get('eventType') ?? ''
  const report = readReport(ccbill, eventType, fieldsIn(await readBody(request, SMALL_BODY)), at)
  if (report === null) return { ok: true as const }
  if (typeof report === 'string') {
    log.warn(
      { provider: 'ccbill', type: eventType.slice(0, 60), refused: report },
      'a report of a payment was refused',
    )
    throw report === 'incomplete'
      ? new ApiError('invalid')
      : new ApiError('forbidden', 'This is about another shop.')
  }
  await db.transaction().execute(async (trx) => {
    const { eventId, kind, subscription, order } = report
    if (
      await keepReport(trx, { provider: 'ccbill', eventId, kind, subscription, order, report, at })
    )
      await wake(trx, CCBILL_JOB)
  })
  return { ok: true as const }
})

/** JSON or form: the content type that its guide names for forms is not the usual one. */
function fieldsIn(bytes: Uint8Array<ArrayBuffer>): Record<string, unknown> {
  const text = new TextDecoder().decode(bytes)
  if (!text.trimStart().startsWith('{')) return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new ApiError('malformed')
  }
}

export const ccbillHandlers: Handler[] = [ccbillWebhookHandler]

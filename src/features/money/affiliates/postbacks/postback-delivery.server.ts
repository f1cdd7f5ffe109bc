import type { Services } from '#api/services.server.ts'
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '#api/webhooks.server.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import { counter } from '#lib/metrics.server.ts'
import { signatureOf } from '#lib/signature.server.ts'
import { openSecret } from '../account/affiliate-secrets.server.ts'
import { tellStopped } from '../account/owner-mails.server.ts'
import { postbackTransport, type PostbackTransport } from './postback-transport.server.ts'
import {
  claimPostbacks,
  type DuePostback,
  giveUpOld,
  markTried,
  noteReceiver,
  POSTBACK_JOB,
  type Receiver,
  receiversDue,
  stopPostbacks,
  sweepPostbacks,
  toldCommissions,
  type ToldCommission,
  type Tried,
} from './postbacks.sql.ts'
import { addressOf, decimalSum, MOST_TRIES, type Postback, SILENT_FOR } from './postbacks.ts'

const AT_ONCE = 10
const KEPT = 30 * DAY

const tries = counter(
  'sites_postback_tries_total',
  'Tries to tell an affiliate’s server something, by how they ended: sent, later or given up',
  ['outcome'],
)

/** `post` is the network; tests give their own. */
export function postbackJobOver(post: PostbackTransport): Job {
  return {
    name: POSTBACK_JOB,
    period: MINUTE,
    start: (services) => ({
      async run(stopping) {
        const receivers = await receiversDue(services.db, services.clock.now())
        await Promise.all(receivers.map((one) => tellAll(services, post, one, stopping)))
      },
    }),
  }
}

export const postbackJob = postbackJobOver(postbackTransport())

/** One that takes nothing holds nobody up: it is asked ten times in a run, and again a minute later. */
async function tellAll(
  services: Services,
  post: PostbackTransport,
  receiver: Receiver,
  stopping: AbortSignal,
): Promise<void> {
  let goesOn = true
  while (goesOn && !stopping.aborted) {
    const due = await claimPostbacks(services.db, receiver.id, AT_ONCE, services.clock.now())
    if (due.length === 0) return
    const commissions = await toldCommissions(
      services.db,
      due.map(({ commissionId }) => commissionId),
    )
    const tried = await Promise.all(
      due.map((one) => tell(services, post, receiver, one, commissions.get(one.commissionId))),
    )
    goesOn = (await record(services, receiver, tried)) && tried.some(({ isSent }) => isSent)
  }
}

async function tell(
  { settings, clock }: Services,
  post: PostbackTransport,
  { code, url, sealedSecret }: Receiver,
  { id, token, state, tries: before }: DuePostback,
  told: ToldCommission | undefined,
): Promise<Tried> {
  const tried = { id, tries: before, isSent: false }
  if (!told) return { ...tried, outcome: 'gone', tries: MOST_TRIES }
  const postback: Postback = {
    subid: told.subid ?? '',
    campaign: told.campaign,
    event: told.kind,
    sum: decimalSum(told.amount, told.currency),
    currency: told.currency,
    id: told.token,
    state,
  }
  const timestamp = String(Math.floor(clock.now().getTime() / 1000))
  const body = JSON.stringify({ ...postback, at: told.earnedAt.toISOString() })
  try {
    const status = await post(addressOf(url, postback), {
      headers: {
        'Content-Type': 'application/json',
        // The same in each try, so that whoever has it already can tell.
        'X-Postback-Id': token,
        [TIMESTAMP_HEADER]: timestamp,
        [SIGNATURE_HEADER]: signatureOf(
          body,
          timestamp,
          openSecret(sealedSecret, code, settings.sessionSecret),
        ),
      },
      body,
    })
    return { ...tried, outcome: String(status), isSent: status >= 200 && status < 300 }
  } catch (error) {
    return { ...tried, outcome: faultIn(error) }
  }
}

/** Names the kind of fault alone: the words of one may quote the address with its macros. */
function faultIn(error: unknown): string {
  const { name, code } = error as { name?: string; code?: unknown }
  return typeof code === 'string' ? code : (name ?? 'Error')
}

/** False where this affiliate is told nothing more. */
async function record(
  services: Services,
  { id, code }: Receiver,
  tried: readonly Tried[],
): Promise<boolean> {
  const at = services.clock.now()
  const isOver = (one: Tried) => !one.isSent && one.tries >= MOST_TRIES
  for (const one of tried)
    tries.inc({ outcome: one.isSent ? 'sent' : isOver(one) ? 'given up' : 'later' })
  const isStopped = await services.db.transaction().execute(async (trx) => {
    const arrived = tried.some(({ isSent }) => isSent)
    const since = await noteReceiver(trx, id, { arrived, at })
    await markTried(trx, tried, at, MOST_TRIES)
    const stops = tried.some(isOver) || (since !== null && later(since, SILENT_FOR) <= at)
    if (!stops || !(await stopPostbacks(trx, id, at))) return stops
    await tellStopped(services, trx, code)
    return true
  })
  if (isStopped)
    services.log.error({ affiliate: code }, 'an affiliate is told nothing more: its server failed')
  return !isStopped
}

export const postbackSweepJob: Job = {
  name: 'postbackSweep',
  period: HOUR,
  start: ({ db, clock }) => ({
    async run(stopping) {
      const at = clock.now()
      await inBatches(stopping, (most) => giveUpOld(db, later(at, -KEPT), at, most))
      await inBatches(stopping, (most) => sweepPostbacks(db, later(at, -KEPT), most))
    },
  }),
}

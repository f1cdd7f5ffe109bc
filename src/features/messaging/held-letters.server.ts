import { type Handler, handle } from '../../api/router.server.ts'
import type { Services } from '../../api/services.server.ts'
import { inBatches, type Job } from '../../jobs/worker.server.ts'
import { DAY, later, SECOND } from '../../lib/clock.ts'
import { brandById } from '../../sites/registry.ts'
import { contactOf } from '../accounts/account-status.sql.ts'
import { usernamesOf } from '../accounts/accounts.sql.ts'
import { UNDO_FOR } from '../enforcement/decisions.ts'
import { notifyMember } from '../live/event-hub.server.ts'
import { queuePush } from '../notifications/push.sql.ts'
import { isKnown } from '../people/visible.sql.ts'
import { heldJob } from '../staff/jobs.sql.ts'
import { withheldMail } from './held-letter-mail.ts'
import { getHeldLetters } from './held-letters.contract.ts'
import { type DueHold, dueHolds, endHold, heldLettersOf, lockHold, passOn, sweepHolds, withhold } from './held-letters.sql.ts'

const heldHandler = handle(getHeldLetters, async ({ query, scope, services }) => {
  const letters = await services.db.transaction().execute(async (trx) => {
    const { account_id: accountId, queue } = await heldJob(trx, scope, query.job)
    return accountId === null || queue !== 'fraud' ? [] : heldLettersOf(trx, accountId)
  })
  const names = await usernamesOf(
    services.db,
    letters.map(({ recipientId }) => recipientId),
  )
  return {
    letters: letters.map(({ id, recipientId, text, until, outcome }) => ({
      id,
      to: names.get(recipientId) ?? 'a deleted account',
      text,
      until: until.toISOString(),
      isWithheld: outcome === 'withheld',
    })),
  }
})

const AT_ONCE = 100
/** As long as one can object to a decision, and a month for the answer. */
const WORDS_KEPT = 215 * DAY

/** Passes held messages on when their time is over, or staff found nothing wrong; withholds them where staff acted. */
export const heldLetterJob: Job = {
  name: 'heldLetters',
  period: 5 * SECOND,
  start: (services) => ({
    async run(stopping) {
      const at = services.clock.now()
      for (const hold of await dueHolds(services.db, at, later(at, -UNDO_FOR), AT_ONCE)) {
        if (stopping.aborted) return
        await end(services, hold, at).catch((error: unknown) =>
          services.log.error({ hold: hold.id, error }, 'a held message was neither passed on nor withheld'),
        )
      }
      await inBatches(stopping, (most) => sweepHolds(services.db, later(at, -WORDS_KEPT), most))
    },
  }),
}

/** Once, whichever process does it. */
async function end(services: Services, hold: DueHold, at: Date): Promise<void> {
  const { id, conversationId, senderId, recipientId, decision } = hold
  await services.db.transaction().execute(async (trx) => {
    if (!(await lockHold(trx, hold))) return
    if (conversationId !== null && decision !== null && decision !== 'none') {
      await endHold(trx, id, { at, outcome: 'withheld', words: await withhold(trx, conversationId) })
      const contact = await contactOf(trx, senderId)
      const brand = brandById(hold.brand)
      if (contact && brand) await services.queueMail(trx, withheldMail(services, brand, { id: senderId, email: contact.email }))
      await notifyMember(trx, senderId, { type: 'message', otherId: recipientId })
      return
    }
    const isThere = conversationId !== null && (await passOn(trx, { conversationId, senderId, recipientId, at }))
    await endHold(trx, id, { at, outcome: isThere ? 'passed' : 'gone', words: null })
    if (!isThere || !(await isKnown(trx, recipientId, senderId))) return
    await notifyMember(trx, recipientId, { type: 'message', otherId: senderId })
    await queuePush(trx, recipientId, senderId, 'message', at)
  })
}

export const heldLetterHandlers: Handler[] = [heldHandler]

import { type Handler, handle } from '#api/call.server.ts'
import type { Services } from '#api/services.server.ts'
import { lockAccount } from '#core/accounts/accounts.sql.ts'
import { contactOf } from '#core/accounts/standing/account-status.sql.ts'
import { usernamesOf } from '#core/accounts/usernames/usernames.sql.ts'
import { type PrivateAccess, recordAccesses } from '#core/audit/accesses.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { queuePush } from '#core/notifications/push.sql.ts'
import { isKnown } from '#core/people/shown-to/visible.sql.ts'
import { heldTask } from '#core/tasks/leases.sql.ts'
import { taskDecidedSince } from '#core/tasks/outcomes.sql.ts'
import type { TaskRow } from '#core/tasks/tasks.sql.ts'
import { UNDO_FOR } from '#core/tasks/verdicts.ts'
import type { Trx } from '#db/connection.server.ts'
import { eachDue } from '#jobs/each-due.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, later, SECOND } from '#lib/clock.ts'
import {
  deleteHolds,
  type DueHold,
  dueHolds,
  endedHolds,
  endHold,
  filesOfHolds,
  heldFileName,
  type HeldMessage,
  heldMessagesOf,
  lockHold,
  lockWithheld,
  passOn,
  takeHeldFiles,
  withheldBy,
  withhold,
} from '#members/messages/held/held-messages.sql.ts'
import {
  areInTouch,
  sendWithheld,
  withheldFile,
  withheldWords,
} from '#members/messages/held/send-withheld.server.ts'
import { openViewOnceTask } from '#members/messages/view-once/view-once-check.server.ts'
import { EVIDENCE_DAYS } from '#members/reports/evidence.ts'
import { giveBackSpent } from '#money/credits/credits.sql.ts'
import { brandById } from '#sites/registry.ts'
import { appealById } from '../decisions/appeals/appeals.sql.ts'
import { decisionOfTask } from '../decisions/decisions.sql.ts'
import { passedOnMail, withheldMail } from './held-message-mail.ts'
import { getHeldMessages } from './held-messages.contract.ts'

const heldHandler = handle(getHeldMessages, async ({ query, scope, services }) => {
  const messages = await services.db.transaction().execute(async (trx) => {
    const task = await heldTask(trx, scope, query.task)
    const found = await messagesFor(trx, task)
    // Its recipient wrote nothing that is read here, and knows of it once it is passed on.
    if (task.account_id !== null && found.some(({ text }) => text !== '')) {
      const why: PrivateAccess['why'] =
        task.queue === 'fraud' ? { task: task.id, hit: task.subject_id } : { task: task.id }
      await recordAccesses(trx, scope, [{ subjectId: task.account_id, what: 'messages', why }])
    }
    return found
  })
  const names = await usernamesOf(
    services.db,
    messages.map(({ recipientId }) => recipientId),
  )
  return {
    messages: messages.map(({ id, recipientId, text, until, outcome }) => ({
      id,
      to: names.get(recipientId) ?? 'a deleted account',
      text,
      until: until.toISOString(),
      isWithheld: outcome === 'withheld',
    })),
  }
})

/** Of a task about fraud, what its member wrote; of an objection, what the decision withheld. */
async function messagesFor(
  trx: Trx,
  { account_id: accountId, queue, subject_id: subjectId }: TaskRow,
): Promise<HeldMessage[]> {
  if (queue === 'fraud' && accountId !== null) return heldMessagesOf(trx, accountId)
  const objection = queue === 'appeals' ? await appealById(trx, subjectId) : undefined
  return objection ? withheldBy(trx, objection.decisionId) : []
}

const AT_ONCE = 100
const WORDS_KEPT = EVIDENCE_DAYS * DAY

/**
 * Passes held messages on when their time is over, or staff found nothing wrong; withholds them
 * where staff acted.
 */
export const heldMessageJob: Job = {
  name: 'heldMessages',
  period: 5 * SECOND,
  start(services) {
    const { db, clock, log } = services
    let holds = new Map<number, DueHold>()
    const each = eachDue({
      most: AT_ONCE,
      async read(at, most) {
        const due = await dueHolds(db, at, later(at, -UNDO_FOR), most)
        holds = new Map(due.map((hold) => [hold.id, hold]))
        return [...holds.keys()]
      },
      async work(id, at) {
        const hold = holds.get(id)
        if (hold) await end(services, hold, at)
      },
      failed: (error, id, tries) =>
        log.error({ hold: id, tries, error }, 'a held message was neither passed on nor withheld'),
    })
    return {
      async run(stopping) {
        const at = clock.now()
        await each(at, stopping)
        let count = 1
        while (count > 0 && !stopping.aborted)
          count = await sweepHolds(services, later(at, -WORDS_KEPT))
      },
    }
  },
}

const SWEPT_AT_ONCE = 50

/** Files first, so that a row says what is left; locked, for a right objection sends them. */
async function sweepHolds(
  { db, photoFiles }: Pick<Services, 'db' | 'photoFiles'>,
  before: Date,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ids = await endedHolds(trx, before, SWEPT_AT_ONCE)
    if (ids.length === 0) return 0
    const files = await filesOfHolds(trx, ids)
    if (files.length > 0) await photoFiles.remove(files.map(heldFileName))
    await deleteHolds(trx, ids)
    return ids.length
  })
}

/** Once, whichever process does it. */
async function end(services: Services, hold: DueHold, at: Date): Promise<void> {
  const { id, conversationId, senderId, recipientId, heldAt, decision } = hold
  await services.db.transaction().execute(async (trx) => {
    // The account before the conversation, as whoever writes does.
    await lockAccount(trx, senderId)
    if (!(await lockHold(trx, hold))) return
    const decided =
      decision === null
        ? undefined
        : await taskDecidedSince(trx, 'fraud', senderId, { from: heldAt, to: later(at, -UNDO_FOR) })
    // Set aside since: its task is open again, and the next run sees what holds.
    if (decision !== null && !decided) return
    if (conversationId !== null && decided && decided.outcome !== 'none') {
      const decisionId = await decisionOfTask(trx, decided.id)
      const { words, sentAt } = await withhold(trx, { id, conversationId })
      await endHold(trx, id, { at, outcome: 'withheld', words, decisionId: decisionId ?? null })
      let credits = 0
      for (const spentAt of sentAt)
        credits += await giveBackSpent(trx, senderId, {
          to: recipientId,
          spentAt,
          message: null,
          at,
        })
      const contact = await contactOf(trx, senderId)
      const brand = brandById(hold.brand)
      if (contact && brand)
        await services.queueMail(
          trx,
          withheldMail(services, brand, { id: senderId, email: contact.email }, credits),
        )
      await notifyMember(trx, senderId, { type: 'message', otherId: recipientId })
      return
    }
    const isThere =
      conversationId !== null && (await passOn(trx, { conversationId, senderId, recipientId, at }))
    await endHold(trx, id, {
      at,
      outcome: isThere ? 'passed' : 'gone',
      words: null,
      decisionId: null,
    })
    if (!isThere || !(await isKnown(trx, recipientId, senderId))) return
    await notifyMember(trx, recipientId, { type: 'message', otherId: senderId })
    await queuePush(trx, recipientId, senderId, 'message', at)
  })
}

const MOST_WITHHELD = 50

/**
 * Passes on what a decision withheld that is taken back, where the two can still be in touch. Its
 * credits were given back then and stay the sender's; a photo that was refused for itself stays
 * behind.
 */
export async function passOnWithheld(
  services: Pick<Services, 'queueMail' | 'settings' | 'address'>,
  trx: Trx,
  decisionId: number,
  at: Date,
): Promise<void> {
  for (const { id, senderId, recipientId, brand: brandId, words } of await lockWithheld(
    trx,
    decisionId,
    MOST_WITHHELD,
  )) {
    const two = { senderId, recipientId }
    if (!(await areInTouch(trx, two))) continue
    const files = (await takeHeldFiles(trx, id)).map((file) => withheldFile(file, at))
    const messages = [...(words === null || words === '' ? [] : [withheldWords(words)]), ...files]
    if (messages.length === 0) continue
    const ids = await sendWithheld(trx, two, messages, at)
    for (const [index, { viewOnce }] of messages.entries()) {
      const messageId = ids[index]
      if (messageId !== undefined && viewOnce?.approvedAt === null)
        await openViewOnceTask(trx, {
          messageId,
          ownerId: senderId,
          findings: viewOnce.findings,
          at,
        })
    }
    await endHold(trx, id, { at, outcome: 'passed', words: null, decisionId: null })
    const [contact, brand] = [await contactOf(trx, senderId), brandById(brandId)]
    if (contact && brand)
      await services.queueMail(
        trx,
        passedOnMail(services, brand, { id: senderId, email: contact.email }),
      )
  }
}

export const heldMessageHandlers: Handler[] = [heldHandler]

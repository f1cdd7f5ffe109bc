import { lockAccount } from '#core/accounts/accounts.sql.ts'
import { accountFacts } from '#core/accounts/standing/account-facts.sql.ts'
import { countFirst } from '#core/figures/counting.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { closeTasksAbout, openTask } from '#core/tasks/tasks.sql.ts'
import { chatPhotoQueues } from '#core/tasks/tasks.ts'
import type { KeptFinding } from '#db/columns.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { later, MINUTE } from '#lib/clock.ts'
import { areMatched } from '#members/likes/likes.sql.ts'
import { gravest } from '#members/photos/hashes/findings.ts'
import { giveBackSpent } from '#money/credits/credits.sql.ts'
import { areInTouch } from '../held/send-withheld.server.ts'
import { addMessage, enterConversation } from '../messages.sql.ts'
import { announce } from '../writing/sending.server.ts'
import {
  type Locked,
  lockNotThere,
  noteEnded,
  noteRefused,
  noteThere,
  paidTogether,
  refusedChatPhoto,
  waitingAfter,
  waitingChatPhoto,
} from './chat-photos.sql.ts'
import { chatPhotoName } from './chat-photos.ts'

/**
 * Somebody waits for it: before photos of profiles, which have the priority 0 and hours. What is
 * found counts as it does there, where that is more urgent.
 */
const CHAT = { priority: 50, due: 30 * MINUTE }

type Waiting = { id: number; senderId: number; findings: readonly KeptFinding[]; at: Date }

export async function openChatPhotoTask(
  trx: Trx,
  { id, senderId, findings, at }: Waiting,
): Promise<void> {
  const sender = await accountFacts(trx, senderId)
  if (!sender) return
  const isMatch = findings.some(({ kind }) => kind === 'hold')
  const found = gravest(findings)
  await openTask(trx, {
    queue: isMatch ? 'chatPhotoMatches' : 'chatPhotos',
    brand: sender.brand,
    accountId: senderId,
    subjectId: id,
    priority: Math.max(CHAT.priority, found?.priority ?? 0),
    dueAt: later(at, isMatch && found ? found.due : CHAT.due),
    at,
  })
}

/** Whether the two can have a photo between them now. */
async function mayPass(trx: Trx, { senderId, otherId }: Locked): Promise<boolean> {
  return (
    (await areMatched(trx, senderId, otherId)) &&
    (await areInTouch(trx, { senderId, recipientId: otherId }))
  )
}

/**
 * Makes a message of it, which arrives as any other; or ends it, where the two have no match any
 * more, and says so to its sender alone.
 */
async function passOn(trx: Trx, photo: Locked, at: Date): Promise<void> {
  const { id, senderId: from, otherId: to } = photo
  if (!(await mayPass(trx, photo))) return endChatPhoto(trx, photo, at)
  const { id: conversationId, isNew } = await enterConversation(trx, from, to, at)
  if (isNew) await countFirst(trx, from, 'message', at)
  const message = { conversationId, from, to, kind: 'photo', body: '', at } as const
  const none = { recording: null, viewOnce: null, warning: null, about: null }
  const { id: messageId, sides } = await addMessage(trx, { ...message, ...none })
  await noteThere(trx, id, messageId)
  await announce(trx, { senderId: from, to, at }, { conversationId, sides })
}

async function endChatPhoto(trx: Trx, photo: Locked, at: Date): Promise<void> {
  await giveBackPaid(trx, photo, at)
  await noteEnded(trx, photo.id, at)
  await tellSender(trx, photo)
}

/** What it cost, since nobody has had it: once. The account of its sender is locked. */
export async function giveBackPaid(
  trx: Trx,
  photo: Pick<Locked, 'id' | 'senderId' | 'otherId' | 'sentAt'>,
  at: Date,
): Promise<void> {
  const { id, senderId, otherId, sentAt } = photo
  const of = await paidTogether(trx, photo)
  await giveBackSpent(trx, senderId, { to: otherId, spentAt: sentAt, message: { id, of }, at })
}

async function tellSender(trx: Trx, { id, senderId, otherId }: Locked): Promise<void> {
  await notifyMember(trx, senderId, { type: 'changed', otherId, messageId: id })
}

type Verdict = { id: number; senderId: number; at: Date } & (
  | { approved: true }
  | { approved: false; reason: string }
)

/** False where it does not wait any more. */
export async function judgeChatPhoto(trx: Trx, verdict: Verdict): Promise<boolean> {
  const { id, senderId, at } = verdict
  const photo = await lockNotThere(trx, id, senderId, false)
  if (!photo) return false
  if (verdict.approved) await passOn(trx, photo, at)
  else {
    await giveBackPaid(trx, photo, at)
    await noteRefused(trx, id, verdict.reason, at)
    await tellSender(trx, photo)
  }
  return true
}

/**
 * Sends one that was refused after all. The credits that were given back stay the sender's: the
 * mistake was ours.
 */
export async function giveChatPhotoBack(
  trx: Trx,
  { id, senderId, at }: { id: number; senderId: number; at: Date },
): Promise<void> {
  const photo = await lockNotThere(trx, id, senderId, true)
  if (photo) await passOn(trx, photo, at)
}

/**
 * Whether staff have it to check still. One between two without a match ends without them
 * (`endChatPhotos`), but for what a list knows, which is decided about all the same.
 */
export async function isChatPhotoOpen(trx: Trx, id: number, isMatch: boolean): Promise<boolean> {
  const photo = await waitingChatPhoto(trx, id)
  if (!photo) return false
  return isMatch || areMatched(trx, photo.ownerId, photo.otherId)
}

const SEEN_AT_ONCE = 1000

/**
 * Ends what waits between two who have no match any more, with its task, of those after this
 * number. Returns the number of the last that was looked at; null where there are no more.
 */
export async function endChatPhotos(db: Db, at: Date, after: number): Promise<number | null> {
  const seen = await waitingAfter(db, after, SEEN_AT_ONCE)
  for (const { id, senderId } of seen.filter(({ ends }) => ends))
    await db.transaction().execute(async (trx) => {
      // Whoever decides about it, or takes it back, has locked its sender first.
      await lockAccount(trx, senderId)
      const photo = await lockNotThere(trx, id, senderId, false)
      if (!photo || (await areMatched(trx, senderId, photo.otherId))) return
      await endChatPhoto(trx, photo, at)
      await closeTasksAbout(trx, chatPhotoQueues, id, { by: null, at, outcome: 'gone' })
    })
  return seen.length < SEEN_AT_ONCE ? null : (seen.at(-1)?.id ?? null)
}

/** The name of the file of a refused one, as long as it is kept. */
export async function refusedChatPhotoFile(db: Db, id: number): Promise<string | null> {
  const key = await refusedChatPhoto(db, id)
  return key === null ? null : chatPhotoName(key, 'large')
}

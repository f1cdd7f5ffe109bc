import { createHash, randomBytes } from 'node:crypto'
import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { claimOf, earlierAnswer, once } from '#api/idempotency.server.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { lockAccount } from '#core/accounts/accounts.sql.ts'
import { notifyMember } from '#core/live/event-hub.server.ts'
import { closeTasksAbout } from '#core/tasks/tasks.sql.ts'
import { chatPhotoQueues } from '#core/tasks/tasks.ts'
import type { Trx } from '#db/connection.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, MINUTE } from '#lib/clock.ts'
import { photoViewer } from '#members/photos/files/addresses.server.ts'
import { renderForChat } from '#members/photos/files/renditions.server.ts'
import { sweepFiles } from '#members/photos/files/sweep.server.ts'
import { refuseUnconfirmed } from '#members/photos/own/own-photos.sql.ts'
import { type ConfirmedRules, PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import type { Message } from '../messages.contract.ts'
import { present } from '../messages.server.ts'
import { findOther, messageOf } from '../messages.sql.ts'
import { foundNow } from '../view-once/view-once-check.server.ts'
import { payAhead, refuseMessage } from '../writing/sending.server.ts'
import { chatPhotosDue, chatPhotosThatExist, deleteDue } from './chat-photo-files.sql.ts'
import {
  endChatPhotos,
  giveBackPaid,
  judgeChatPhoto,
  openChatPhotoTask,
} from './chat-photos-check.server.ts'
import { notThereAsRows } from './chat-photos-shown.server.ts'
import { sendChatPhoto } from './chat-photos.contract.ts'
import { addChatPhoto, chatPhotoById, deleteNotThere, type Taken } from './chat-photos.sql.ts'
import { chatPhotoName, chatPhotoNames, readChatPhotoName } from './chat-photos.ts'

type Sent = { id: number; currentCredits: number | null }
type Form = { id: number; photo: Blob; rules: ConfirmedRules; key?: string | undefined }

const sendHandler = handle(sendChatPhoto, async (call) => {
  const { form, scope, services } = call
  const { id, currentCredits } = await sendOnce(services, scope, form, call)
  const message = await messageToSender(services, scope, id, form.id)
  if (!message) throw new ApiError('conflict', 'This photo was sent, and is no longer there.')
  return { message, currentCredits, next: `/messages?with=${form.id}#newest` }
})

/** As a photo for one view: what would be refused anyway is refused before it is decoded. */
async function sendOnce(
  services: Services,
  scope: Scope,
  { id: to, photo, rules, key: formKey }: Form,
  call: Parameters<typeof claimOf>[0],
): Promise<Sent> {
  const { member, brand, at } = scope
  const bytes = new Uint8Array(await photo.arrayBuffer())
  const picture = createHash('sha256').update(bytes).digest('hex')
  const body = { to, picture }
  const claim = claimOf({ request: call.request, at: call.at, body }, ROUTE, member.id)
  // Without script the form's own key stands for the header.
  const keyed = { ...claim, key: claim.key ?? (formKey ? `photo:${formKey}` : null) }
  const earlier = await earlierAnswer<Sent>(services.db, keyed)
  if (earlier) return earlier
  const message = { to, kind: 'photo', body: '' } as const
  await refuseMessage(services.db, scope, message)
  await refuseUnmatched(services.db, scope, to)
  await refuseUnconfirmed(services.db, member.id, rules)
  const made = await renderForChat(bytes, member.id)
  const key = randomBytes(16).toString('hex')
  await services.photoFiles.write(
    new Map([
      [chatPhotoName(key, 'large'), made.large],
      [chatPhotoName(key, 'small'), made.small],
    ]),
  )
  const { width, height, hashes } = made
  // Before the transaction: whoever changes the hash table has locked persons.
  const asked = { ownerId: member.id, hashes, asks: 'all' } as const
  const findings = await foundNow(services, asked, at)
  const isChecked = services.settings.photoReview === 'auto' && findings.length === 0
  try {
    const sent = await once(services.db, keyed, async (trx) => {
      const currentCredits = await payAhead(trx, scope, message)
      await refuseUnmatched(trx, scope, to)
      const facts = { key, width, height, findings, rules: PHOTO_RULES, at }
      const two = { senderId: member.id, otherId: to, brand: brand.id }
      const { sha256, pdq, quality } = hashes
      const id = await addChatPhoto(trx, { ...two, ...facts, hashes: { sha256, pdq, quality } })
      if (isChecked) await judgeChatPhoto(trx, { id, senderId: member.id, approved: true, at })
      else {
        await openChatPhotoTask(trx, { id, senderId: member.id, findings, at })
        // To other pages of the sender alone.
        await notifyMember(trx, member.id, { type: 'message', otherId: to })
      }
      return { id, currentCredits }
    })
    if (findings.length > 0)
      services.log.warn({ photo: sent.id }, 'photo in a chat waits: a picture like it is known')
    if (isChecked)
      services.log.info({ photo: sent.id }, 'photo in a chat approved unseen: PHOTO_REVIEW is auto')
    return sent
  } finally {
    // Also where the same photo was faster, and where only the answer of the commit was lost.
    await forgetUnusedChatPhotos(services, chatPhotoNames(key))
  }
}

const ROUTE = 'POST /message/photo'

async function refuseUnmatched(
  db: Services['db'] | Trx,
  scope: Scope,
  otherId: number,
): Promise<void> {
  if (!(await findOther(db, scope, otherId))?.isMatch)
    throw new ApiError('forbidden', 'Photos go only to people with whom you have a match.')
}

/** A photo as its sender sees it now: as a message, or before it is one. */
async function messageToSender(
  services: Services,
  scope: Scope,
  id: number,
  otherId: number,
): Promise<Message | null> {
  const viewer = photoViewer(services, scope)
  const messageId = (await chatPhotoById(services.db, id))?.messageId ?? null
  if (messageId !== null) {
    const row = await messageOf(services.db, messageId)
    return row ? present(row, viewer, false) : null
  }
  const other = await findOther(services.db, scope, otherId)
  const rows = other ? await notThereAsRows(services.db, scope.member.id, other) : []
  const row = rows.find((one) => one.id === id)
  return row ? present({ ...row, about: null }, viewer, false) : null
}

/**
 * Takes back one that the other does not have: with its task, and what it cost. Undefined where the
 * member has none of this number.
 */
export async function takeBack(
  services: Services,
  { member, at }: Scope,
  id: number,
): Promise<Taken | undefined> {
  const taken = await services.db.transaction().execute(async (trx) => {
    // Whoever decides about it has locked its sender first.
    await lockAccount(trx, member.id)
    const found = await deleteNotThere(trx, id, member.id)
    if (!found) return undefined
    const { otherId, sentAt, isWaiting } = found
    if (isWaiting) await giveBackPaid(trx, { id, senderId: member.id, otherId, sentAt }, at)
    await closeTasksAbout(trx, chatPhotoQueues, id, { by: null, at, outcome: 'gone' })
    await notifyMember(trx, member.id, { type: 'changed', otherId, messageId: id })
    return found
  })
  if (taken) await forgetUnusedChatPhotos(services, chatPhotoNames(taken.key))
  return taken
}

/** Deletes files that certainly belong to no photo, and that no report holds. */
export async function forgetUnusedChatPhotos(
  { db, log, photoFiles }: Pick<Services, 'db' | 'log' | 'photoFiles'>,
  names: readonly string[],
): Promise<void> {
  try {
    const keys = names.map(readChatPhotoName).filter((key) => key !== null)
    const known = await chatPhotosThatExist(db, [...new Set(keys)])
    await photoFiles.remove(names.filter((name) => !known.has(readChatPhotoName(name) ?? '')))
  } catch (error) {
    log.error({ error }, 'files of photos in chats not removed; the sweep will')
  }
}

const DUE_AT_ONCE = 50

/**
 * Ends what cannot be passed on any more, and deletes what was refused, or has ended, and is kept no
 * longer; files first.
 */
export const chatPhotoJob: Job = {
  name: 'chatPhotos',
  period: 5 * MINUTE,
  start: ({ db, clock, photoFiles }) => ({
    async run(stopping) {
      let seen: number | null = 0
      while (seen !== null && !stopping.aborted) seen = await endChatPhotos(db, clock.now(), seen)
      while (!stopping.aborted) {
        const at = clock.now()
        const due = await chatPhotosDue(db, at, DUE_AT_ONCE)
        if (due.length === 0) return
        await photoFiles.remove(due.flatMap(({ key }) => chatPhotoNames(key)))
        await deleteDue(
          db,
          due.map(({ id }) => id),
          at,
        )
      }
    },
  }),
}

/** Removes files that a crash left without a row, of photos that ended, and of erased messages. */
export const chatPhotoSweepJob: Job = {
  name: 'chatPhotoSweep',
  period: DAY,
  start: (services) => ({
    run: (stopping) =>
      sweepFiles(services, stopping, {
        isSwept: (name) => readChatPhotoName(name) !== null,
        remove: forgetUnusedChatPhotos,
      }),
  }),
}

export const chatPhotoHandlers: Handler[] = [sendHandler]

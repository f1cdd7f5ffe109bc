import { recordOperatorAct } from '#core/audit/audit.sql.ts'
import { closeTasksAbout } from '#core/tasks/tasks.sql.ts'
import { chatPhotoQueues, viewOnceQueues } from '#core/tasks/tasks.ts'
import type { KeptFinding } from '#db/columns.ts'
import { judgeChatPhoto } from '#members/messages/chat-photos/chat-photos-check.server.ts'
import { chatPhotosToCheck } from '#members/messages/chat-photos/chat-photos.sql.ts'
import { chatPhotoName } from '#members/messages/chat-photos/chat-photos.ts'
import { judgePhoto } from '#members/messages/view-once/view-once-check.server.ts'
import { viewOnceToCheck } from '#members/messages/view-once/view-once.sql.ts'
import { viewOnceName } from '#members/messages/view-once/view-once.ts'
import { ownPhotos } from '#members/photos/own/own-photos.sql.ts'
import { originalName } from '#members/photos/photos.ts'
import { EVIDENCE_DAYS } from '#members/reports/evidence.ts'
import { StartUpError } from '#process/start-up.server.ts'
import type { MemberOrder } from './order.ts'

export async function listPhotos({ trx, accountId }: MemberOrder): Promise<string> {
  const photos = (await ownPhotos(trx, accountId)).map(
    ({ id, approved_at, rejected_at, reject_reason, original_key, key }) => {
      const state =
        approved_at !== null
          ? 'approved'
          : rejected_at !== null
            ? `refused: ${reject_reason}`
            : 'waiting'
      return `${id} ${state}, ${original_key === null ? `${key}-720.webp` : originalName(original_key)}`
    },
  )
  const forOneView = (await viewOnceToCheck(trx, accountId)).map(({ messageId, key, findings }) => {
    return `once ${messageId} waiting, ${viewOnceName(key)}${foundInWords(findings)}`
  })
  const inChats = (await chatPhotosToCheck(trx, accountId)).map(
    ({ id, key, findings }) =>
      `chat ${id} waiting, ${chatPhotoName(key, 'large')}${foundInWords(findings)}`,
  )
  return ['has these photos, each with its file:', ...photos, ...forOneView, ...inChats].join('\n')
}

function foundInWords(findings: readonly KeptFinding[]): string {
  return findings.length === 0
    ? ''
    : `; found: ${findings.map(({ list, why }) => (list === null ? why : `${list}: ${why}`)).join('; ')}`
}

export async function decideOnChatPhoto(order: MemberOrder, approved: boolean): Promise<string> {
  const { trx, accountId, number: id, at } = order
  const photo = { id, senderId: accountId, at }
  const isJudged = await judgeChatPhoto(
    trx,
    approved
      ? { ...photo, approved }
      : { ...photo, approved, reason: 'The photo does not keep to our rules for photos.' },
  )
  if (!isJudged) throw new StartUpError('This member has no such photo in a chat that waits.')
  await noteVerdict(order, approved, chatPhotoQueues, { chatPhoto: id })
  return verdictInWords(`photo ${id} of a chat`, approved)
}

export async function decideOnViewOnce(order: MemberOrder, approved: boolean): Promise<string> {
  const { trx, accountId: ownerId, number: messageId, at } = order
  const isJudged = await judgePhoto(trx, { messageId, ownerId, approved, at })
  if (!isJudged) throw new StartUpError('This member has no such photo for one view that waits.')
  await noteVerdict(order, approved, viewOnceQueues, { message: messageId })
  return verdictInWords(`the photo of message ${messageId}`, approved)
}

async function noteVerdict(
  { trx, accountId, number, at }: MemberOrder,
  approved: boolean,
  queues: Parameters<typeof closeTasksAbout>[1],
  details: Record<string, number>,
): Promise<void> {
  const outcome = approved ? 'none' : 'hidePhoto'
  await closeTasksAbout(trx, queues, number, { by: null, at, outcome })
  const action = approved ? 'approvePhoto' : 'refusePhoto'
  await recordOperatorAct(trx, at, { action, subjectId: accountId, details })
}

function verdictInWords(photo: string, approved: boolean): string {
  return approved
    ? `has ${photo} approved.`
    : `has ${photo} refused; its file is kept for ${EVIDENCE_DAYS} days.`
}

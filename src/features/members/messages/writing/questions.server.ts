import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import {
  FIRST_MESSAGES,
  type MessageRuleId,
  messageRules,
  rulesFor,
} from '#core/rules/message-rules.ts'
import type { Db } from '#db/connection.server.ts'
import { type MessageKind, receivedMessage } from '../messages.sql.ts'
import { calmWarning } from './questions.contract.ts'
import { calmMessage, countBetween, countQuestion } from './questions.sql.ts'
import { refuseMessage } from './sending.server.ts'

/** `to`: null for several whom the member has not written to. */
type Written = { to: number | null; kind: MessageKind; body: string; isSure: boolean }

/**
 * The rule that a message fits and that its recipient reads about, or null. Throws `areYouSure`
 * with the question until the sender has answered it, and what `refuseMessage` throws; of the
 * message only a count of its rule is kept then. It comes before the message's transaction, which
 * would take the count back, or hold the counter locked.
 */
export async function warningFor(
  db: Db,
  scope: Scope,
  { to, kind, body, isSure }: Written,
): Promise<MessageRuleId | null> {
  const fitting = rulesFor(body)
  if (fitting.length === 0) return null
  const { member, at } = scope
  const isFirst =
    to === null ||
    !fitting.some((id) => messageRules[id].onlyFirst) ||
    (await countBetween(db, member.id, to, FIRST_MESSAGES)) < FIRST_MESSAGES
  const rule = fitting.find((id) => isFirst || !messageRules[id].onlyFirst)
  if (!rule) return null
  // Nobody is asked about what could not be sent anyway.
  if (!isSure && to !== null) await refuseMessage(db, scope, { to, kind, body })
  await countQuestion(db, rule, isSure ? 'sent' : 'asked', at)
  if (!isSure) throw new ApiError('areYouSure', messageRules[rule].question)
  return rule
}

const calmHandler = handle(calmWarning, async ({ body: { messageId }, scope, services }) => {
  const { member, at } = scope
  return services.db.transaction().execute(async (trx) => {
    const message = await receivedMessage(trx, scope, messageId)
    if (!message) throw new ApiError('notFound', 'This message is no longer there.')
    const calmed = await calmMessage(trx, member.id, messageId, at)
    if (calmed?.rule) await countQuestion(trx, calmed.rule, 'fine', at)
    return { ok: true as const, next: `/messages?with=${message.senderId}#newest` }
  })
})

export const questionHandlers: Handler[] = [calmHandler]

import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { claimOfWords, once } from '#api/idempotency.server.ts'
import { hit, tooMany } from '#api/limits.server.ts'
import { lockAccount } from '#core/accounts/accounts.sql.ts'
import { refuseLimited } from '#core/rules/fraud.server.ts'
import { withoutConversation } from '#members/messages/messages.sql.ts'
import { warningFor } from '#members/messages/writing/questions.server.ts'
import { magicRuleOf, MAGIC_RECIPIENTS } from '#members/messages/writing/rules.ts'
import { deliver } from '#members/messages/writing/sending.server.ts'
import { billingStatusOf } from '#money/checkout/billing-status.server.ts'
import { spendCredits } from '#money/credits/credits.sql.ts'
import { idsBy, searchFor } from '../search.sql.ts'
import { lookedFor, wishesOf } from '../wishes.server.ts'
import { sendMagicMessage } from './magic-message.contract.ts'

const DAILY = { most: 1, seconds: 24 * 60 * 60 }
/**
 * How many online members are looked at for ten who have not been written to; a member starts 30
 * conversations a day at most.
 */
const CANDIDATES = 300

const magicHandler = handle(sendMagicMessage, async (call) => {
  const { body, scope, services, at } = call
  const { member, brand } = scope
  const claim = claimOfWords(call, 'POST /message/sendMagicMessage', member.id, {
    key: body.key,
    to: null,
    body: body.body,
  })
  const warning = await warningFor(services.db, scope, { ...body, to: null, kind: 'magic' })
  return once(services.db, claim, async (trx) => {
    // The lock makes a concurrent magic message wait, so that it finds this one's conversations.
    await lockAccount(trx, member.id)
    await refuseLimited(trx, member.id, at)
    const { membership, credits } = await billingStatusOf(trx, scope)
    const rule = magicRuleOf(brand.billing, membership)
    if (!rule.may) throw new ApiError('forbidden', 'A message to ten at once takes full access.')
    if ((credits ?? 0) < rule.price) throw new ApiError('noCredits')

    const { radius } = wishesOf(member)
    const wanted = {
      ...lookedFor(scope),
      circle: radius === null ? null : { centre: member, km: radius },
      online: true,
    }
    const online = idsBy(
      services.db,
      await searchFor(services.db, scope, wanted, { limit: CANDIDATES, offset: 0 }),
    )
    // By id, as every sender of several: conversations are then locked in one order.
    const recipients = await withoutConversation(trx, member.id, online, MAGIC_RECIPIENTS)
    if (recipients.length === 0) {
      throw new ApiError(
        'conflict',
        'Nobody who fits your search is online and still unknown to you. Nothing was sent, and it cost nothing.',
      )
    }
    const { number, endsAt } = await hit(trx, `magic-message:account:${member.id}`, DAILY, at)
    if (number > DAILY.most)
      throw tooMany(
        endsAt,
        at,
        'You have sent your message to ten of today. You can send the next one tomorrow.',
      )

    const currentCredits =
      rule.price > 0
        ? await spendCredits(trx, member.id, {
            credits: rule.price,
            reason: 'magicMessage',
            reference: `to:${recipients.join()}`,
            at,
          })
        : credits
    for (const to of recipients)
      await deliver(trx, scope, { to, kind: 'magic', body: body.body, price: 0, warning })
    return { sent: recipients.length, currentCredits, next: '/messages' }
  })
})

export const magicMessageHandlers: Handler[] = [magicHandler]

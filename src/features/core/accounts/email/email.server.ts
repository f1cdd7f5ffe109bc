import { type Handler, handle } from '#api/call.server.ts'
import { sendFirstMail } from '../greeting.server.ts'
import { getShowConfirmEmailData, resendWelcomeEmail } from './email.contract.ts'

const showHandler = handle(getShowConfirmEmailData, async ({ scope }) => ({
  show: scope.member.emailConfirmedAt === null,
  email: scope.member.email,
}))

const resendHandler = handle(resendWelcomeEmail, async ({ scope, services, brand, at }) => {
  if (scope.member.emailConfirmedAt !== null) return { ok: true as const }
  await services.db
    .transaction()
    .execute((trx) => sendFirstMail(services, trx, brand, scope.member, at))
  return { ok: true as const }
})

export const emailHandlers: Handler[] = [showHandler, resendHandler]

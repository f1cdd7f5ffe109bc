import { type Handler, handle, type CallContext } from '#api/call.server.ts'
import { DAY } from '#lib/clock.ts'
import { setCookie } from '#lib/cookies.server.ts'
import { fromCookie } from '../promo/sender.server.ts'
import { chooseCookies, confirmAdult } from './consent.contract.ts'
import { ADULT_COOKIE, CHOICE_COOKIE } from './consent.ts'

const REMEMBERED = 180 * DAY

function remember({ headers, host, services }: CallContext, name: string, value: string): void {
  const secure = services.settings.production
  headers.append(
    'Set-Cookie',
    setCookie({ name, value, domain: host.domain, life: REMEMBERED, secure, forScripts: true }),
  )
}

const adultHandler = handle(confirmAdult, async (call) => {
  remember(call, ADULT_COOKIE, 'yes')
  return { next: '/' }
})

const cookieHandler = handle(chooseCookies, async (call) => {
  const { choice, ...from } = call.body
  const { headers, host, services } = call
  remember(call, CHOICE_COOKIE, choice)
  // Refusing deletes the stored codes; allowing stores those of this visit, if any.
  const isSent = Object.values<unknown>(from).some((word) => word !== undefined)
  if (choice === 'needed')
    headers.append('Set-Cookie', fromCookie(null, host.domain, services.settings.production))
  else if (isSent)
    headers.append('Set-Cookie', fromCookie(from, host.domain, services.settings.production))
  return { next: '/site/cookiePolicy#saved' }
})

export const consentHandlers: Handler[] = [adultHandler, cookieHandler]

import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { sessionCookie } from '#api/session-cookie.server.ts'
import { startSession } from '#api/sessions.sql.ts'
import { recordOwnAct } from '#core/audit/audit.sql.ts'
import { countOf } from '#core/figures/counting.sql.ts'
import { hashToken } from '#lib/token.server.ts'
import { lockBearer, mailedLink, spendGrant, voidGrants } from '../mailed-links/grants.sql.ts'
import { rememberDevice } from '../sign-in/devices.server.ts'
import { departureOfPermission, takeBackDeparture } from '../standing/departures.sql.ts'
import { comeBackCookie, comeBackToken } from './come-back-permission.server.ts'
import { comeBack, getComeBack } from './come-back.contract.ts'

const showHandler = handle(getComeBack, async ({ brand, request, services, at }) => {
  const token = comeBackToken(request.headers.get('Cookie'), services.settings.production)
  const tokenHash = hashToken(token ?? '')
  const found = await departureOfPermission(services.db, tokenHash, brand.id, at)
  return {
    isKept: !found && (await mailedLink(services.db, tokenHash, brand.id, at))?.state === 'done',
    account: found ? { username: found.username, eraseAt: found.eraseAt.toISOString() } : null,
  }
})

const comeBackHandler = handle(comeBack, async (call) => {
  const { brand, request, services, host, headers, device, token: replaces, at } = call
  const { production } = services.settings
  const permission = comeBackToken(request.headers.get('Cookie'), production)
  const signedIn = await services.db.transaction().execute(async (trx) => {
    const tokenHash = hashToken(permission ?? '')
    await lockBearer(trx, tokenHash)
    const grant = await spendGrant(trx, tokenHash, brand.id, ['comeBack', 'keepAccount'], at)
    if (!grant || !(await takeBackDeparture(trx, grant.accountId, at))) return null
    await countOf(trx, grant.accountId, { measure: 'returned', at })
    await voidGrants(trx, grant.accountId, at)
    await recordOwnAct(trx, { brand, accountId: grant.accountId, at }, 'account.keep')
    return {
      accountId: grant.accountId,
      token: await startSession(trx, {
        accountId: grant.accountId,
        brand: brand.id,
        device,
        at,
        replaces,
      }),
    }
  })
  if (!signedIn)
    throw new ApiError(
      'conflict',
      'This page has waited too long. Please sign in again to keep your account.',
    )
  services.log.info({ accountId: signedIn.accountId, brand: brand.id }, 'deletion undone')
  headers.append('Set-Cookie', comeBackCookie(null, host.domain, production))
  headers.append('Set-Cookie', sessionCookie(signedIn.token, host.domain, production))
  headers.append('Set-Cookie', await rememberDevice(services.db, call, signedIn.accountId, at))
  return { next: '/dashboard' }
})

export const comeBackHandlers: Handler[] = [showHandler, comeBackHandler]

import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { endSessionById, endSessionsExcept, openSessions } from '#api/sessions.sql.ts'
import { brandById } from '#sites/registry.ts'
import { notifyMember } from '../live/event-hub.server.ts'
import { lockAccount } from './accounts.sql.ts'
import { changePassword } from './changes/change-password.server.ts'
import { changeOwnPassword, endOwnSession, listSessions } from './own-account.contract.ts'
import { assertOwnPassword } from './passwords/own-password.server.ts'
import { hashPassword, passwordProblem } from './passwords/passwords.server.ts'
import { rememberDevice } from './sign-in/devices.server.ts'

/** More sessions than anybody reads; the last seen come first. */
const MOST_SESSIONS = 100

const passwordHandler = handle(changeOwnPassword, async (call) => {
  const { body, scope, services, brand, token, headers, at } = call
  const { member } = scope
  const weakness = passwordProblem(body.password, member.username)
  if (weakness !== null) throw fieldError('password', weakness)
  // Keyboards may encode the same letter differently (NFC or NFD); the hash uses NFC, so the
  // comparison does too.
  if (body.password.normalize('NFC') !== body.passwordRepeat.normalize('NFC')) {
    throw fieldError('passwordRepeat', 'This is not the same password. Please type it again.')
  }
  await assertOwnPassword(services, member.id, body.currentPassword, 'currentPassword')
  const passwordHash = await hashPassword(body.password)
  const known = await services.db.transaction().execute(async (trx) => {
    await lockAccount(trx, member.id)
    await changePassword(services, trx, brand, { account: member, passwordHash, kept: token, at })
    return rememberDevice(trx, call, member.id, at)
  })
  headers.append('Set-Cookie', known)
  services.log.info({ accountId: member.id, brand: brand.id }, 'password changed')
  return { ok: true as const, next: '/profile/edit/settings?screen=account&saved=password#account' }
})

const listHandler = handle(listSessions, async ({ scope, services }) => {
  const { member, at } = scope
  const sessions = await openSessions(services.db, member.id, at, MOST_SESSIONS)
  return {
    sessions: sessions.map(({ id, device, brand, createdAt, lastSeenAt }) => ({
      id,
      device,
      brand: brandById(brand)?.name ?? brand,
      signedInAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isThis: id === member.sessionId,
    })),
  }
})

const endHandler = handle(endOwnSession, async ({ body, scope, services }) => {
  const { id: accountId, sessionId } = scope.member
  if (body.id === sessionId)
    throw new ApiError('conflict', 'This is the session you are in. Sign out to end it.')
  await services.db.transaction().execute(async (trx) => {
    if (body.id === 'others') await endSessionsExcept(trx, accountId, [sessionId])
    // A session that has ended already is what was asked for.
    else if (!(await endSessionById(trx, accountId, body.id))) return
    await notifyMember(trx, accountId, { type: 'signedOut' })
  })
  return {
    ok: true as const,
    next: '/profile/edit/settings?screen=sign-in&saved=sessions#sessions',
  }
})

export const ownAccountHandlers: Handler[] = [passwordHandler, listHandler, endHandler]

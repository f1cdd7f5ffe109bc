import { type Handler, handle } from '#api/call.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { HOUR } from '#lib/clock.ts'
import { dayIn } from '#lib/formats.ts'
import { lockLogin, loginOf } from '../accounts.sql.ts'
import { usernameChangedMail } from '../mails.ts'
import { isPassword } from '../passwords/passwords.server.ts'
import {
  holdUsername,
  noteRenamed,
  sweepFormerUsernames,
} from '../usernames/former-usernames.sql.ts'
import { isProvisional } from '../usernames/provisional-name.ts'
import { usernameTaken } from '../usernames/usernames.server.ts'
import { isUsernameClash, renameAccount } from '../usernames/usernames.sql.ts'
import { changeUsername } from './change-username.contract.ts'
import { heldSince, mayRenameFrom } from './change-username.ts'

const NEXT = '/profile/edit/settings?screen=account&saved=username#account'

const changeHandler = handle(changeUsername, async ({ body, scope, services, brand, at }) => {
  const { member } = scope
  const { username } = body
  const { passwordHash } = await loginOf(services.db, member.id)
  if (await isPassword(username, passwordHash))
    throw fieldError('username', 'This is your password. Please choose another username.')
  const rename = () =>
    services.db.transaction().execute(async (trx) => {
      // The lock makes a second change of the same member wait, and then see the first.
      const before = await lockLogin(trx, member.id)
      if (before.username === username) return
      const from = mayRenameFrom(before.usernameChangedAt)
      if (from !== null && from > at)
        throw new ApiError(
          'conflict',
          `You changed your username a short time ago. You can change it again from ${dayIn(member.locale, from)}.`,
        )
      await renameAccount(trx, member.id, username, at)
      await noteRenamed(trx, member.id, at)
      if (!isProvisional(before.username)) await holdUsername(trx, member.id, before.username, at)
      if (member.ownsEmail)
        await services.queueMail(
          trx,
          usernameChangedMail(services, brand, { ...member, username }, before.username),
        )
    })
  try {
    await rename()
  } catch (error) {
    throw isUsernameClash(error) ? await usernameTaken(services, username) : error
  }
  services.log.info({ accountId: member.id, brand: brand.id }, 'username changed')
  return { username, next: NEXT }
})

export const formerUsernameSweepJob: Job = {
  name: 'formerUsernameSweep',
  period: HOUR,
  start: ({ db, clock }) => ({
    run(stopping) {
      const before = heldSince(clock.now())
      return inBatches(stopping, (most) => sweepFormerUsernames(db, before, most))
    },
  }),
}

export const changeUsernameHandlers: Handler[] = [changeHandler]

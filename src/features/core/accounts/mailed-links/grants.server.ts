import type { Services } from '#api/services.server.ts'
import { countFirst } from '#core/figures/counting.sql.ts'
import type { Db, Trx } from '#db/connection.server.ts'
import { inBatches, type Job } from '#jobs/worker.server.ts'
import { DAY, HOUR, later, MINUTE } from '#lib/clock.ts'
import { hashToken, newToken } from '#lib/token.server.ts'
import type { Brand } from '#sites/site.ts'
import { confirmEmail } from '../accounts.sql.ts'
import { COME_BACK_LIFETIME } from '../come-back/come-back-permission.server.ts'
import { TIME_TO_COME_BACK } from '../come-back/come-back.ts'
import { addressConfirmed } from '../events.server.ts'
import { welcomeMail } from '../mails.ts'
import { type EmailChange, type GrantPurpose, insertGrant, sweepGrants } from './grants.sql.ts'

/**
 * decisions §2: single-use, ten minutes, bound to purpose and brand, hashed at rest. `keepAccount`
 * only leads to a question, and holds as long as the deletion can be undone.
 */
const LIFETIMES: Record<GrantPurpose, number> = {
  confirmEmail: 10 * MINUTE,
  changeEmail: 10 * MINUTE,
  signIn: 10 * MINUTE,
  reset: 10 * MINUTE,
  keepAccount: TIME_TO_COME_BACK,
  comeBack: COME_BACK_LIFETIME,
}

/**
 * For so long after its end, the page of a link can say whether it was used, replaced or too old.
 */
const REMEMBERED = 7 * DAY

/** Voids the account's older grants of that purpose; the token is stored only as a hash. */
export async function issueGrant(
  trx: Db | Trx,
  grant: {
    accountId: number
    brand: string
    purpose: GrantPurpose
    payload?: EmailChange
    at: Date
  },
): Promise<string> {
  const token = newToken()
  await insertGrant(trx, {
    ...grant,
    tokenHash: hashToken(token),
    expiresAt: later(grant.at, LIFETIMES[grant.purpose]),
  })
  return token
}

/**
 * The link was sent only to this mailbox, so acting on it proves the address, whatever it is for.
 */
export async function proveAddress(
  services: Services,
  trx: Trx,
  brand: Brand,
  accountId: number,
  at: Date,
): Promise<void> {
  const confirmed = await confirmEmail(trx, accountId, at)
  if (!confirmed) return
  await countFirst(trx, accountId, 'confirmed', at)
  await services.say(trx, addressConfirmed, { id: accountId, at })
  await services.queueMail(trx, welcomeMail(services, brand, confirmed))
}

export const grantSweepJob: Job = {
  name: 'grantSweep',
  period: HOUR,
  start: ({ db, clock }) => ({
    run(stopping) {
      const before = later(clock.now(), -REMEMBERED)
      return inBatches(stopping, (most) => sweepGrants(db, before, most))
    },
  }),
}

import { ApiError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import type { Trx } from '#db/connection.server.ts'
import { brandById } from '#sites/registry.ts'
import { removalAnsweredMail } from './mails.ts'
import { found, targetsIn } from './removals.server.ts'
import { endRemoval, removalById } from './removals.sql.ts'

type About = { id: number; accountId: number; staffId: number }

/**
 * A decision about a member answers a request that names them, and that names nobody who decides.
 */
export async function refuseUnnamed(
  services: Pick<Services, 'settings'>,
  trx: Trx,
  { id, accountId, staffId }: About,
): Promise<void> {
  const removal = await removalById(trx, id)
  const named = removal ? await found(trx, targetsIn(services, removal.targets.join('\n'))) : []
  // The task names the first of them alone.
  if (named.some((one) => one.accountId === staffId))
    throw new ApiError('forbidden', 'This is about you. Somebody else decides about it.')
  if (named.some((one) => one.accountId === accountId)) return
  throw new ApiError(
    'conflict',
    'The request names no such member, or the account is deleted by now. Nothing was changed.',
  )
}

type Ended = { id: number; act: string; note: string; by: number | null; at: Date }

/** Ends a request with the decision that takes effect, and tells whoever asked. */
export async function endByDecision(
  { queueMail }: Pick<Services, 'queueMail'>,
  trx: Trx,
  { id, act, note, by, at }: Ended,
): Promise<void> {
  const removal = await removalById(trx, id)
  if (!removal || !(await endRemoval(trx, id, { outcome: 'acted', reason: note, by, at }))) return
  const brand = brandById(removal.brand)
  const outcome = act === 'removeText' ? ('textRemoved' as const) : ('acted' as const)
  if (brand)
    await queueMail(
      trx,
      removalAnsweredMail(brand, { ...removal, madeAt: removal.made_at }, { outcome }),
    )
}

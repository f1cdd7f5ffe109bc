import { ApiError } from '#api/errors.ts'
import { hit, tooMany } from '#api/limits.server.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { DAY, SECOND } from '#lib/clock.ts'

/**
 * Different towns that one account searches around in a day: circles around many give away where
 * somebody lives.
 */
export const CENTRES_A_DAY = 30
const A_DAY = { seconds: DAY / SECOND }

const WHY = `You have searched around ${CENTRES_A_DAY} different places today, which is as many as we look around. Those still work; others do tomorrow.`

/** Search and its count together; a town counts once. Throws `tooMany`. */
export async function countCentre(
  { db }: Pick<Services, 'db'>,
  { member, at }: Scope,
  townId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { number } = await hit(trx, `search-centre:${member.id}:${townId}`, A_DAY, at)
    if (number > 1) return
    const towns = await hit(trx, `search-centres:account:${member.id}`, A_DAY, at)
    // Refused, it is not counted, nor known as one of those that still work.
    if (towns.number <= CENTRES_A_DAY) return
    const { headers } = tooMany(towns.endsAt, at)
    throw new ApiError('tooMany', {
      detail: WHY,
      errors: [{ field: 'place', message: WHY }],
      headers,
    })
  })
}

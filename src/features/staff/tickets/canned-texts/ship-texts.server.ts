import { randomUUID } from 'node:crypto'
import type { Services } from '#api/services.server.ts'
import { keptSetting } from '#db/kept-settings.server.ts'
import { cannedTexts, insertFirstTexts } from './canned-texts.sql.ts'
import { firstTexts } from './first-texts.ts'

/** That they were put there once, whatever staff have made of them since. */
export const FIRST_TEXTS = 'first texts to use again'

/**
 * Of processes that start at once, the setting lets one put them there; the others wait for it, and
 * find them.
 */
export async function shipTexts({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const mark = randomUUID()
  await db.transaction().execute(async (trx) => {
    if ((await keptSetting(trx, FIRST_TEXTS, mark)) !== mark) return
    // Staff who have written their own do not need ours.
    if ((await cannedTexts(trx)).length > 0) return
    await insertFirstTexts(trx, firstTexts, clock.now())
  })
}

import { balanceOf, grantCredits } from '#money/credits/credits.sql.ts'
import type { TestApp } from './app.ts'

type Known = { id: number }

let grants = 0

/** Credits that do not expire, as from us, however often. */
export async function givesCredits(app: TestApp, { id }: Known, credits: number): Promise<void> {
  const reference = `test:${(grants += 1)}`
  const lot = { credits, source: 'grant', reference, expiresAt: null, at: app.clock.now() } as const
  await app.transaction((trx) => grantCredits(trx, id, lot))
}

export const creditsOf = ({ db, clock }: TestApp, { id }: Known): Promise<number> =>
  balanceOf(db, id, clock.now())

import { map } from 'nanostores'
import { api, assertRefused, CallError } from '#api/client.ts'
import type { recordEvent } from '#core/live/tickers.contract.ts'
import { setCredits } from './credits.store.ts'
import type { revealLocation } from './reveal-location.contract.ts'
import { showInsufficientCredits } from './shortage.store.ts'

/** Where somebody is, in words, as far as this page has paid for it. */
export const $locations = map<Record<number, string>>({})

type Person = { id: number; username: string }

/** Pays for a location; false where the credits are missing, which a dialog says then. */
export async function reveal(
  { id, username }: Person,
  price: number,
  idempotencyKey: string,
): Promise<boolean> {
  // Not awaited: nothing depends on it.
  api
    .send<typeof recordEvent>('POST /event/{name}', { params: { name: 'clickRevealLocation' } })
    .catch(assertRefused)
  try {
    const { location, currentCredits } = await api.send<typeof revealLocation>(
      'POST /billing/revealLocation',
      { body: { id } },
      { idempotencyKey },
    )
    setCredits(currentCredits)
    $locations.setKey(id, location)
    return true
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'noCredits') throw error
    showInsufficientCredits({
      what: `The location of ${username}`,
      price,
      source: 'reveal',
      other: id,
    })
    return false
  }
}

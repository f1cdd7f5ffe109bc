import { api, assertRefused } from '#api/client.ts'
import type { setLastViewedUser } from './profile.contract.ts'

/** Counts as a look at somebody, as a page of theirs that the server renders does. */
export function noteSeenAgain(id: number): void {
  api
    .send<typeof setLastViewedUser>('POST /event/setLastViewedUser', { body: { id } })
    .catch(assertRefused)
}

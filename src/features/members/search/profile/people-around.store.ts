import { api, assertRefused } from '#api/client.ts'
import type { Card } from '../cards/cards.contract.ts'
import type { geoProfiles } from './geo-profiles.contract.ts'

/**
 * People around the town of a profile; none where it is refused, since the link to the search is
 * there.
 */
export async function peopleAround(id: number): Promise<readonly Card[]> {
  try {
    const { members } = await api.send<typeof geoProfiles>('GET /profile/geoProfiles', {
      query: { id },
    })
    return members
  } catch (error) {
    assertRefused(error)
    return []
  }
}

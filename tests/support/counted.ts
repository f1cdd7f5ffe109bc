import type { Scope } from '#api/member.server.ts'
import { countMembers, type SearchCriteria } from '#members/search/search.sql.ts'
import { MOST_COUNTED } from '#members/search/search.ts'
import { brandById } from '#sites/registry.ts'
import type { TestApp } from './app.ts'
import type { CastMember } from './cast.ts'

/** How many a search counts, also where its answer is "fewer than ten". */
export function countedFor(
  app: TestApp,
  viewer: CastMember,
  wanted: Partial<SearchCriteria> & Pick<SearchCriteria, 'gender'>,
): Promise<number> {
  const brand = brandById(viewer.host.split('.')[1] ?? '')
  // The query needs no more of its scope.
  const scope = { member: { id: viewer.id }, brand, at: app.clock.now() } as Scope
  const rest = {
    bornBetween: null,
    country: null,
    countries: brand?.searchCountries ?? [],
    circle: null,
  }
  const ticks = { online: false, withPhoto: false, verified: false, linked: false }
  return countMembers(app.db, scope, { ...rest, ...ticks, ...wanted }, MOST_COUNTED)
}

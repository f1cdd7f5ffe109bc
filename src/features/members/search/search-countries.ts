import type { Scope } from '#api/member.server.ts'

/**
 * The countries in which a member searches on a brand: the brand's `searchcountries`, and the
 * member's own, where they are looked for themselves. Bounds the search and every list of
 * strangers, but not whom one has met already.
 */
export function searchCountriesOf({
  brand,
  member,
}: {
  brand: Pick<Scope['brand'], 'searchCountries'>
  member: Pick<Scope['member'], 'country'>
}): string[] {
  return [...new Set([...brand.searchCountries, member.country])]
}

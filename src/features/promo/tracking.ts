import { placeOf } from '../../sites/links.ts'

/** The words of a link that say who sent somebody, each in the one shape that is believed. */
const trackingWords: ReadonlyArray<readonly [name: string, shape: RegExp]> = [
  ['subid', /^[\w.-]{1,64}$/],
  ['campaignId', /^\d{1,9}$/],
  ['affiliateId', /^[\w.-]{1,64}$/],
]

/**
 * Where a tracking link leads: the place is brand data alone, and an unknown key is `home`. A page of ours is
 * told who sent somebody; nobody else is.
 */
export function targetOf(redirects: Readonly<Record<string, string>>, query: Readonly<Record<string, unknown>>, home: string): string {
  const target = new URL(placeOf(redirects, String(query['key'])) ?? '/', home)
  if (target.origin !== new URL(home).origin) return target.href
  for (const [name, shape] of trackingWords) {
    const word = query[name]
    if (typeof word === 'string' && shape.test(word)) target.searchParams.set(name, word)
  }
  return target.href
}

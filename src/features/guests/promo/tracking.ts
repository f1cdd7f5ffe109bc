import { linkTargetOf } from '../../../sites/links.ts'

const trackingWords: ReadonlyArray<readonly [name: string, shape: RegExp]> = [
  ['subid', /^[\w.-]{1,64}$/],
  ['campaignId', /^\d{1,9}$/],
  ['affiliateId', /^[\w.-]{1,64}$/],
]

/**
 * Only targets from brand data, which prevents open redirects; only the brand's own pages get the
 * tracking codes.
 */
export function targetOf(
  redirects: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
  home: string,
): string {
  const target = new URL(linkTargetOf(redirects, String(query['key'])) ?? '/', home)
  if (target.origin !== new URL(home).origin) return target.href
  for (const [name, shape] of trackingWords) {
    const word = query[name]
    if (typeof word === 'string' && shape.test(word)) target.searchParams.set(name, word)
  }
  return target.href
}

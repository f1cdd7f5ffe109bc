import { codesIn } from '#money/affiliates/arrivals/codes.ts'
import { linkTargetOf } from '#sites/links.ts'

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
  for (const [name, word] of Object.entries(codesIn(query))) target.searchParams.set(name, word)
  return target.href
}

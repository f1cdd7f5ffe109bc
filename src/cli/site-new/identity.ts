import { StartUpError } from '#process/start-up.server.ts'
import { isReserved } from '#process/unfinished.ts'
import { hostTable } from '#sites/hosts.ts'
import type { Brand } from '#sites/site.ts'

/** Where a brand is and whose it is; all that a production refuses to start without. */
export type BrandIdentity = { domain: string; legal: Legal | null; supportEmail: string }
type Legal = Pick<Brand['legal'], 'companyName' | 'companyAddress' | 'companyCountry'>

export const identityOptions = {
  domain: { type: 'string' },
  company: { type: 'string' },
  address: { type: 'string' },
  country: { type: 'string' },
  support: { type: 'string' },
} as const
type Flags = Partial<Record<keyof typeof identityOptions, string>>

const DOMAIN = /^(?=.{1,253}$)(?!www\.)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const MOST = 200
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** `{brand}` in a flag is the brand’s id: one line names many. */
export function withId(flags: Flags, id: string): Flags {
  return Object.fromEntries(
    Object.entries(flags).map(([name, value]) => [name, value.replaceAll('{brand}', id)]),
  )
}

/**
 * Of one brand; `others` are those whose hosts it may not have. Null where no flag was given.
 * Throws with a line for each thing that is wrong or missing.
 */
export function identityOf(flags: Flags, others: readonly Brand[]): BrandIdentity | null {
  if (Object.keys(flags).length === 0) return null
  const { domain = '', company, address, country, support = `support@${domain}` } = flags
  const legal = { company, address, country }
  const isLegal = Object.values(legal).some((value) => value !== undefined)
  const problems = [
    domain === ''
      ? '--domain is missing: the brand’s own, as example.com.'
      : domainProblem(domain, others),
    ...(isLegal ? Object.entries(legal).map(([name, value]) => legalProblem(name, value)) : []),
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(support) ? null : `--support: ${support} is no address.`,
  ].filter((problem) => problem !== null)
  if (problems.length > 0) throw new StartUpError(problems.join('\n'))
  return {
    domain,
    legal: isLegal
      ? { companyName: company ?? '', companyAddress: address ?? '', companyCountry: country ?? '' }
      : null,
    supportEmail: support,
  }
}

function domainProblem(domain: string, others: readonly Brand[]): string | null {
  if (!DOMAIN.test(domain))
    return `--domain: ${domain} is no domain: small letters, digits and dashes, without www., as example.com.`
  if (isReserved(domain)) return `--domain: ${domain} can be nobody’s: give one of your own.`
  const taken = hostTable(others, null)
  for (const host of hostTable([{ domain } as Brand], null).keys()) {
    const brand = taken.get(host)?.brand
    if (brand) return `--domain: ${host} is a host of ${brand.id}.`
  }
  return null
}

function legalProblem(name: string, value = ''): string | null {
  if (value.trim() === '')
    return `--${name} is missing: --company, --address and --country belong together.`
  if (/[\p{Cc}]/u.test(value) || value.length > MOST)
    return `--${name} is one line of at most ${MOST} letters.`
  if (name === 'country' && (!/^[A-Z]{2}$/.test(value) || regions.of(value) === undefined))
    return `--country: ${value} is no country: two letters, as GB.`
  return null
}

/** A string of TypeScript, as the formatter writes it. */
export function quoted(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'"
  return `${mark}${text.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`)}${mark}`
}

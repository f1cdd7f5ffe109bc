import { randomBytes } from 'node:crypto'
import { later, MINUTE, SECOND } from '#lib/clock.ts'
import { isSameText, signatureOf } from '#lib/signature.server.ts'
import type { Settings } from '#settings.ts'
import { type Address, domainOf, originOf } from '#sites/hosts.ts'
import type { Brand } from '#sites/site.ts'

/** Specification §2; always on the API's host (§6). */
export const AGENT_VIEW_PATH = '/callback/cfpSupportAgent'

/** Whose links alone open accounts of staff: whoever has the command line. */
export const OPERATOR = 'Operator'

/** decisions §2: valid for five minutes, with tolerance for clock skew of the support desk. */
const LINK_LIFETIME = 5 * MINUTE
const CLOCK_SKEW = 30 * SECOND

const shapes = {
  member: /^[1-9]\d{0,14}$/,
  agent: /^[\p{L}\p{N}][\p{L}\p{N} .,'_-]{0,59}$/u,
  link: /^[\w-]{16,64}$/,
  at: /^\d{1,11}$/,
}
type Part = keyof typeof shapes
const parts = Object.keys(shapes) as Part[]

export type AgentLink = { memberId: number; agent: string; id: string }

/** The signed text: time, brand and every parameter, one per line, so that none can be changed. */
function markOf(
  brand: Brand,
  { member, agent, link, at }: Record<Part, string>,
  secret: string,
): string {
  return signatureOf([brand.id, member, agent, link].join('\n'), at, secret)
}

type Network = { address: Address; settings: Pick<Settings, 'supportSecret' | 'sitesSuffix'> }

/**
 * Null if the support view is not configured. Throws TypeError if the agent's name does not fit
 * into a link.
 */
export function supportLink(
  { address, settings }: Network,
  about: { brand: Brand; memberId: number; agent: string },
  now: Date,
): string | null {
  if (settings.supportSecret === null) return null
  if (!shapes.agent.test(about.agent))
    throw new TypeError('an agent’s name is at most 60 letters, digits and spaces')
  const given = {
    member: String(about.memberId),
    agent: about.agent,
    link: randomBytes(16).toString('base64url'),
    at: String(Math.floor(now.getTime() / SECOND)),
  }
  const query = new URLSearchParams({
    ...given,
    signature: markOf(about.brand, given, settings.supportSecret),
  })
  const host = { domain: domainOf(about.brand, settings.sitesSuffix), tier: 'www' as const }
  return `${originOf('api', host, address)}${AGENT_VIEW_PATH}?${query.toString()}`
}

/**
 * Returns what the link allows or the reason of refusal; `off`: the support view is not configured.
 */
export function readAgentLink(
  secret: string | null,
  brand: Brand,
  query: URLSearchParams,
  now: Date,
): AgentLink | 'off' | 'forged' | 'expired' {
  if (secret === null) return 'off'
  const given = Object.fromEntries(parts.map((part) => [part, query.get(part) ?? ''])) as Record<
    Part,
    string
  >
  if (parts.some((part) => !shapes[part].test(given[part]))) return 'forged'
  if (!isSameText(query.get('signature') ?? '', markOf(brand, given, secret))) return 'forged'
  const madeAt = new Date(Number(given.at) * SECOND)
  if (madeAt > later(now, CLOCK_SKEW) || now >= later(madeAt, LINK_LIFETIME)) return 'expired'
  return { memberId: Number(given.member), agent: given.agent, id: given.link }
}

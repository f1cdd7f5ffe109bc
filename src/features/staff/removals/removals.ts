import { HOUR } from '#lib/clock.ts'
import { hostname, type Host } from '#sites/hosts.ts'
import { brands } from '#sites/registry.ts'
import type { Policy, Severity } from '../decisions/decisions.ts'

export const REPORT_PAGE = '/site/reportContent'

/**
 * What somebody can ask to have removed, the gravest first; within which time it is decided; and
 * the rule that is broken, with its usual severity, where it is removed.
 */
export const removalKinds = [
  {
    value: 'child',
    label: 'A sexual picture or text that concerns somebody under 18',
    priority: 100,
    due: HOUR,
    policy: 'underage',
    severity: 'critical',
  },
  {
    value: 'intimate',
    label: 'An intimate picture of me that is shown without my consent',
    priority: 95,
    due: 48 * HOUR,
    policy: 'intimateImage',
    severity: 'high',
  },
  {
    value: 'illegal',
    label: 'Something else that the law forbids',
    priority: 60,
    due: 48 * HOUR,
    policy: 'illegal',
    severity: 'medium',
  },
  {
    value: 'copyright',
    label: 'A work of mine that is used without my permission',
    priority: 40,
    due: 48 * HOUR,
    policy: 'copyright',
    severity: 'low',
  },
] as const satisfies ReadonlyArray<{
  value: string
  label: string
  priority: number
  due: number
  policy: Policy
  severity: Severity
}>
export type RemovalKind = (typeof removalKinds)[number]['value']
export const kindValues = removalKinds.map(({ value }) => value)

export function kindOf(value: string): (typeof removalKinds)[number] {
  const kind = removalKinds.find((one) => one.value === value)
  if (!kind) throw new TypeError(`${value} is no kind of a removal`)
  return kind
}

export const MOST_TARGETS = 10
const MOST_CHARACTERS = 300
export const MAX_TARGETS = MOST_TARGETS * (MOST_CHARACTERS + 2)
export const MAX_DETAILS = 2000
export const MAX_ANSWER = 1000
const SHOWN_CHARACTERS = 60

export function removalNumber(id: number): string {
  return `R-${id}`
}

export type Target = { given: string } & (
  | { kind: 'photo'; file: string }
  | { kind: 'member'; id: number }
  | { kind: 'username'; username: string }
  | { kind: 'page' }
)

const PROFILE = /^\/(?:[a-z]+\/)?profile\/view\/id\/(\d{1,15})\/?$/
const USERNAME = /^@?[\p{L}\p{N}._-]{2,40}$/u

/** Reads one line of the form by the hosts of ours; a sentence where it is nothing that we have. */
export function readTarget(line: string, hosts: ReadonlyMap<string, Host>): Target | string {
  const given = line.trim()
  const shown = given.length > SHOWN_CHARACTERS ? `${given.slice(0, SHOWN_CHARACTERS)}…` : given
  if (given.length > MOST_CHARACTERS)
    return `This is too long: ${shown} Please give addresses of up to ${MOST_CHARACTERS} characters, without what follows a “?”.`
  if (USERNAME.test(given) && !hosts.has(hostname(given)))
    return { given, kind: 'username', username: given.replace(/^@/, '') }
  const url = URL.parse(/^https?:\/\//i.test(given) ? given : `https://${given}`)
  if (url === null || !/[./]/.test(given))
    return `This is neither an address nor a username: ${shown}`
  const host = hosts.get(hostname(url.host))
  if (!host)
    return `This address is not of ours: ${shown} We can remove only what is on ${brands.length} sites of our network.`
  const member = PROFILE.exec(url.pathname)?.[1]
  if (host.role === 'media') return { given, kind: 'photo', file: url.pathname.slice(1) }
  return member === undefined
    ? { given, kind: 'page' }
    : { given, kind: 'member', id: Number(member) }
}

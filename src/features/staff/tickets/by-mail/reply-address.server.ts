import { DAY, later } from '#lib/clock.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import { isSameText } from '#lib/signature.server.ts'
import type { Settings } from '#settings.ts'
import { domainOf } from '#sites/hosts.ts'
import { brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'

/** Longer than anybody leaves an answer, and shorter than a closed ticket is kept. */
const VALID_FOR = 180 * DAY

/** `accountId` is null for a guest. */
export type ReplyAddress = { ticketId: number; accountId: number | null; brand: Brand }

type Network = { settings: Pick<Settings, 'sessionSecret' | 'sitesSuffix' | 'repliesAt'> }

/**
 * Where answers about a ticket go; undefined where no answers are taken, so that they go to the
 * brand's support.
 */
export function replyAddress(
  { settings }: Network,
  about: ReplyAddress,
  now: Date,
): string | undefined {
  if (settings.repliesAt === null) return undefined
  const name = [
    about.ticketId,
    about.accountId ?? 0,
    Math.ceil(later(now, VALID_FOR).getTime() / DAY),
  ]
    .map((one) => one.toString(36))
    .join('.')
  return `t${name}.${markOf(name, about.brand, settings.sessionSecret)}@${replyDomain(about.brand, settings)}`
}

/** Of each brand its own, since an address shows where somebody is a member. */
function replyDomain(brand: Brand, { sitesSuffix }: Network['settings']): string {
  return `reply.${domainOf(brand, sitesSuffix)}`
}

export function readReplyAddress(
  { settings }: Network,
  address: string,
  now: Date,
): ReplyAddress | 'forged' | 'expired' {
  const [local = '', domain = '', ...more] = address.toLowerCase().split('@')
  const brand = brands.find((one) => replyDomain(one, settings) === domain)
  const [, name = '', ticket = '', account = '', day = '', mark = ''] =
    /^t(([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-z]{1,5}))\.([0-9a-f]{32})$/.exec(local) ?? []
  if (!brand || more.length > 0 || !isSameText(mark, markOf(name, brand, settings.sessionSecret)))
    return 'forged'
  const [ticketId, accountId, lastDay] = [ticket, account, day].map((one) =>
    Number.parseInt(one, 36),
  ) as [number, number, number]
  if (now.getTime() >= lastDay * DAY) return 'expired'
  return { ticketId, accountId: accountId === 0 ? null : accountId, brand }
}

/** Hexadecimal, since mail programs and servers change the case of addresses. */
function markOf(name: string, brand: Brand, secret: string): string {
  return keyedHash(`${brand.id}\n${name}`, secret, 'reply address').toString('hex').slice(0, 32)
}

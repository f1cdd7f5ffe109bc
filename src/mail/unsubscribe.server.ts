import { createHmac } from 'node:crypto'
import { isSameText } from '../lib/signature.server.ts'
import { type Address, domainOf, originOf } from '../sites/hosts.ts'
import type { Brand } from '../sites/site.ts'

/** What an unsubscribe link leaves. */
export type MailList = 'news' | 'activity'
export type Subscription = { accountId: number; list: MailList }

const lists: readonly string[] = ['news', 'activity'] satisfies MailList[]

/**
 * The key of an unsubscribe link: it names the account and the list, and only we can have written it. It
 * does not expire, since a mail may be read, and left, years later; all it can do is stop mail.
 */
export function unsubscribeKey({ accountId, list }: Subscription, secret: string): string {
  return `${accountId}.${list}.${signature(`${accountId}.${list}`, secret)}`
}

/** What a key names, or null if it is not ours. */
export function readUnsubscribeKey(key: string, secret: string): Subscription | null {
  const [accountId = '', list = '', given = '', ...more] = key.split('.')
  if (more.length > 0 || !/^[1-9]\d{0,15}$/.test(accountId) || !lists.includes(list)) return null
  // As text: read as bytes, some signs more and another last one would pass for the same.
  if (!isSameText(given, signature(`${accountId}.${list}`, secret))) return null
  return { accountId: Number(accountId), list: list as MailList }
}

/** Not named `token`: that parameter is a single-use grant on every page, and is spent before the page sees it. */
export function unsubscribeUrl(
  brand: Brand,
  subscription: Subscription,
  network: { address: Address; settings: { sessionSecret: string; sitesSuffix: string | null } },
): string {
  const host = { domain: domainOf(brand, network.settings.sitesSuffix), tier: 'www' as const }
  const key = unsubscribeKey(subscription, network.settings.sessionSecret)
  return `${originOf('pages', host, network.address)}/emailUnsubscribe?key=${key}`
}

function signature(text: string, secret: string): string {
  return createHmac('sha256', secret).update(`unsubscribe:${text}`).digest('base64url')
}

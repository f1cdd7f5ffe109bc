import { createHmac } from 'node:crypto'
import { isSameText } from '../lib/signature.server.ts'
import { type Address, domainOf, originOf } from '../sites/hosts.ts'
import type { Brand } from '../sites/site.ts'

export type MailList = 'news' | 'activity'
export type ListSubscription = { accountId: number; list: MailList }

const lists: readonly string[] = ['news', 'activity'] satisfies MailList[]

/** Does not expire, since people unsubscribe from old mails. */
export function unsubscribeKey({ accountId, list }: ListSubscription, secret: string): string {
  return `${accountId}.${list}.${signature(`${accountId}.${list}`, secret)}`
}

export function readUnsubscribeKey(key: string, secret: string): ListSubscription | null {
  const [accountId = '', list = '', given = '', ...more] = key.split('.')
  if (more.length > 0 || !/^[1-9]\d{0,15}$/.test(accountId) || !lists.includes(list)) return null
  // Compares as text: decoding base64url ignores invalid characters and spare bits, so several
  // texts would be valid.
  if (!isSameText(given, signature(`${accountId}.${list}`, secret))) return null
  return { accountId: Number(accountId), list: list as MailList }
}

/** The parameter is not named `token`, because every page redeems that as a single-use grant. */
export function unsubscribeUrl(
  brand: Brand,
  subscription: ListSubscription,
  network: { address: Address; settings: { sessionSecret: string; sitesSuffix: string | null } },
): string {
  const host = { domain: domainOf(brand, network.settings.sitesSuffix), tier: 'www' as const }
  const key = unsubscribeKey(subscription, network.settings.sessionSecret)
  return `${originOf('pages', host, network.address)}/emailUnsubscribe?key=${key}`
}

function signature(text: string, secret: string): string {
  return createHmac('sha256', secret).update(`unsubscribe:${text}`).digest('base64url')
}

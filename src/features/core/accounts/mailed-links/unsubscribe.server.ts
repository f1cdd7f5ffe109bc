import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { hasLeftList, leaveList, rejoinList } from '#mail/lists.sql.ts'
import { type MailList, readUnsubscribeKey } from '#mail/unsubscribe.server.ts'
import { maskedAddress } from '../email/masked-address.ts'
import {
  resubscribe,
  showSubscription,
  type MailSubscription,
  unsubscribe,
} from './unsubscribe.contract.ts'
import { acceptMarketing, addressOf, withdrawMarketing } from './unsubscribe.sql.ts'

type Link = { accountId: number; list: MailList; email: string }

async function read({ db, settings }: Services, key: string): Promise<Link> {
  const named = readUnsubscribeKey(key, settings.sessionSecret)
  if (!named)
    throw new ApiError(
      'notFound',
      'This link is not complete, or something on its way has changed it.',
    )
  const email = await addressOf(db, named.accountId)
  if (email === null)
    throw new ApiError(
      'notFound',
      'The account of this link is deleted: no mail is sent to it any more.',
    )
  return { ...named, email }
}

function seen({ list, email }: Link, hasLeft: boolean): MailSubscription {
  return { list, email: maskedAddress(email), hasLeft }
}

function pageOf(key: string, outcome: 'stopped' | 'resumed'): string {
  return `/emailUnsubscribe?${new URLSearchParams({ key, outcome }).toString()}`
}

const showHandler = handle(showSubscription, async ({ query, services }) => {
  const link = await read(services, query.key)
  return seen(link, await hasLeftList(services.db, link.email, link.list))
})

const unsubscribeHandler = handle(unsubscribe, async ({ body, services, at }) => {
  const link = await read(services, body.key)
  await services.db.transaction().execute(async (trx) => {
    await leaveList(trx, link.email, link.list, at)
    if (link.list === 'news') await withdrawMarketing(trx, link.email)
  })
  return { ...seen(link, true), next: pageOf(body.key, 'stopped') }
})

/** Reverses only what the link did: somebody who never unsubscribed gives no consent by it. */
const resubscribeHandler = handle(resubscribe, async ({ body, services, at }) => {
  const link = await read(services, body.key)
  await services.db.transaction().execute(async (trx) => {
    const hadLeft = await rejoinList(trx, link.email, link.list)
    if (hadLeft && link.list === 'news') await acceptMarketing(trx, link.accountId, at)
  })
  return { ...seen(link, false), next: pageOf(body.key, 'resumed') }
})

export const unsubscribeHandlers: Handler[] = [showHandler, unsubscribeHandler, resubscribeHandler]

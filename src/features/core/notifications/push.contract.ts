import { z } from 'zod'
import { done, endpoint } from '#api/contract.ts'
import { pushKinds } from './push.ts'

const MAX_ENDPOINT = 1000
const kinds = z.array(z.enum(pushKinds)).max(pushKinds.length)
const address = z.string().max(MAX_ENDPOINT)
const base64url = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[\w-]+=*$/, 'This is not a key.')

/** Not in the specification: web push by the browser's own standard (RFC 8030, 8291 and 8292). */
export const getPushKey = endpoint({
  method: 'get',
  path: '/push/key',
  summary: 'The key with which a browser subscribes to pushes (VAPID, RFC 8292)',
  access: 'signedIn',
  answer: z.object({ publicKey: z.string() }),
})

export const getPushDevice = endpoint({
  method: 'post',
  path: '/push/device',
  summary: 'Whether one’s own browser of this address is told, and of what',
  access: 'signedIn',
  body: z.object({ endpoint: address }),
  answer: z.object({ isOn: z.boolean(), kinds, saysWhat: z.boolean() }),
  limits: [{ name: 'push-device', per: 'account', most: 120, seconds: 60, inMemory: true }],
})

export const subscribeToPush = endpoint({
  method: 'post',
  path: '/push/subscribe',
  summary:
    'Tell this browser of these kinds of events, without names or messages, until the session ends',
  access: 'signedIn',
  body: z.object({
    endpoint: address,
    keys: z.object({ p256dh: base64url(120), auth: base64url(40) }),
    kinds: kinds.min(1, 'Please choose at least one.'),
    /**
     * Whether a notice says what happened, as “Somebody likes your photo”; otherwise it says only
     * that something did.
     */
    saysWhat: z.boolean().default(false),
  }),
  answer: done,
  limits: [{ name: 'push-subscribe', per: 'account', most: 60, seconds: 3600 }],
})

export const unsubscribeFromPush = endpoint({
  method: 'post',
  path: '/push/unsubscribe',
  summary: 'Tell this browser of nothing any more',
  access: 'signedIn',
  body: z.object({ endpoint: address }),
  answer: done,
  limits: [{ name: 'push-subscribe', per: 'account', most: 60, seconds: 3600 }],
})

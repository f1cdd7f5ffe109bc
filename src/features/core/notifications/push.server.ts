import { ECDH } from 'node:crypto'
import { type Handler, handle } from '../../../api/call.server.ts'
import { fieldError } from '../../../api/errors.ts'
import { isPushEndpoint } from './push-transport.server.ts'
import { getPushDevice, getPushKey, subscribeToPush, unsubscribeFromPush } from './push.contract.ts'
import { deviceOf, removeSubscription, saveSubscription } from './push.sql.ts'
import { vapidOf } from './vapid.server.ts'

const keyHandler = handle(getPushKey, async ({ services }) => ({
  publicKey: vapidOf(services.settings.sessionSecret).publicKey,
}))

const deviceHandler = handle(getPushDevice, async ({ body, scope, services }) => {
  const device = await deviceOf(services.db, scope.member.id, body.endpoint)
  return { isOn: device !== null, kinds: device?.kinds ?? [], saysWhat: device?.saysWhat ?? false }
})

const subscribeHandler = handle(
  subscribeToPush,
  async ({ body: { endpoint, keys, kinds, saysWhat }, scope, services }) => {
    if (!isPushEndpoint(endpoint))
      throw fieldError('endpoint', 'This is not the address of a push service.')
    if (!isDeviceKeys(keys)) throw fieldError('keys', 'These are not the keys of a browser.')
    await services.db
      .transaction()
      .execute((trx) =>
        saveSubscription(trx, scope, { endpoint, ...keys, kinds: [...new Set(kinds)], saysWhat }),
      )
    return { ok: true as const }
  },
)

const unsubscribeHandler = handle(unsubscribeFromPush, async ({ body, scope, services }) => {
  await removeSubscription(services.db, scope.member.id, body.endpoint)
  return { ok: true as const }
})

/** As base64url: a public key on P-256, and a secret of 16 bytes. */
function isDeviceKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const key = Buffer.from(p256dh, 'base64url')
  if (key.length !== 65 || key[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16)
    return false
  try {
    // Throws for a point that is not on the curve.
    ECDH.convertKey(key, 'prime256v1')
    return true
  } catch {
    return false
  }
}

export const pushHandlers: Handler[] = [
  keyHandler,
  deviceHandler,
  subscribeHandler,
  unsubscribeHandler,
]

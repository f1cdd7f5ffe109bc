import { type Handler, handle } from '#api/call.server.ts'
import { fieldError } from '#api/errors.ts'
import { deviceKeysIn } from './device-keys.server.ts'
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
    const deviceKeys = deviceKeysIn(keys)
    if (!deviceKeys) throw fieldError('keys', 'These are not the keys of a browser.')
    await services.db.transaction().execute((trx) =>
      saveSubscription(trx, scope, {
        endpoint,
        ...deviceKeys,
        kinds: [...new Set(kinds)],
        saysWhat,
      }),
    )
    return { ok: true as const }
  },
)

const unsubscribeHandler = handle(unsubscribeFromPush, async ({ body, scope, services }) => {
  await removeSubscription(services.db, scope.member.id, body.endpoint)
  return { ok: true as const }
})

export const pushHandlers: Handler[] = [
  keyHandler,
  deviceHandler,
  subscribeHandler,
  unsubscribeHandler,
]

import { atom } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import { serviceWorker } from '#lib/browser.ts'
import type { getPushDevice, subscribeToPush, unsubscribeFromPush } from './push.contract.ts'
import { type PushKind, pushKinds, pushWords } from './push.ts'

/** Of what this browser is told while no page of the site is open. */
export type PushDevice = {
  /** `cannot`: the browser has no pushes; `blocked`: it does not let the site. */
  state: 'cannot' | 'blocked' | 'off' | 'on'
  kinds: readonly PushKind[]
  saysWhat: boolean
  /** Why the last act was not done. */
  problem: string | null
}

/** Null until the browser has said. */
export const $pushDevice = atom<PushDevice | null>(null)

const device: PushDevice = {
  state: 'off',
  kinds: pushKinds.filter((kind) => pushWords[kind].isUsual),
  saysWhat: false,
  problem: null,
}

/** Asks the browser and the server how it stands. */
export function readPushDevice(): Promise<void> {
  return trying(async () => {
    const pushes = await pushesHere()
    const known = await pushes?.getSubscription()
    if (!known) return set('off')
    const stored = await api.send<typeof getPushDevice>('POST /push/device', {
      body: { endpoint: known.endpoint },
    })
    if (stored.isOn) set('on', { kinds: stored.kinds, saysWhat: stored.saysWhat })
    else set('off')
  })
}

/** Asks the browser's leave, and has it told of these; `key` is ours, as base64url. */
export function turnOnPush(
  key: string,
  kinds: readonly PushKind[],
  saysWhat: boolean,
): Promise<void> {
  return trying(async () => {
    if (kinds.length === 0) return say('Please choose at least one.')
    if ((await Notification.requestPermission()) !== 'granted') return set('blocked')
    const pushes = await pushesHere()
    if (!pushes) return set('cannot')
    const { endpoint, keys } = (await subscribed(pushes, key)).toJSON()
    const { p256dh = '', auth = '' } = keys ?? {}
    await api.send<typeof subscribeToPush>('POST /push/subscribe', {
      body: { endpoint: endpoint ?? '', keys: { p256dh, auth }, kinds: [...kinds], saysWhat },
    })
    set('on', { kinds, saysWhat })
  })
}

export function turnOffPush(): Promise<void> {
  return trying(async () => {
    const known = await (await pushesHere())?.getSubscription()
    if (known) {
      await api.send<typeof unsubscribeFromPush>('POST /push/unsubscribe', {
        body: { endpoint: known.endpoint },
      })
      await known.unsubscribe()
    }
    set('off')
  })
}

function set(state: PushDevice['state'], chosen: Partial<PushDevice> = {}): void {
  const isKnown = 'PushManager' in globalThis && 'Notification' in globalThis
  $pushDevice.set({
    ...($pushDevice.get() ?? device),
    ...chosen,
    state: !isKnown ? 'cannot' : Notification.permission === 'denied' ? 'blocked' : state,
    problem: null,
  })
}

function say(problem: string): void {
  $pushDevice.set({ ...($pushDevice.get() ?? device), problem })
}

async function pushesHere(): Promise<PushManager | null> {
  if (!('PushManager' in globalThis)) return null
  return (await serviceWorker('/sw.js'))?.pushManager ?? null
}

/** One that was made with another key of ours is of no use. */
async function subscribed(pushes: PushManager, key: string): Promise<PushSubscription> {
  const known = await pushes.getSubscription()
  if (known && textOf(known.options.applicationServerKey) === key) return known
  await known?.unsubscribe()
  return pushes.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

function textOf(key: ArrayBuffer | null): string {
  const bytes = String.fromCharCode(...new Uint8Array(key ?? []))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

async function trying(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    // The browser's push service did not take the subscription.
    if (error instanceof DOMException)
      return say('Your browser’s push service does not answer. Please try again later.')
    assertRefused(error)
    say(error.message)
  }
}

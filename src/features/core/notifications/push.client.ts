import { api, assertRefused } from '../../../api/client.ts'
import { serviceWorker } from '../../../lib/browser.ts'
import './sound-form.client.ts'
import type { getPushDevice, subscribeToPush, unsubscribeFromPush } from './push.contract.ts'
import { type PushKind, pushKinds } from './push.ts'

const form = document.querySelector<HTMLFormElement>('[data-push]')
const fields = form?.querySelector<HTMLFieldSetElement>('fieldset')
const state = form?.querySelector('[data-push-state]')
const save = form?.querySelector<HTMLButtonElement>('[type=submit]')
const off = form?.querySelector<HTMLButtonElement>('[data-push-off]')

const say = (words: string) => state?.replaceChildren(words)
const CANNOT = 'This browser cannot be told when no page is open.'
const BLOCKED =
  'Your browser does not let this site tell you. Allow notifications for it in the browser’s settings of this page, then come back.'

if (form && fields && save && off) {
  if (!('PushManager' in window) || !('Notification' in window)) {
    say(CANNOT)
  } else {
    void during(save, begin)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void during(save, turnOn)
    })
    off.addEventListener('click', () => void during(off, turnOff))
  }
}

async function begin(): Promise<void> {
  const worker = await serviceWorker('/sw.js')
  if (!worker) return say(CANNOT)
  const known = await worker.pushManager.getSubscription()
  const device =
    known &&
    (await api.send<typeof getPushDevice>('POST /push/device', {
      body: { endpoint: known.endpoint },
    }))
  if (device?.isOn) {
    for (const kind of pushKinds) boxOf(kind).checked = device.kinds.includes(kind)
    boxOf('saysWhat').checked = device.saysWhat
  }
  show(device?.isOn ?? false)
}

function show(isOn: boolean): void {
  if (!fields || !save || !off) return
  fields.hidden = false
  off.hidden = !isOn
  save.textContent = isOn ? 'Save' : 'Turn on here'
  if (Notification.permission === 'denied') say(BLOCKED)
  else say(isOn ? 'On: this browser is told.' : 'Off: this browser is not told.')
}

async function turnOn(): Promise<void> {
  const kinds = pushKinds.filter((kind) => boxOf(kind).checked)
  if (kinds.length === 0) return say('Please choose at least one.')
  if ((await Notification.requestPermission()) !== 'granted') return say(BLOCKED)
  const worker = await serviceWorker('/sw.js')
  if (!worker) return say(CANNOT)
  const { endpoint, keys } = (await subscribed(worker)).toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await api.send<typeof subscribeToPush>('POST /push/subscribe', {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh, auth },
      kinds,
      saysWhat: boxOf('saysWhat').checked,
    },
  })
  show(true)
}

async function turnOff(): Promise<void> {
  const known = await (await serviceWorker('/sw.js'))?.pushManager.getSubscription()
  if (known) {
    await api.send<typeof unsubscribeFromPush>('POST /push/unsubscribe', {
      body: { endpoint: known.endpoint },
    })
    await known.unsubscribe()
  }
  show(false)
  save?.focus()
}

/** One that was made with another key of ours is of no use. */
async function subscribed({ pushManager }: ServiceWorkerRegistration): Promise<PushSubscription> {
  const key = form?.dataset['push'] ?? ''
  const known = await pushManager.getSubscription()
  if (known && textOf(known.options.applicationServerKey) === key) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

function textOf(key: ArrayBuffer | null): string {
  const bytes = String.fromCharCode(...new Uint8Array(key ?? []))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function boxOf(name: PushKind | 'saysWhat'): HTMLInputElement {
  return form?.elements.namedItem(name) as HTMLInputElement
}

async function during(button: HTMLButtonElement, act: () => Promise<void>): Promise<void> {
  if (button.ariaBusy === 'true') return
  button.ariaBusy = 'true'
  try {
    await act()
  } catch (error) {
    // The browser's push service did not take the subscription.
    if (error instanceof DOMException)
      say('Your browser’s push service does not answer. Please try again later.')
    else {
      assertRefused(error)
      say(error.message)
    }
  } finally {
    button.ariaBusy = null
  }
}

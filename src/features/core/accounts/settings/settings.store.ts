import { api } from '#api/client.ts'
import type { setFirstMessages } from '#core/people/first-messages/first-messages.contract.ts'
import type { FirstMessagesFrom } from '#core/people/first-messages/first-messages.ts'
import type { setShownTo } from '#core/people/shown-to/shown-to.contract.ts'
import type { ShownTo } from '#core/people/shown-to/shown-to.ts'
import { localKept } from '#lib/browser.ts'
import { optimistic } from '#ui/optimistic.ts'
import { showToast } from '#ui/toasts.store.ts'
import { $discretion } from '../on-screen/discretion.store.ts'
import { SHARING_CHANGED } from '../stored-user.ts'
import type { saveSettings } from './settings.contract.ts'

export type SwitchesSection = 'visibility' | 'mail' | 'discretion'

/**
 * One switch of a section; the others of it stay as they are, whatever another tab has made of
 * them.
 */
export async function saveSwitch(
  section: SwitchesSection,
  name: string,
  isOn: boolean,
): Promise<void> {
  await api.send<typeof saveSettings>('POST /profile/saveSettings', {
    body: { section, only: name, [name]: isOn } as never,
  })
  if (section === 'discretion') $discretion.set({ ...$discretion.get(), [name]: isOn })
  // Pages that are open know what was chosen before.
  if (name === 'sharesWithPartners') localKept.setItem(SHARING_CHANGED, String(Date.now()))
}

/** One of the sections that hold a single value. */
export function saveValue(
  section: 'dates' | 'theme' | 'units',
  name: string,
  value: string,
): Promise<unknown> {
  return api.send<typeof saveSettings>('POST /profile/saveSettings', {
    body: { section, [name]: value } as never,
  })
}

export function saveFirstMessages(from: string): Promise<unknown> {
  return api.send<typeof setFirstMessages>('POST /profile/setFirstMessages', {
    body: { from: from as FirstMessagesFrom },
  })
}

/** A break that begins or ends is said at the top of each page: another page. */
export async function saveShownTo(to: string, before: string): Promise<void> {
  const { next } = await api.send<typeof setShownTo>('POST /profile/setShownTo', {
    body: { to: to as ShownTo },
  })
  if ((to === 'nobody') !== (before === 'nobody')) location.assign(next)
}

/** What is chosen: shown at once, saved by `send`; `stored` is what the server has. */
export type Choice<V> = {
  stored: { current: V }
  show(value: V): void
  send(value: V): Promise<unknown>
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Saves a choice after those before it, so that the last one stays; it can be undone while that is
 * said.
 */
export async function saveChoice<V>(choice: Choice<V>, value: V, isUndo = false): Promise<void> {
  const { stored, show, send } = choice
  show(value)
  const save = () =>
    optimistic(
      () => undefined,
      () => send(value),
      () => show(stored.current),
    )
  const saved = last.then(save, save)
  last = saved
  if ((await saved) === null) return
  const before = stored.current
  stored.current = value
  if (isUndo) showToast('Back as it was.')
  else
    showToast('Saved.', {
      label: 'Undo',
      href: location.href,
      act: () => void saveChoice(choice, before, true),
    })
}

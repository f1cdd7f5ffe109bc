import { api } from '#api/client.ts'
import { outdatePages } from '#lib/browser.ts'
import { $liked, $matched } from '#members/likes/likes.store.ts'
import { optimistic } from '#ui/optimistic.ts'
import { showToast } from '#ui/toasts.store.ts'
import type { blockUser } from '../blocks/block.contract.ts'
import type { reportAbuse } from '../report.contract.ts'
import type { ReportReason } from './report-reasons.ts'
import { $blocked, type Reporting } from './reporting.store.ts'

type Person = Reporting['person']

/** Whom else a block took along, for its undoing. */
const alongWith = new Map<number, readonly number[]>()

/** Blocks, with those linked with the member whom `also` names; says so, and how to undo it. */
export async function block(person: Person, also: readonly number[]): Promise<void> {
  await setBlocked(person.id, 'block', also)
  alongWith.set(person.id, also)
  showToast(`You blocked ${person.username}.`, {
    label: 'Undo',
    href: '/profile/edit/settings?screen=blocked#blocked-members',
    act: () => void unblock(person.id),
  })
}

export async function unblock(id: number): Promise<void> {
  await optimistic(
    () => undefined,
    () => setBlocked(id, 'unblock', alongWith.get(id) ?? []),
    () => undefined,
  )
}

/** Throws CallError. */
export async function setBlocked(
  id: number,
  action: 'block' | 'unblock',
  also: readonly number[],
): Promise<void> {
  await api.send<typeof blockUser>('POST /profile/blockUser', {
    body: { id, action, also: [...also] },
  })
  outdatePages()
  for (const one of [id, ...also]) {
    // Likes between them are gone, also once it is undone.
    $liked.setKey(one, false)
    $matched.setKey(one, false)
    $blocked.setKey(one, action === 'block')
  }
}

export async function report(
  { person: { id }, update, message }: Omit<Reporting, 'act'>,
  reason: ReportReason,
  details: string,
): Promise<void> {
  await api.send<typeof reportAbuse>('POST /profile/reportAbuse', {
    body: { id, update: update ?? undefined, message: message ?? undefined, reason, details },
  })
}

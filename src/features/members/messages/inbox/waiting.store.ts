import { api } from '#api/client.ts'
import { optimistic } from '#ui/optimistic.ts'
import { showToast } from '#ui/toasts.store.ts'
import { hold, takeBackHeld } from '../writing/outbox.store.ts'
import { $answered } from './answered.store.ts'
import type { notNow } from './waiting.contract.ts'
import { UNDO_FOR } from './waiting.ts'

type Person = { id: number; username: string }

/**
 * Sends a ready answer after the time to undo. `key`: of the form, under which it may have gone out
 * already.
 */
export function answerKindly(
  { id, username }: Person,
  message: { body: string; key: string },
): void {
  $answered.setKey(id, true)
  hold({ otherId: id, ...message }, UNDO_FOR)
  const href = `/messages?with=${id}`
  const act = () => {
    if (takeBackHeld(message.key)) $answered.setKey(id, false)
    else showToast('It has gone out already.', { label: 'See it', href })
  }
  showToast(
    `Your answer to ${username} goes out in ${UNDO_FOR / 1000} seconds.`,
    { label: 'Undo', href, act },
    UNDO_FOR,
  )
}

export async function putOff({ id, username }: Person): Promise<void> {
  const isDone = await setLater(id, 'yes')
  if (isDone)
    showToast(`${username} is back here in three days.`, {
      label: 'Undo',
      href: '/messages',
      act: () => void setLater(id, 'no'),
    })
}

async function setLater(id: number, later: 'yes' | 'no'): Promise<boolean> {
  const done = await optimistic(
    () => $answered.setKey(id, later === 'yes'),
    () => api.send<typeof notNow>('POST /message/notNow', { body: { id, later } }),
    () => $answered.setKey(id, later === 'no'),
  )
  return done !== null
}

import { showToast } from '#ui/toasts.store.ts'
import { setPassed, TAKEN_BACK_WITHIN } from './likes.store.ts'
import type { LikedPerson } from './matches.store.ts'

/** Nobody else learns of it. */
export async function pass(person: LikedPerson): Promise<void> {
  const { id, username } = person
  const done = await setPassed(id, true)
  if (!done) return
  const undo = () => void setPassed(id, false)
  showToast(
    `${username} is not shown to you any more.`,
    { label: 'Undo', href: '/profile/edit/settings?screen=blocked#passed-members', act: undo },
    TAKEN_BACK_WITHIN,
  )
}

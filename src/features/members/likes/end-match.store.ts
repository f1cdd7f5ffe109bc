import { api } from '#api/client.ts'
import { outdatePages } from '#lib/browser.ts'
import { confirm } from '#ui/confirm.store.ts'
import { optimistic } from '#ui/optimistic.ts'
import { showToast } from '#ui/toasts.store.ts'
import type { matchAction } from './likes.contract.ts'
import { $liked, $matched, like, TAKEN_BACK_WITHIN } from './likes.store.ts'
import { forgetMatch, type LikedPerson } from './matches.store.ts'

/**
 * Asks first: with a match its conversation ends, for both. It can be taken back for ten seconds.
 */
export async function endMatch(person: LikedPerson): Promise<void> {
  const { id, username } = person
  const isSure = await confirm({
    title: `End the match with ${username}?`,
    text: `You take your like back, and the match ends for both of you. ${username} is not told.`,
    yes: 'End the match',
    no: 'Keep it',
    isGrave: true,
  })
  if (!isSure) return
  const ended = await optimistic(
    () => $liked.setKey(id, false),
    () =>
      api.send<typeof matchAction>('POST /match/{action}', {
        params: { action: 'unlike' },
        body: { id },
      }),
    () => $liked.setKey(id, true),
  )
  if (!ended) return
  $matched.setKey(id, false)
  forgetMatch(id)
  outdatePages()
  showToast(
    `The match with ${username} has ended.`,
    { label: 'Undo', href: `/profile/view/id/${id}`, act: () => void like(person) },
    TAKEN_BACK_WITHIN,
  )
}

import type { SubmitEvent } from 'react'
import { Button } from '#ui/Button.tsx'
import { useFocus } from '#ui/use-focus.ts'
import { useStore } from '#ui/use-store.ts'
import { $asked, askForPhotos } from './asking.store.ts'

type Props = {
  member: { id: number; username: string }
  ask: 'toSeePrivate' | 'toAddOne'
  isAsked: boolean
}

/** Requests private photos or a first photo; each member can be asked once. */
export function AskForPhotos({ member: { id, username }, ask, isAsked }: Props) {
  const asked = useStore($asked, { keys: [id], ssr: 'initial' })[id] ?? isAsked
  const [ref, move] = useFocus<HTMLParagraphElement>()
  if (asked)
    return (
      <p ref={ref} className="muted" tabIndex={-1}>
        {ask === 'toAddOne' ? 'You asked for a photo.' : 'You asked to see the private photos.'}
      </p>
    )
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    move()
    void askForPhotos(id)
  }
  return (
    <form method="post" action="/profile/requestPhoto" onSubmit={send}>
      <input type="hidden" name="id" value={id} />
      <Button type="submit" variant="soft">
        {ask === 'toAddOne' ? `Ask ${username} for a photo` : 'Ask to see the private photos'}
      </Button>
    </form>
  )
}

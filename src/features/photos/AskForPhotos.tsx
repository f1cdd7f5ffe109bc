import { useStore } from '@nanostores/react'
import { Button } from '../../ui/Button.tsx'
import { $asked, askForPhotos } from './access.store.ts'

type Props = {
  member: { id: number; username: string }
  /** What the viewer may request; null if they see everything. */
  ask: 'toSeePrivate' | 'toAddOne' | null
  isAsked: boolean
}

/** Requests private photos or a first photo; each member can be asked once. */
export function AskForPhotos({ member, ask, isAsked }: Props) {
  const { [member.id]: asked = isAsked } = useStore($asked, { keys: [member.id] })
  if (ask === null) return null
  if (asked) return <p className="muted">{ask === 'toAddOne' ? 'You asked for a photo.' : 'You asked to see the private photos.'}</p>
  return (
    <Button variant="soft" onClick={() => void askForPhotos(member.id)}>
      {ask === 'toAddOne' ? `Ask ${member.username} for a photo` : 'Ask to see the private photos'}
    </Button>
  )
}

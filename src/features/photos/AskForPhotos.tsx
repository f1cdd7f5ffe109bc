import { useStore } from '@nanostores/react'
import { Button } from '../../ui/Button.tsx'
import { $asked, askForPhotos } from './access.store.ts'

type Props = {
  member: { id: number; username: string }
  /** What there is to ask for; null where the viewer sees everything. */
  ask: 'toSeePrivate' | 'toAddOne' | null
  /** They were asked before this page was made. */
  isAsked: boolean
}

/** Asks a member to show private photos, or to add a first one. Once is enough. */
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

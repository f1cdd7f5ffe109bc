import { useStore } from '@nanostores/react'
import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { $liked } from './likes.store.ts'

type Props = {
  memberId: number
  /** Values in the server's HTML; `likesYou` only if the viewer may know. */
  isLiked: boolean
  likesYou: boolean
}

/** Badge for a member who likes the viewer, or for a match. */
export function TieBadge({ memberId, isLiked, likesYou }: Props) {
  const { [memberId]: liked = isLiked } = useStore($liked, { keys: [memberId], ssr: 'initial' })
  if (!likesYou) return null
  return (
    <Badge tone="accent">
      <Icon name="heart" filled={liked} />
      {liked ? 'It’s a match' : 'Likes you'}
    </Badge>
  )
}

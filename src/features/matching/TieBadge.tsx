import { useStore } from '@nanostores/react'
import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { $liked } from './likes.store.ts'

type Props = {
  memberId: number
  /** As the page said both; `likesYou` only where the viewer may know. */
  isLiked: boolean
  likesYou: boolean
}

/** Says that somebody likes the member, and that it is a match while the member likes them. */
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

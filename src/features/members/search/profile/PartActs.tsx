import { type SubmitEvent, useEffect } from 'react'
import { $liked } from '#members/likes/likes.store.ts'
import type { LikedPerson } from '#members/likes/matches.store.ts'
import {
  $likedParts,
  forgetPart,
  named,
  partKey,
  type LikeablePart,
  setPartLiked,
} from '#members/likes/parts.store.ts'
import { write } from '#members/messages/writing/writing.store.ts'
import { ask } from '#members/reports/reporting/reporting.store.ts'
import { Icon, PathIcon } from '#ui/Icon.tsx'
import { onlyFirstOfDouble, onPlainClick } from '#ui/plain-click.ts'
import { showToast } from '#ui/toasts.store.ts'
import { useStore } from '#ui/use-store.ts'
import styles from './PartActs.module.css'

const FLAG = 'M5.5 21V4M5.5 4.5c4-2 8 2 13 0v9.5c-5 2-9-2-13 0'

type Props = {
  owner: LikedPerson
  part: LikeablePart
  /** The part in words, for screen readers. */
  words: string
  isLiked: boolean
}

/** Writes about a photo or an answer of a member, or likes it. */
export function PartActs({ owner, part, words, isLiked }: Props) {
  const { id } = owner
  const key = partKey(part)
  const isOwnerLiked = useStore($liked, { keys: [id], ssr: 'initial' })[id]
  const liked = useStore($likedParts, { keys: [key], ssr: 'initial' })[key] ?? isLiked
  useEffect(() => {
    if (isOwnerLiked === false) forgetPart({ kind: part.kind, id: part.id })
  }, [isOwnerLiked, part.kind, part.id])
  const about = {
    href: `/messages?with=${id}&${part.kind}=${part.id}`,
    act: () => write(owner, named(part)),
  }
  const turn = async () => {
    if (await setPartLiked(owner, part, !liked))
      showToast(`You like this, and ${owner.username} is told.`, { label: 'Add words', ...about })
  }
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    void turn()
  }
  return (
    <div className={styles['acts']}>
      <a className={styles['act']} href={about.href} onClick={onPlainClick(about.act)}>
        <Icon name="message" />
        <span>
          Answer<span className="visually-hidden"> {words}</span>
        </span>
      </a>
      <form method="post" action={liked ? '/match/unlike' : '/match/like'} onSubmit={send}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name={part.kind} value={part.id} />
        <input type="hidden" name="back" value={`/profile/view/id/${id}#${key}`} />
        <button
          type="submit"
          className={`${styles['act']} ${styles['round']}`}
          aria-pressed={liked}
          onClick={onlyFirstOfDouble}
        >
          <Icon name="heart" />
          <span className="visually-hidden">Like {words}</span>
        </button>
      </form>
      {part.kind === 'photo' ? (
        <a
          className={`${styles['act']} ${styles['round']}`}
          href={`/profile/view/id/${id}?act=report#act`}
          onClick={onPlainClick(() => ask({ act: 'report', person: owner }))}
        >
          <PathIcon path={FLAG} />
          <span className="visually-hidden">Report {words}</span>
        </a>
      ) : null}
    </div>
  )
}

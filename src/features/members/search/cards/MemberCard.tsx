import { memo, type Ref } from 'react'
import { PhotoMark } from '#core/people/pictures/PhotoMark.tsx'
import { likeByHand } from '#members/likes/by-hand.store.ts'
import { LikeButton } from '#members/likes/LikeButton.tsx'
import { $liked } from '#members/likes/likes.store.ts'
import { PhotoPicture } from '#members/photos/PhotoPicture.tsx'
import { initial } from '#ui/initial.ts'
import { onPlainClick } from '#ui/plain-click.ts'
import { useStore } from '#ui/use-store.ts'
import { useSwipe } from '#ui/use-swipe.ts'
import type { Card } from './cards.contract.ts'
import { LikedParts } from './LikedParts.tsx'
import { MemberMenu } from './MemberMenu.tsx'
import styles from './MemberCard.module.css'

type Props = {
  member: Card
  back: string
  isEager: boolean
  nameRef: Ref<HTMLAnchorElement>
  onOpen(): void
  onWrite(): void
  onPass(): void
}

/** Somebody in a list: the name first, one button over the photo, and the rest behind the dots. */
export const MemberCard = memo(
  function MemberCard({ member, back, isEager, nameRef, onOpen, onWrite, onPass }: Props) {
    const { id, username, age, placeName, distance, headline, picture, verifiedAt } = member
    const { isOnline, isNew, isLiked, isMatched, likedOfYours, visiting } = member
    const words = member.inCommon ?? headline
    const swipe = useSwipe({ right: () => likeByHand(member), left: onWrite })
    const liked = useStore($liked, { keys: [id], ssr: 'initial' })[id] ?? isLiked
    const where = visiting ? `Visiting ${visiting.placeName}` : placeName
    return (
      <article
        className={styles['card']}
        data-person=""
        data-swiped={swipe.by === 0 ? undefined : (swipe.side ?? '')}
        style={swipe.by === 0 ? undefined : { translate: `${swipe.by}px 0` }}
        {...swipe.handlers}
      >
        <div className={styles['words']}>
          <h3 className={styles['facts']}>
            <a
              ref={nameRef}
              className={styles['name']}
              href={`/profile/view/id/${id}`}
              onClick={onOpen}
            >
              {username}, {age}
            </a>
          </h3>
          <p className={styles['facts']}>
            <span>
              {verifiedAt === null ? null : (
                <>
                  <PhotoMark at={verifiedAt} />{' '}
                </>
              )}
              {where} · {distance}
            </span>
          </p>
          {likedOfYours === undefined ? null : <LikedParts parts={likedOfYours} />}
          {words === '' ? null : <p className={styles['headline']}>{words}</p>}
        </div>
        <div className={styles['picture']}>
          {picture ? (
            <PhotoPicture
              picture={picture}
              alt={username}
              sizes="(width < 600px) 46vw, 220px"
              widest={720}
              eager={isEager}
            />
          ) : (
            <span className="avatar avatar-fill">
              <span aria-hidden="true">{initial(username)}</span>
            </span>
          )}
          {isOnline || isNew ? (
            <p className={styles['badges']}>
              {isOnline ? <span className="badge badge-success">Online</span> : null}
              {isNew ? <span className="badge badge-accent">New</span> : null}
            </p>
          ) : null}
          <div className={styles['heart']}>
            <LikeButton
              person={member}
              isLiked={isLiked}
              isMatched={isMatched}
              back={`${back}#person-${id}`}
            />
          </div>
          <MemberMenu id={id} username={username} className={styles['more']}>
            <a href={`/messages?with=${id}`} onClick={onPlainClick(onWrite)}>
              Write<span className="visually-hidden"> to {username}</span>
            </a>
            {/* A like is taken back first, which the heart does. */}
            {liked ? null : (
              <form
                method="post"
                action="/match/pass"
                onSubmit={(event) => {
                  event.preventDefault()
                  onPass()
                }}
              >
                <input type="hidden" name="id" value={id} />
                <input type="hidden" name="back" value={back} />
                <button type="submit">
                  Not for me<span className="visually-hidden">: {username}</span>
                </button>
              </form>
            )}
          </MemberMenu>
        </div>
      </article>
    )
  },
  // Its handlers are those of the same list.
  (before, now) => before.member === now.member && before.isEager === now.isEager,
)

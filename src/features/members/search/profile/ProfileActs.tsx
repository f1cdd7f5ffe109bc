import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { useKeys } from '#core/accounts/on-screen/use-keys.ts'
import { likeByHand } from '#members/likes/by-hand.store.ts'
import { LikeButton } from '#members/likes/LikeButton.tsx'
import { $liked } from '#members/likes/likes.store.ts'
import type { LikedPerson } from '#members/likes/matches.store.ts'
import { WhyNotWrite, WriteButton } from '#members/messages/writing/WriteButton.tsx'
import { AskForPhotos } from '#members/photos/access/AskForPhotos.tsx'
import { Moment } from '#members/photos/access/Moment.tsx'
import { ShowPhotos } from '#members/photos/access/ShowPhotos.tsx'
import { $asked, $blocked, ask } from '#members/reports/reporting/reporting.store.ts'
import { LocationReveal } from '#money/credits/LocationReveal.tsx'
import { ActsMenu } from '#ui/ActsMenu.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { onPlainClick } from '#ui/plain-click.ts'
import { useStore } from '#ui/use-store.ts'
import { LikedParts } from '../cards/LikedParts.tsx'
import type { Profile } from './profile.contract.ts'
import { noteSeenAgain } from './seen-again.store.ts'
import { Trail } from './Trail.tsx'
import styles from './ProfileActs.module.css'

type Props = Pick<
  Profile,
  | 'isLiked'
  | 'isMatch'
  | 'likesYou'
  | 'likedOfYours'
  | 'location'
  | 'writing'
  | 'asking'
  | 'ownPrivate'
  | 'privateUntil'
> & {
  person: LikedPerson
  /** Whether the viewer may become a linked partner. */
  mayLink: boolean
  back: { label: string; url: string } | null
  upgrade: string
  /** What it takes to write to members. */
  takes: string
  locale: string | null
  /** Of this page's payment for a location. */
  attempt: string
  /** What the address asks, for those without script: an island of its own. */
  question?: ReactNode
  /** Name and facts, which are only read. */
  children?: ReactNode
}

/** All that can be done about somebody on their page. Once blocked, they are not shown any more. */
export const ProfileActs = withBoundary(Acts)

function Acts(props: Props) {
  const { person, isLiked, isMatch, likesYou, writing, takes, question, children } = props
  const { id, username } = person
  const path = `/profile/view/id/${id}`
  const isBlocked = useStore($blocked, { keys: [id], ssr: 'initial' })[id] ?? false
  useKeys({ l: () => likeByHand({ ...person, isLiked, isMatched: isMatch }) })
  useEffect(() => {
    // The server notes each look that it renders, not those at a page that Back has restored.
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) noteSeenAgain(id)
    }
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [id])
  if (isBlocked)
    return (
      <>
        <Trail back={props.back} />
        <Blocked person={person} />
      </>
    )
  return (
    <>
      <Trail back={props.back} />
      {question}
      <div className={styles['who']}>
        {children}
        {likesYou ? <Tie id={id} isLiked={isLiked} /> : null}
        <LikedParts parts={props.likedOfYours} />
        <div className={styles['first']}>
          <WriteButton to={person} writing={writing} takes={takes} />
          <LikeButton person={person} isLiked={isLiked} isMatched={isMatch} back={path} withLabel />
          <ActsMenu
            label={`More about ${username}`}
            className={styles['more']}
            look="button button-quiet button-icon"
          >
            {props.mayLink ? (
              <a
                href={`/profile/edit/profile?part=partners&partner=${encodeURIComponent(username)}#partners`}
              >
                Link as partner
              </a>
            ) : null}
            <a
              href={`${path}?act=block#act`}
              onClick={onPlainClick(() => ask({ act: 'block', person }))}
            >
              Block {username}
            </a>
            <a
              href={`${path}?act=report#act`}
              onClick={onPlainClick(() => ask({ act: 'report', person }))}
            >
              Report abuse
            </a>
          </ActsMenu>
        </div>
        <WhyNotWrite to={person} writing={writing} takes={takes} upgrade={props.upgrade} />
        {props.location ? (
          <LocationReveal person={person} location={props.location} attempt={props.attempt} />
        ) : null}
        <Privates {...props} />
      </div>
    </>
  )
}

/** That they like the viewer, or that it is a match. */
function Tie({ id, isLiked }: { id: number; isLiked: boolean }) {
  const liked = useStore($liked, { keys: [id], ssr: 'initial' })[id] ?? isLiked
  return (
    <p className={`badge badge-accent ${styles['tie']}`} data-matched={liked || undefined}>
      <Icon name="heart" />
      <span>{liked ? 'It’s a match' : 'Likes you'}</span>
    </p>
  )
}

/** Private photos: theirs to be asked for, and one's own to be shown. */
function Privates({ person, asking, ownPrivate, privateUntil, locale }: Props) {
  return (
    <>
      {privateUntil === null ? null : (
        <p className="muted">
          You see the private photos until <Moment at={privateUntil} locale={locale} />.
        </p>
      )}
      {asking.for === null ? null : (
        <AskForPhotos member={person} ask={asking.for} isAsked={asking.isAsked} />
      )}
      {ownPrivate.photos === 0 ? null : (
        <ShowPhotos member={person} shown={ownPrivate} locale={locale} />
      )}
    </>
  )
}

function Blocked({ person: { id, username } }: { person: LikedPerson }) {
  const section = useRef<HTMLElement>(null)
  const asked = useStore($asked)
  // The dialog that asked gives the focus back first.
  useEffect(() => {
    if (asked === null) section.current?.focus()
  }, [asked])
  const undo = (event: SubmitEvent) => {
    event.preventDefault()
    void import('#members/reports/reporting/reporting-acts.store.ts').then((acts) =>
      acts.unblock(id),
    )
  }
  return (
    <section
      ref={section}
      id="blocked"
      className={`card stack ${styles['blocked']}`}
      tabIndex={-1}
      aria-labelledby="blocked-title"
    >
      <h1 id="blocked-title">You blocked {username}</h1>
      <p>Neither of you finds, sees or writes to the other any more. They are not told.</p>
      <form className="cluster" method="post" action="/profile/blockUser" onSubmit={undo}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="action" value="unblock" />
        <Button variant="quiet" type="submit">
          Undo
        </Button>
        <ButtonLink variant="soft" href="/search">
          Search members
        </ButtonLink>
      </form>
    </section>
  )
}

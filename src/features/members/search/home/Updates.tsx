import { type ComponentProps, memo, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { avatarOf } from '#core/people/pictures/avatar.ts'
import { dayIn } from '#lib/formats.ts'
import { ask } from '#members/reports/reporting/reporting.store.ts'
import {
  $updates,
  add,
  seedUpdates,
  setDeleted,
  type ShownUpdate,
  showOlder,
} from '#members/updates/updates.store.ts'
import { agoInWords } from '#members/updates/updates.ts'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { TextField } from '#ui/Field.tsx'
import { textIn } from '#ui/form-answer.ts'
import { onPlainClick } from '#ui/plain-click.ts'
import { useSeeded } from '#ui/use-seeded.ts'
import styles from './Updates.module.css'

type Person = { id: number; username: string }

type Props = {
  updates: readonly ShownUpdate[]
  older: string | null
  /** Whose they are; null at home, where they are of all whom a member likes, and one writes. */
  author: (Person & { isOwn: boolean }) | null
  /** Characters of one. */
  most: number
  refused?: ComponentProps<typeof ActionForm>['refused']
  /** One that was deleted without script. */
  deleted?: string | null
  locale: string | null
  /** When the page was rendered. */
  now: string
}

/** Updates, newest first: the own ones can be deleted and brought back, others reported. */
export const Updates = withBoundary(Region)

function Region({
  updates,
  older,
  author,
  most,
  refused = null,
  deleted = null,
  locale,
  now,
}: Props) {
  const first = { updates, older, deleted: [], isBusy: false }
  const shown = useSeeded($updates, first, seedUpdates) ?? first
  const [posted, setPosted] = useState(0)
  const [newest, setNewest] = useState<number | null>(null)
  const path = author ? `/profile/view/id/${author.id}` : '/dashboard'
  const more = async () => setNewest((await showOlder(author?.id ?? null))?.id ?? null)
  return (
    <section
      className={author ? styles['ofOne'] : 'card stack'}
      id="updates"
      tabIndex={-1}
      aria-labelledby="updates-title"
    >
      <h2 id="updates-title">Updates</h2>
      {author === null ? (
        <details open={refused !== null}>
          <summary>Write an update</summary>
          <ActionForm
            className={`form ${styles['form']}`}
            action="/userUpdate/add"
            refused={posted === 0 ? refused : null}
            send={async (fields) => {
              await add(textIn(fields, 'body'))
              setPosted(posted + 1)
              return 'Posted.'
            }}
            actions={
              <div className="cluster">
                <Submit size="small">Post</Submit>
              </div>
            }
          >
            <TextField
              key={posted}
              name="body"
              label="What is new with you?"
              hint={`Up to ${most} characters, for everybody who may see your profile. No addresses or numbers, please.`}
              most={most}
              rows={2}
              dir="auto"
              required
            />
          </ActionForm>
        </details>
      ) : null}
      {author?.isOwn ? (
        <p className="muted">
          {shown.updates.length === 0 ? <span>Nothing yet. </span> : null}
          <a href="/dashboard#updates">Write one at home</a>
        </p>
      ) : shown.updates.length === 0 ? (
        <p className="muted">When people whom you like write something, it is here.</p>
      ) : null}
      {deleted === null ? null : (
        <form className="notice cluster" method="post" action="/userUpdate/restore">
          <span role="status">Your update is deleted.</span>
          <input type="hidden" name="id" value={deleted} />
          <button type="submit" className="button button-quiet button-small">
            Undo
          </button>
        </form>
      )}
      {shown.updates.length === 0 ? null : (
        <ul className={styles['list']}>
          {shown.updates.map((update) => (
            <Row
              key={update.id}
              update={update}
              person={
                update.author
                  ? { id: update.author.userId, username: update.author.username }
                  : author
              }
              isDeleted={shown.deleted.includes(update.id)}
              isNewest={newest === update.id}
              locale={locale}
              now={now}
            />
          ))}
        </ul>
      )}
      {shown.older === null ? null : (
        <p>
          <a
            className="button button-quiet button-small"
            href={`${path}?updates=${shown.older}#updates`}
            aria-busy={shown.isBusy || undefined}
            onClick={onPlainClick(() => void more())}
          >
            Earlier updates
          </a>
        </p>
      )}
    </section>
  )
}

type RowProps = {
  update: ShownUpdate
  person: Person | null
  isDeleted: boolean
  isNewest: boolean
  locale: string | null
  now: string
}

const Row = memo(function Row({ update, person, isDeleted, isNewest, locale, now }: RowProps) {
  const { id, isOwn, body, at, author } = update
  const written = new Date(at)
  const act = useRef<HTMLButtonElement & HTMLAnchorElement>(null)
  useEffect(() => {
    if (isNewest) act.current?.focus()
  }, [isNewest])
  const endOrRestore = (event: SubmitEvent) => {
    event.preventDefault()
    void setDeleted(id, !isDeleted)
  }
  return (
    <li className={styles['update']} id={`update-${id}`}>
      {author ? <Avatar name={author.username} photo={avatarOf(author.picture)} /> : null}
      <div className={styles['words']}>
        {isDeleted ? null : (
          <>
            <p className={styles['head']}>
              {author ? (
                <a className={styles['author']} href={`/profile/view/id/${author.userId}`}>
                  {isOwn ? 'You' : author.username}
                </a>
              ) : null}
              <time className="muted" dateTime={at}>
                {agoInWords(written, new Date(now)) ?? dayIn(locale, written)}
              </time>
            </p>
            <p dir="auto">{body}</p>
          </>
        )}
        {isOwn ? (
          <form
            className="cluster"
            method="post"
            action={`/userUpdate/${isDeleted ? 'restore' : 'delete'}`}
            onSubmit={endOrRestore}
          >
            <input type="hidden" name="id" value={id} />
            <button ref={act} type="submit" className={styles['act']}>
              {isDeleted ? (
                'Undo'
              ) : (
                <>
                  Delete<span className="visually-hidden"> this update</span>
                </>
              )}
            </button>
            <span role="status">{isDeleted ? 'Deleted.' : ''}</span>
          </form>
        ) : person ? (
          <a
            ref={act}
            className={styles['act']}
            href={`/profile/view/id/${person.id}?act=report&update=${id}#act`}
            onClick={onPlainClick(() => ask({ act: 'report', person, update: id }))}
          >
            Report<span className="visually-hidden"> this update</span>
          </a>
        ) : null}
      </div>
    </li>
  )
})

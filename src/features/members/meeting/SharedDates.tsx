import { type ComponentProps, useRef, useState } from 'react'
import { copyText } from '#lib/browser.ts'
import { dayIn } from '#lib/formats.ts'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useFocus } from '#ui/use-focus.ts'
import { useIsAlive } from '#ui/use-seeded.ts'
import { DateFields } from './DateFields.tsx'
import type { DateLink } from './dates.contract.ts'
import { change, end, share } from './dates.store.ts'
import { MAX_LINKS } from './dates.ts'
import styles from './SharedDates.module.css'

type Props = {
  siteName: string
  links: readonly DateLink[]
  /**
   * With whom a date is to be shared, where somebody was asked about; null if they are not here any
   * more.
   */
  other: { id: number; username: string } | null
  isAsked: boolean
  locale: string | null
  /** What was done without script. */
  said: string
  refused: ComponentProps<typeof ActionForm>['refused']
}

/**
 * A member's links about dates, each with its address, its change and its end; and a form for one
 * more.
 */
export const SharedDates = withBoundary(function SharedDates(props: Props) {
  const { siteName, other, locale, refused } = props
  const [links, setLinks] = useState(props.links)
  const [isAsked, setAsked] = useState(props.isAsked)
  const [said, setSaid] = useState(props.said)
  const [status, focusStatus] = useFocus<HTMLParagraphElement>()
  const say = (words: string) => {
    setSaid(words)
    focusStatus()
  }
  const make = async (form: FormData) => {
    setLinks(await share(Object.fromEntries(form)))
    setAsked(false)
    // A reload does not ask for one more.
    history.replaceState(null, '', location.pathname)
    say('The link is made. Send it to somebody you trust.')
  }
  return (
    <>
      <p
        className={said === '' ? 'visually-hidden' : 'notice'}
        role="status"
        tabIndex={-1}
        ref={status}
      >
        {said}
      </p>
      {!isAsked ? null : other === null ? (
        <p className="notice notice-warning" role="status">
          You cannot share a date with this member: they are not here any more.
        </p>
      ) : links.length >= MAX_LINKS ? (
        <p className="notice notice-warning" role="status">
          You share {MAX_LINKS} dates already. Please end one of them first.
        </p>
      ) : (
        <section className="card stack" aria-labelledby="new-date-title">
          <h2 id="new-date-title">A date with {other.username}</h2>
          <ActionForm
            className="form"
            action="/date/share"
            send={make}
            refused={refused?.values['link'] === undefined ? refused : null}
            actions={<Submit>Make the link</Submit>}
          >
            <input type="hidden" name="id" value={other.id} />
            <DateFields siteName={siteName} named={other.username} />
          </ActionForm>
        </section>
      )}
      {links.length === 0 && !isAsked ? (
        <EmptyState
          icon="people"
          title="No date is shared"
          action={<ButtonLink href="/messages">Conversations</ButtonLink>}
        >
          Open the conversation with whom you will meet, and choose “Share a date” in its menu.
        </EmptyState>
      ) : null}
      <ul className={styles['dates']} role="list">
        {links.map((link) => (
          <Shared
            key={link.id}
            link={link}
            siteName={siteName}
            locale={locale}
            refused={refused?.values['link'] === String(link.id) ? refused : null}
            onChange={setLinks}
            onEnd={(left) => {
              setLinks(left)
              say('The link has ended.')
            }}
          />
        ))}
      </ul>
    </>
  )
})

function Shared({
  link,
  siteName,
  locale,
  refused,
  onChange,
  onEnd,
}: Pick<Props, 'siteName' | 'locale' | 'refused'> & {
  link: DateLink
  onChange(links: readonly DateLink[]): void
  onEnd(left: readonly DateLink[]): void
}) {
  const { id, place, meetsAt, other, address, hours } = link
  const send = async (form: FormData) => {
    onChange(await change(Object.fromEntries(form)))
    return 'Changed. The address is the same.'
  }
  return (
    <li id={`date-${id}`} className="card stack">
      <h2>{place}</h2>
      <p>
        {dayIn(locale, new Date(`${meetsAt}Z`))}, {meetsAt.slice(11)}
        {other ? (
          <>
            {' '}
            with <a href={`/profile/view/id/${other.id}`}>{other.username}</a>
          </>
        ) : (
          '. With whom is not shown any more.'
        )}
      </p>
      {address === null ? (
        <p className="notice">
          This link can no longer be shown here. It works until it ends; make another to send it
          again.
        </p>
      ) : (
        <Address id={id} address={address} />
      )}
      <p className="muted">
        Whoever has this link reads it without an account, until it ends by itself: {hours} hours
        after the date begins.
      </p>
      <details open={refused !== null}>
        <summary>Change what it shows</summary>
        <ActionForm
          className="form"
          action="/date/change"
          send={send}
          refused={refused}
          actions={<Submit>Save</Submit>}
        >
          <input type="hidden" name="link" value={id} />
          <DateFields siteName={siteName} named={other?.username ?? 'the other'} link={link} />
        </ActionForm>
      </details>
      <ActionForm
        action="/date/end"
        send={async () => onEnd(await end(id))}
        actions={<Submit variant="quiet">End the link now</Submit>}
      >
        <input type="hidden" name="link" value={id} />
      </ActionForm>
    </li>
  )
}

function Address({ id, address }: { id: number; address: string }) {
  const isAlive = useIsAlive()
  const field = useRef<HTMLInputElement>(null)
  const [done, setDone] = useState('Copy')
  const copy = async () => {
    field.current?.select()
    // Without the permission the address is selected, to be copied by hand.
    setDone((await copyText(address)) ? 'Copied' : 'Selected')
  }
  return (
    <div className={styles['address']}>
      <label className="visually-hidden" htmlFor={`address-${id}`}>
        The link
      </label>
      <input ref={field} className="input" id={`address-${id}`} value={address} readOnly />
      <Button variant="soft" hidden={!isAlive} onClick={() => void copy()}>
        {done}
      </Button>
    </div>
  )
}

import { lazy, Suspense, useState } from 'react'
import { dateFormat } from '#lib/formats.ts'
import { waitInWords } from '#lib/waits.ts'
import { Button } from '#ui/Button.tsx'
import { firstTouch } from '#ui/first-touch.ts'
import { onPlainClick } from '#ui/plain-click.ts'
import { TicketPictures } from '../pictures/TicketPictures.tsx'
import { priorities, rankOf } from './ticket-list.ts'
import { membershipInWords, queuePath } from './ticket-list.ts'
import type { AskerStanding, Ticket } from './ticket-queue.contract.ts'
import type { CannedChoice } from './TicketAnswer.tsx'
import { type BrandNames, type RefusedAct, choose, type TicketsView } from './tickets.store.ts'
import styles from './Tickets.module.css'

type Props = {
  view: TicketsView
  ticket: Ticket
  brandNames: BrandNames
  texts: readonly CannedChoice[]
  words: string
  refused: RefusedAct | null
}

const inWords = (instant: string) =>
  `${dateFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(instant))} UTC`
const dayOf = (instant: string) =>
  dateFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(instant))

let loaded: typeof import('./TicketActs.tsx') | undefined

/** Fetches what can be done with a ticket, once somebody is about to. */
export async function loadActs() {
  loaded ??= await import('./TicketActs.tsx')
  return loaded
}

/** Until the page is touched, the forms that the server rendered stand there, and post. */
const LaterActs = import.meta.env.SSR
  ? (await loadActs()).TicketActs
  : lazy(async () => {
      await firstTouch()
      return { default: (await loadActs()).TicketActs }
    })

/** A ticket with all that was said on it, what is known of its writer, and what can be done. */
export function TicketPane(props: Props) {
  const { view, ticket, brandNames } = props
  const { id, closed, member, heldBy, snoozedUntil } = ticket
  const now = new Date(view.now)
  const due = new Date(ticket.dueAt)
  const isLate = due <= now
  const isOthers = heldBy !== null && !heldBy.isMe
  const asker = member?.username ?? 'the guest'
  // At once with a ticket that is opened later: React shows what suspends only after a while.
  const [TicketActs] = useState(() => loaded?.TicketActs ?? LaterActs)
  return (
    <article className={styles['ticket']} id={`ticket-${id}`} aria-labelledby={`subject-${id}`}>
      <a
        className={styles['back']}
        href={queuePath(view.part)}
        onClick={onPlainClick(() => void choose(null))}
      >
        Back to the list
      </a>
      <header>
        <h2 id={`subject-${id}`}>{ticket.subject}</h2>
        <p className={styles['facts']}>
          <span className="badge">{brandNames[ticket.brand] ?? ticket.brand}</span>
          <span>{`No. ${id}`}</span>
          <time dateTime={ticket.writtenAt}>{inWords(ticket.writtenAt)}</time>
          {ticket.priority === 'usual' ? null : (
            <span className={`badge ${ticket.priority === 'urgent' ? 'badge-danger' : ''}`}>
              {priorities[rankOf(ticket.priority)]?.label}
            </span>
          )}
          {ticket.about === null ? null : <span>{ticket.about}</span>}
          {closed ? null : (
            <span className={isLate ? 'badge badge-danger' : undefined}>
              {isLate
                ? `The answer is overdue by ${waitInWords(due, now)}`
                : `To be answered within ${waitInWords(now, due)}`}
            </span>
          )}
          {ticket.assignedTo === null ? null : (
            <span>
              {ticket.assignedTo.isMe ? 'It is yours' : `${ticket.assignedTo.username} has it`}
            </span>
          )}
          {heldBy ? (
            <span className={`badge ${isOthers ? 'badge-warning' : ''}`}>
              {isOthers ? `Being answered by ${heldBy.username}` : 'You are answering this'}
            </span>
          ) : null}
          {snoozedUntil ? (
            <span className="badge">
              Snoozed until <time dateTime={snoozedUntil}>{inWords(snoozedUntil)}</time>
            </span>
          ) : null}
          {ticket.tags.map((tag) => (
            <span key={tag} className={styles['tag']}>
              {tag}
            </span>
          ))}
        </p>
        <p className="cluster">
          {member ? (
            <a href={`/staff/member/${member.id}`}>{member.username}</a>
          ) : (
            <span>A guest</span>
          )}
          <span className={styles['text']}>{ticket.email}</span>
          {ticket.isProven ? null : (
            <span className="badge badge-warning">Address not confirmed</span>
          )}
          {ticket.questionId === null ? null : (
            <a href={`/help/${ticket.questionId}`}>Written under a question</a>
          )}
        </p>
      </header>
      {member?.standing ? (
        <Asker
          id={member.id}
          username={member.username}
          standing={member.standing}
          brand={brandNames[member.standing.brand] ?? member.standing.brand}
          charges={ticket.charges}
          now={now.getTime()}
        />
      ) : null}
      {ticket.message === '' ? null : <p className={styles['text']}>{ticket.message}</p>}
      <TicketPictures ticket={id} pictures={ticket.pictures} heldBack={ticket.heldBack} />
      <Said ticket={id} asker={asker} answers={ticket.answers} replies={ticket.replies} />
      {ticket.related.map((one) => (
        <details key={one.id} open={one.isPart}>
          <summary>
            {one.isPart
              ? `No. ${one.id} is part of this: ${one.subject}`
              : `Goes on with No. ${one.id}: ${one.subject}`}
          </summary>
          <div className="stack">
            <p className="muted">
              <time dateTime={one.writtenAt}>{inWords(one.writtenAt)}</time>
            </p>
            {one.message === '' ? null : <p className={styles['text']}>{one.message}</p>}
            <TicketPictures ticket={id} pictures={one.pictures} heldBack={one.heldBack} />
            <Said ticket={id} asker={asker} answers={one.answers} replies={one.replies} />
          </div>
        </details>
      ))}
      {ticket.notes.length === 0 ? null : (
        <section className="stack" aria-label="Notes of staff">
          {ticket.notes.map((note) => (
            <div key={note.at} className={`${styles['said']} ${styles['note']}`}>
              <p className="muted">
                Note by {note.by ?? 'somebody who has left'},{' '}
                <time dateTime={note.at}>{inWords(note.at)}</time>
              </p>
              <p className={styles['text']}>{note.text}</p>
            </div>
          ))}
        </section>
      )}
      {closed ? (
        <p className="muted">
          {ticket.mergedInto !== null
            ? `Made part of No. ${ticket.mergedInto}`
            : closed.isAnswered
              ? 'Answered and closed'
              : 'Closed without an answer'}{' '}
          by {closed.by ?? 'somebody who has left'},{' '}
          <time dateTime={closed.at}>{inWords(closed.at)}</time>
        </p>
      ) : null}
      <Suspense>
        <TicketActs {...props} />
      </Suspense>
    </article>
  )
}

/** What was said on a ticket after its question, by staff and by whoever asked, in its order. */
function Said({
  ticket,
  asker,
  answers,
  replies,
}: Pick<Ticket, 'answers' | 'replies'> & { ticket: number; asker: string }) {
  const said = [
    ...answers.map((one) => ({
      ...one,
      who: `Answered by ${one.by ?? 'somebody who has left'}`,
      folded: '',
      filesLeftOut: 0,
      heldBack: 0,
    })),
    ...replies.map((one) => ({ ...one, who: `Added by ${asker}` })),
  ].toSorted((a, b) => a.at.localeCompare(b.at))
  return said.map(({ who, text, folded, pictures, heldBack, at, filesLeftOut }) => (
    <div key={`${at} ${who}`} className={styles['said']}>
      <p className="muted">
        {who}, <time dateTime={at}>{inWords(at)}</time>
      </p>
      {text === '' ? null : <p className={styles['text']}>{text}</p>}
      <TicketPictures ticket={ticket} pictures={pictures} heldBack={heldBack} />
      {folded === '' ? null : (
        <details>
          <summary>The rest of the mail: what it answers, a signature</summary>
          <p className={styles['text']}>{folded}</p>
        </details>
      )}
      {filesLeftOut > 0 ? (
        <p className="muted">
          {filesLeftOut === 1
            ? 'A file was left out, which its sender knows.'
            : `${filesLeftOut} files were left out, which their sender knows.`}
        </p>
      ) : null}
    </div>
  ))
}

type AskerProps = {
  id: number
  username: string
  standing: AskerStanding
  brand: string
  charges: readonly string[]
  now: number
}

const times = (count: number) => (count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`)

/** What staff know of a member before they answer: nothing that anybody wrote. */
function Asker({ id, username, standing, brand, charges, now }: AskerProps) {
  const facts = [
    ['Home brand', brand],
    ['Joined', dayOf(standing.joinedAt)],
    [
      'Standing',
      standing.bannedAt === null ? 'in order' : `banned since ${dayOf(standing.bannedAt)}`,
    ],
    ['Membership', membershipInWords(standing.premiumUntil, now)],
    ['Paid us', times(standing.payments)],
    ['Wrote to us', times(standing.tickets)],
    ['Reported others', times(standing.reportsBy)],
    ['Was reported', times(standing.reportsAbout)],
  ] as const
  return (
    <details className={styles['asker']}>
      <summary>What we know of {username}</summary>
      <dl>
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {charges.length === 0 ? null : (
        <>
          <h3>Payments</h3>
          <ul>
            {charges.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p>
            <a href={`/staff/member/${id}#pay-back`}>Pay back, in the member’s file</a>
          </p>
        </>
      )}
      <form method="post" action="/staff/supportLink">
        <input type="hidden" name="id" value={id} />
        <p className="muted">
          The support view shows payments, credits and sign-ins, once, for five minutes. That you
          made the link is on record.
        </p>
        <Button type="submit" variant="quiet">
          Make a support link
        </Button>
      </form>
    </details>
  )
}

import { memo } from 'react'
import { MINUTE } from '#lib/clock.ts'
import { lengthInWords, waitInWords } from '#lib/waits.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Field } from '#ui/Field.tsx'
import { onPlainClick } from '#ui/plain-click.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { priorities, rankOf } from './ticket-list.ts'
import { MAX_FIND, queuePath } from './ticket-list.ts'
import type { ListedTicket } from './ticket-queue.contract.ts'
import { type BrandNames, choose, type TicketsView } from './tickets.store.ts'
import styles from './Tickets.module.css'

const empty = {
  open: ['Nobody is waiting', 'Every ticket in this part of the list is closed or snoozed.'],
  snoozed: ['Nothing is snoozed', 'A snoozed ticket waits here until its time.'],
  closed: ['Nothing here', 'No ticket in this part of the list was closed yet.'],
} as const

type Props = {
  view: TicketsView
  brandNames: BrandNames
  /** As soon as a ticket is about to be opened. */
  onWanted(): void
}

/** What is due first, with its filters, which stand in the address. */
export function TicketList({ view: { part, queue, now }, brandNames, onWanted }: Props) {
  const total = queue.open.reduce((sum, { count }) => sum + count, 0)
  const snoozed = queue.open.reduce((sum, one) => sum + one.snoozed, 0)
  const shows = [
    ['open', 'Open', total],
    ['snoozed', 'Snoozed', snoozed],
    ['closed', 'Closed', null],
  ] as const
  const whose = [
    ['', 'Everybody’s'],
    ['mine', 'Mine'],
    ['nobody', 'Nobody’s'],
  ] as const
  const waiting = new Map(queue.open.map(({ brand, count }) => [brand, count]))
  const { firstAnswer, resolution, count: timed } = queue.times
  const at = new Date(now)
  return (
    <div className={styles['list']}>
      <nav aria-label="Which tickets">
        <ul className="staff-filters">
          {shows.map(([show, label, count]) => (
            <li key={show}>
              <a
                href={queuePath({ ...part, show, page: 1 })}
                aria-current={part.show === show ? 'page' : undefined}
              >
                {label} {count === null ? null : <span className="count">{count}</span>}
              </a>
            </li>
          ))}
        </ul>
        <ul className="staff-filters">
          {whose.map(([who, label]) => (
            <li key={who}>
              <a
                href={queuePath({ ...part, who, page: 1 })}
                aria-current={part.who === who ? 'true' : undefined}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <form className={styles['find']} method="get" action="/staff/tickets">
        {part.show === 'open' ? null : <input type="hidden" name="show" value={part.show} />}
        {part.who === '' ? null : <input type="hidden" name="who" value={part.who} />}
        <Field
          type="search"
          name="find"
          label="Find in tickets"
          most={MAX_FIND}
          defaultValue={part.find}
        />
        <SelectField
          name="brand"
          label="Brand"
          defaultValue={part.brand}
          options={[
            { value: '', label: 'All brands' },
            ...Object.entries(brandNames).map(([id, name]) => ({
              value: id,
              label: waiting.has(id) ? `${name} (${waiting.get(id)})` : name,
            })),
          ]}
        />
        <Button type="submit" variant="quiet">
          Find
        </Button>
      </form>
      {queue.tickets.length === 0 ? (
        <EmptyState
          icon="check"
          title={part.find === '' ? empty[part.show][0] : 'Nothing is found'}
        >
          {part.find === ''
            ? empty[part.show][1]
            : 'No ticket in this part of the list has these words.'}
        </EmptyState>
      ) : (
        <ol className={styles['rows']} onPointerEnter={onWanted} onFocus={onWanted}>
          {queue.tickets.map((ticket) => (
            <Row
              key={ticket.id}
              ticket={ticket}
              brand={brandNames[ticket.brand] ?? ticket.brand}
              href={queuePath({ ...part, ticket: ticket.id })}
              isOpen={ticket.id === queue.chosen?.id}
              now={at}
            />
          ))}
        </ol>
      )}
      {queue.pages > 1 ? (
        <nav className="cluster" aria-label="Pages">
          {part.page > 1 ? (
            <a href={queuePath({ ...part, page: part.page - 1 })} rel="prev">
              Earlier page
            </a>
          ) : null}
          <span className="muted">{`Page ${part.page} of ${queue.pages}`}</span>
          {part.page < queue.pages ? (
            <a href={queuePath({ ...part, page: part.page + 1 })} rel="next">
              Next page
            </a>
          ) : null}
        </nav>
      ) : null}
      <p className={styles['facts']}>
        {timed === 0 || resolution === null
          ? 'No ticket was closed yet.'
          : `Of the last ${timed} closed, half had their ${firstAnswer === null ? 'end' : `first answer within ${lengthInWords(firstAnswer * MINUTE)} and their end`} within ${lengthInWords(resolution * MINUTE)}.`}{' '}
        <a href="/staff/tickets/texts">Texts to use again</a>
      </p>
    </div>
  )
}

type RowProps = { ticket: ListedTicket; brand: string; href: string; isOpen: boolean; now: Date }

const Row = memo(function Row({ ticket, brand, href, isOpen, now }: RowProps) {
  const { id, subject, priority, heldBy, assignedTo, closedAt } = ticket
  const due = new Date(ticket.dueAt)
  const isLate = closedAt === null && due <= now
  const has = assignedTo === null ? null : assignedTo.isMe ? 'Yours' : `${assignedTo.username}’s`
  return (
    <li>
      <a
        className={styles['row']}
        href={href}
        aria-current={isOpen ? 'true' : undefined}
        onClick={onPlainClick(() => void choose(id))}
      >
        <span className={styles['subject']}>{subject}</span>
        <span className={styles['facts']}>
          <span>No. {id}</span>
          <span>{brand}</span>
          <span>{ticket.from ?? 'A guest'}</span>
          {ticket.language === null ? null : <span lang="zxx">{ticket.language}</span>}
          {ticket.about === null ? null : <span>{ticket.about}</span>}
        </span>
        <span className={styles['facts']}>
          {closedAt === null ? (
            <span className={isLate ? 'badge badge-danger' : undefined}>
              {isLate ? `Overdue by ${waitInWords(due, now)}` : `Due in ${waitInWords(now, due)}`}
            </span>
          ) : (
            <span>Closed</span>
          )}
          <span>{waitInWords(new Date(ticket.writtenAt), now)} old</span>
          {priority === 'usual' ? null : (
            <span className={`badge ${priority === 'urgent' ? 'badge-danger' : ''}`}>
              {priorities[rankOf(priority)]?.label}
            </span>
          )}
          {has === null ? null : <span>{has}</span>}
          {heldBy === null ? null : (
            <span className="badge">
              {heldBy.isMe ? 'You are answering' : `${heldBy.username} is answering`}
            </span>
          )}
          {ticket.tags.map((tag) => (
            <span key={tag} className={styles['tag']}>
              {tag}
            </span>
          ))}
        </span>
      </a>
    </li>
  )
})

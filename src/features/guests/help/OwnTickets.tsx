import { type ComponentProps, useState } from 'react'
import { dayIn } from '#lib/formats.ts'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { TextField } from '#ui/Field.tsx'
import { FileField } from '#ui/FileField.tsx'
import { valueOf } from '#ui/form-answer.ts'
import { useFocus } from '#ui/use-focus.ts'
import { useStore } from '#ui/use-store.ts'
import type { OwnTicket } from './own-tickets.contract.ts'
import { $ownTickets, answerTicket } from './own-tickets.store.ts'
import { pictureFiles, PICTURES_HINT, ticketPicturePath } from './ticket-pictures.ts'
import { MAX_MESSAGE } from './tickets.ts'
import styles from './OwnTickets.module.css'

type Props = {
  tickets: readonly OwnTicket[]
  locale: string | null
  /** Under which an answer is said once, however often its form is sent. */
  formKey: string
  refused: NonNullable<ComponentProps<typeof ActionForm>['refused']> | null
}

/** What a member wrote to support and what came back, each with room for more. */
export const OwnTickets = withBoundary(function OwnTickets({
  tickets: first,
  locale,
  formKey,
  refused,
}: Props) {
  const tickets = useStore($ownTickets, { ssr: 'initial' }) ?? first
  const [done, setDone] = useState({ ticket: 0, words: '' })
  /** How often each ticket was answered here: its form begins anew then, and only then. */
  const [answers, setAnswers] = useState<Readonly<Partial<Record<number, number>>>>({})
  const [status, focusStatus] = useFocus<HTMLParagraphElement>()
  const [key, setKey] = useState(formKey)
  const refusedId = Number(valueOf(refused?.values ?? {}, 'id'))
  const answer = (id: number) => async (fields: FormData) => {
    const number = await answerTicket(fields)
    setKey(crypto.randomUUID())
    const words =
      number === id
        ? 'We have it. We answer by mail, and here.'
        : `Ticket ${id} was closed long ago: ticket ${number} goes on with it.`
    setDone({ ticket: id, words })
    setAnswers((before) => ({ ...before, [id]: (before[id] ?? 0) + 1 }))
    focusStatus()
  }
  return (
    <>
      {tickets.length === 0 ? (
        <p className="muted">You have not written to us.</p>
      ) : (
        <ul className={styles['tickets']} role="list">
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              <details open={ticket.id === refusedId}>
                <summary>
                  <strong>{ticket.subject}</strong>
                  <span className="muted">
                    Ticket {ticket.id},{' '}
                    <time dateTime={ticket.at}>{dayIn(locale, new Date(ticket.at))}</time>:{' '}
                    <span>{stateOf(ticket)}</span>
                  </span>
                </summary>
                {/* Not the details: a browser opens those around what an address names. */}
                <div id={`ticket-${ticket.id}`} className={styles['said']}>
                  <Said ticket={ticket} locale={locale} />
                  <p
                    ref={done.ticket === ticket.id ? status : null}
                    className="notice notice-success"
                    role="status"
                    tabIndex={-1}
                  >
                    {done.ticket === ticket.id ? done.words : ''}
                  </p>
                  <ActionForm
                    key={answers[ticket.id] ?? 0}
                    className="form"
                    action="/profile/tickets/answer"
                    encType="multipart/form-data"
                    send={answer(ticket.id)}
                    refused={ticket.id === refusedId && !answers[ticket.id] ? refused : null}
                    actions={<Submit variant="quiet">Send</Submit>}
                  >
                    <input type="hidden" name="id" value={ticket.id} />
                    <input type="hidden" name="key" value={key} />
                    <TextField
                      name="message"
                      label={ticket.isClosed ? 'It is not solved' : 'Something to add'}
                      most={MAX_MESSAGE}
                      rows={3}
                      required
                    />
                    <FileField
                      name={pictureFiles.field}
                      label="Pictures, if they help"
                      hint={PICTURES_HINT}
                      accept="image/*"
                      multiple
                    />
                  </ActionForm>
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href="/help#submit-ticket">Write to us</a>
      </p>
    </>
  )
})

function stateOf({ said, isClosed }: OwnTicket): string {
  if (said.at(-1)?.by === 'support') return 'answered'
  return isClosed ? 'closed' : 'waits for us'
}

function Said({ ticket, locale }: { ticket: OwnTicket; locale: string | null }) {
  const { text, pictures, at } = ticket
  return (
    <ol className={styles['tickets']} role="list">
      {[{ by: 'you' as const, text, pictures, at }, ...ticket.said].map((one, index) => (
        <li key={index}>
          <p className="muted">
            {one.by === 'you' ? 'You' : 'Support'},{' '}
            <time dateTime={one.at}>{dayIn(locale, new Date(one.at))}</time>
          </p>
          {one.text === '' ? null : <p className={styles['text']}>{one.text}</p>}
          {one.pictures.length === 0 ? null : (
            <ul className={styles['pictures']} role="list">
              {one.pictures.map(({ id, width, height }, number) => (
                <li key={id}>
                  <a href={ticketPicturePath(id)}>
                    <img
                      src={ticketPicturePath(id)}
                      width={width}
                      height={height}
                      alt={`Picture ${number + 1} of ${one.pictures.length}`}
                      loading="lazy"
                    />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}

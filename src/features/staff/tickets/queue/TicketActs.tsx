import { type ReactNode, useState } from 'react'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { Field, TextField } from '#ui/Field.tsx'
import { valueOf } from '#ui/form-answer.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { nameFor } from '../canned-texts/canned-texts.ts'
import { snoozes } from './snoozes.ts'
import { act } from './ticket-acts.store.ts'
import {
  MAX_ANSWER,
  MAX_NOTE,
  MAX_TICKET_TAG,
  priorities,
  queuePath,
  rankOf,
} from './ticket-list.ts'
import type { Ticket } from './ticket-queue.contract.ts'
import { type CannedChoice, TicketAnswer } from './TicketAnswer.tsx'
import type { BrandNames, RefusedAct, TicketsView } from './tickets.store.ts'
import styles from './Tickets.module.css'

type Props = {
  view: TicketsView
  ticket: Ticket
  brandNames: BrandNames
  texts: readonly CannedChoice[]
  words: string
  refused: RefusedAct | null
}

/** All that can be done with a ticket, each a form that posts without script. */
export function TicketActs({ view, ticket, brandNames, texts, ...props }: Props) {
  const { id, closed, member, heldBy, snoozedUntil } = ticket
  const back = queuePath(view.part).split('?')[1] ?? ''
  const parts = ticket.related.filter(({ isPart }) => isPart)
  const lastReply = Math.max(
    0,
    ...[ticket, ...parts].flatMap(({ replies }) => replies.map((one) => one.id)),
  )
  const rank = rankOf(ticket.priority)
  const isOthers = heldBy !== null && !heldBy.isMe
  const [refused] = useState(props.refused)
  const one = { id, back, refused }
  // What somebody else did with the ticket meanwhile takes no answer away that was begun.
  const [mayHaveBegun] = useState(closed === null && !isOthers)
  const [first] = useState({ key: view.formKey, words: props.words })
  const [answerKey, setAnswerKey] = useState(first.key)
  const isFirst = answerKey === first.key
  const words = isFirst ? first.words : ''
  const refusedAnswer = isFirst && isRefused(refused, 'answer') ? refused : null
  return (
    <div className={styles['acts']}>
      {(closed || isOthers) && !mayHaveBegun ? null : (
        <details key={answerKey} open={words !== '' || refusedAnswer !== null}>
          <summary>Answer</summary>
          <TicketAnswer
            ticket={{
              id,
              email: ticket.email,
              isProven: ticket.isProven,
              lastReply,
              parts: parts.length,
              answers: ticket.answers.length,
            }}
            formKey={answerKey}
            back={back}
            asker={{ name: nameFor(member), brand: brandNames[ticket.brand] ?? ticket.brand }}
            texts={texts}
            most={MAX_ANSWER}
            words={words}
            refused={refusedAnswer}
            onSent={() => setAnswerKey(crypto.randomUUID())}
          />
        </details>
      )}
      {closed ? (
        <Act {...one} name="reopen">
          <Submit variant="quiet">
            {ticket.mergedInto === null ? 'Open again' : 'Make it a ticket of its own again'}
          </Submit>
        </Act>
      ) : (
        <Act {...one} name={heldBy?.isMe ? 'release' : 'take'}>
          {isOthers ? <input type="hidden" name="override" value="yes" /> : null}
          <Submit variant="quiet">
            {heldBy?.isMe
              ? 'Leave it to others'
              : isOthers
                ? `Take over from ${heldBy.username}`
                : 'Take it'}
          </Submit>
        </Act>
      )}
      {ticket.mayShowHeld ? (
        <Act {...one} name="showHeld" summary="Show what was held back">
          <p>
            Only if you have looked, and none of the pictures is what the list says: support and
            whoever sent them see them then. That you decided so is on record.
          </p>
          <Submit variant="quiet">Show the pictures</Submit>
        </Act>
      ) : null}
      <Act {...one} name="note" summary="Add a note">
        <TextField
          name="note"
          rows={3}
          label="Note for staff"
          hint="Nobody else reads it."
          most={MAX_NOTE}
          required
        />
        <Submit variant="quiet">Add the note</Submit>
      </Act>
      <Tags {...one} tags={ticket.tags} />
      {closed ? null : (
        <Act {...one} name="assign" summary="Give it to a colleague">
          <SelectField
            name="to"
            label="Whose is it?"
            defaultValue={String(
              view.queue.colleagues.find(({ username }) => username === ticket.assignedTo?.username)
                ?.id ?? '',
            )}
            options={[
              { value: '', label: 'Nobody’s' },
              ...view.queue.colleagues.map((colleague) => ({
                value: String(colleague.id),
                label: colleague.username,
              })),
            ]}
          />
          <Submit variant="quiet">Give it</Submit>
        </Act>
      )}
      {closed || isOthers ? null : (
        <>
          <Act {...one} name="snooze" summary={snoozedUntil ? 'Back to the queue' : 'Snooze'}>
            {snoozedUntil ? (
              <input type="hidden" name="for" value="now" />
            ) : (
              <SelectField
                name="for"
                label="For how long?"
                defaultValue={snoozes[0].value}
                options={snoozes}
              />
            )}
            <Submit variant="quiet">{snoozedUntil ? 'Bring it back' : 'Snooze it'}</Submit>
          </Act>
          {rank === priorities.length - 1 ? null : (
            <Act {...one} name="raise" summary="Make it more urgent">
              <SelectField
                name="priority"
                label="How urgent is it?"
                defaultValue={priorities[rank + 1]?.value ?? ''}
                options={priorities.slice(rank + 1)}
              />
              <Submit variant="quiet">Make it so</Submit>
            </Act>
          )}
          {member === null ? null : (
            <Act {...one} name="merge" summary="Make it part of another ticket">
              <Field
                name="into"
                inputMode="numeric"
                label="Number of the other ticket"
                hint={`An open one of ${member.username}. It is answered there, and answers by mail to either come there. You can take it back.`}
                required
              />
              <Submit variant="quiet">Make it part</Submit>
            </Act>
          )}
          <Act {...one} name="close" summary="Close without an answer">
            <input type="hidden" name="upTo" value={lastReply} />
            <input type="hidden" name="parts" value={parts.length} />
            <p>Nobody is written to, and the ticket moves to the closed ones.</p>
            <Submit variant="quiet">Close it</Submit>
          </Act>
        </>
      )}
    </div>
  )
}

type One = { id: number; back: string; refused: RefusedAct | null }

function isRefused(refused: RefusedAct | null, name: string): boolean {
  return refused !== null && valueOf(refused.values, 'act') === name
}

type ActProps = One & { name: string; summary?: string; children: ReactNode }

/**
 * A form that begins anew once it has done its own act, and keeps what is typed while others do
 * theirs.
 */
function Act({ id, back, refused, name, summary, children }: ActProps) {
  const [times, setTimes] = useState(0)
  const said = times === 0 && isRefused(refused, name) ? refused : null
  const send = async (fields: FormData) => {
    await act(fields)
    setTimes(times + 1)
  }
  const form = (
    <ActionForm key={times} action="/staff/ticket" send={send} refused={said}>
      <input type="hidden" name="act" value={name} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="back" value={back} />
      {children}
    </ActionForm>
  )
  if (summary === undefined) return form
  return (
    <details key={times} open={said !== null}>
      <summary>{summary}</summary>
      {form}
    </details>
  )
}

function Tags({ tags, ...one }: One & { tags: readonly string[] }) {
  return (
    <details open={isRefused(one.refused, 'tag')}>
      <summary>Tags</summary>
      <Act {...one} name="tag">
        <Field name="tag" label="Add a tag" most={MAX_TICKET_TAG} autoComplete="off" required />
        <Submit variant="quiet">Add</Submit>
      </Act>
      {tags.map((tag) => (
        <Act key={tag} {...one} name="untag">
          <input type="hidden" name="tag" value={tag} />
          <Submit variant="quiet" size="small">
            Take {tag} away
          </Submit>
        </Act>
      ))}
    </details>
  )
}

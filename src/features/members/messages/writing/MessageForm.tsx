import { useEffect, useState } from 'react'
import { assertRefused } from '#api/client.ts'
import type { Answer } from '#api/contract.ts'
import { $user } from '#core/accounts/session.store.ts'
import { inCredits } from '#money/prices/in-credits.ts'
import { upgradeFor } from '#money/prices/upgrade-label.ts'
import { upgradePath } from '#money/prices/upgrade-source.ts'
import type { Billing } from '#sites/site.ts'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { textIn } from '#ui/form-answer.ts'
import { useStore } from '#ui/use-store.ts'
import { Quote } from '../chat/Quote.tsx'
import type { chatMessages } from '../messages.contract.ts'
import { draftFor, keepDraft } from './drafts.ts'
import { noteAttempt, readWriting, send } from './write-acts.store.ts'
import { chatPath, type Writing } from './writing.store.ts'

type Chat = Answer<typeof chatMessages>
type Props = Pick<Writing, 'to'> & {
  about?: Writing['about']
  later: string
  model: Billing['model']
  onClose(): void
}

/**
 * A message from a page that is not the chat. What is not sent waits as a draft, also in the chat;
 * for whoever may not write it is what an upgrade opens.
 */
const nothing: Writing['about'] = {}

export function MessageForm({ to, about = nothing, later, model, onClose }: Props) {
  const { id, username } = to
  const [chat, setChat] = useState<Chat | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    readWriting({ to, about }).then(setChat, (error: unknown) => {
      assertRefused(error)
      setProblem(error.message)
    })
  }, [to, about])
  const user = useStore($user)
  const code = chat?.writing.code ?? null
  // Until the server has said, what the page knows: nothing changes under a finger.
  const isClosed = chat ? code === 'needsPremium' : model !== 'credits' && !user?.isPremium
  const isSale = isClosed && user !== null
  return (
    <ActionForm
      className="form"
      action="/message/chatMessages"
      send={async (fields) => {
        if (await send({ to, about }, textIn(fields, 'body'))) onClose()
      }}
      actions={
        <div className="dialog-actions">
          <Button variant="quiet" onClick={onClose}>
            {later}
          </Button>
          {isSale ? (
            <ButtonLink href={upgradePath('message', id)} onClick={() => noteAttempt(id)}>
              {upgradeFor(user, model).label}
            </ButtonLink>
          ) : (
            <Submit>Send</Submit>
          )}
        </div>
      }
    >
      <input type="hidden" name="id" value={id} />
      {chat?.about ? <Quote part={chat.about} whose={`${username}’s`} /> : null}
      <TextField
        name="body"
        label="Your message"
        hint={
          isSale ? 'What you write is kept.' : (problem ?? (chat ? costOf(chat) : 'One moment …'))
        }
        rows={3}
        required
        autoFocus
        defaultValue={draftFor(id)}
        onInput={(event) => keepDraft(id, event.currentTarget.value)}
      />
      {isSale ? (
        <p>
          With full access you write to {username} and to anybody else, and read every message in
          full.
        </p>
      ) : null}
      <p className="cluster">
        <a href={chatPath(id)}>Open the chat</a>
        {code === 'verifiedOnly' ? (
          <a href="/profile/edit/managePhotos#photo-check">How to have your photo checked</a>
        ) : null}
      </p>
    </ActionForm>
  )
}

function costOf({ messages, newLeft, writing: { price, code } }: Chat): string {
  if (code === 'verifiedOnly')
    return 'They take first messages only from members whose photo our staff have checked. You can have yours checked under Photos.'
  if (newLeft === 0) return 'You have begun 20 conversations today. Begin the next tomorrow.'
  const before =
    messages.length > 0
      ? 'You have written with each other before.'
      : 'A question about their profile is a good beginning.'
  return price > 0 ? `${before} A message costs ${inCredits(price)}.` : before
}

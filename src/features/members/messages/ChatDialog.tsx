import { type SubmitEvent, useEffect, useState } from 'react'
import { api, assertRefused } from '../../../api/client.ts'
import { lengthLimit } from '../../../lib/texts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { showToast } from '../../../ui/toasts.store.ts'
import type { partnersOfMember } from '../likes/partners.contract.ts'
import type { blockUser } from '../reports/block.contract.ts'
import { MAX_REPORT_DETAILS, type ReportReason, reportReasons } from '../reports/report-reasons.ts'
import type { reportAbuse } from '../reports/report.contract.ts'
import { refreshInbox } from './current-inbox.store.ts'
import type { Correspondent } from './messages.contract.ts'
import styles from './ChatDialog.module.css'

export type ChatAct = 'block' | 'report'
type Props = { act: ChatAct | null; other: Correspondent; onClose(): void; onBlocked(): void }

/** Blocking and reporting without leaving the chat; the same questions as on the profile. Closed while `act` is null. */
export function ChatDialog({ act, other, onClose, onBlocked }: Props) {
  const [isReported, setReported] = useState(false)
  const close = () => {
    setReported(false)
    onClose()
  }
  const { username } = other
  const isReport = act === 'report' && !isReported
  const title = isReported ? 'Thank you' : isReport ? `Report ${username}` : `Block ${username}?`
  return (
    <Dialog open={act !== null} onClose={close} title={title} size={isReport ? 'medium' : 'small'}>
      {isReport ? (
        <ReportForm
          username={username}
          onClose={close}
          onSend={(reason, details) => report(other.userId, reason, details)}
          onReported={() => setReported(true)}
        />
      ) : (
        <>
          {isReported ? (
            <p role="status">
              Your report is with us. A person reads it and decides. You can block {username} as
              well.
            </p>
          ) : null}
          <Block
            key={act}
            isOpen={act !== null}
            other={other}
            onClose={close}
            onBlocked={onBlocked}
          />
        </>
      )}
    </Dialog>
  )
}

async function setBlocked(
  id: number,
  action: 'block' | 'unblock',
  also: number[],
): Promise<string | null> {
  try {
    await api.send<typeof blockUser>('POST /profile/blockUser', { body: { id, action, also } })
    await refreshInbox()
    return null
  } catch (error) {
    assertRefused(error)
    return error.message
  }
}

async function unblock(id: number, also: number[]): Promise<void> {
  const problem = await setBlocked(id, 'unblock', also)
  if (problem !== null) showToast(problem)
}

function Block({
  isOpen,
  other: { userId, username },
  onClose,
  onBlocked,
}: Omit<Props, 'act'> & { isOpen: boolean }) {
  const [problem, setProblem] = useState('')
  const [partners, setPartners] = useState<Array<{ id: number; username: string }>>([])
  const [also, setAlso] = useState<number[]>([])
  useEffect(() => {
    if (!isOpen) return
    api
      .send<typeof partnersOfMember>('GET /profile/partners/id/{id}', { params: { id: userId } })
      .then((found) => setPartners(found.partners), assertRefused)
  }, [isOpen, userId])
  const block = async () => {
    const refused = await setBlocked(userId, 'block', also)
    if (refused !== null) {
      setProblem(refused)
      return
    }
    onClose()
    onBlocked()
    showToast(`You blocked ${username}.`, {
      label: 'Undo',
      href: '/profile/edit/settings',
      act: () => void unblock(userId, also),
    })
  }
  return (
    <>
      <p>
        From now on neither of you finds, sees or writes to the other, on any of our sites. Likes
        between you are taken back. {username} is not told.
      </p>
      {partners.map((one) => (
        <label className="choice" key={one.id}>
          <input
            type="checkbox"
            checked={also.includes(one.id)}
            onChange={() =>
              setAlso(
                also.includes(one.id) ? also.filter((id) => id !== one.id) : [...also, one.id],
              )
            }
          />
          <span>Block {one.username}, their partner, as well</span>
        </label>
      ))}
      <p className="notice notice-danger" role="alert">
        {problem}
      </p>
      <div className="dialog-actions">
        <button type="button" className="button button-quiet" onClick={onClose} autoFocus>
          Cancel
        </button>
        <button type="button" className="button button-danger" onClick={() => void block()}>
          Block
        </button>
      </div>
    </>
  )
}

async function report(id: number, reason: ReportReason, details: string): Promise<void> {
  await api.send<typeof reportAbuse>('POST /profile/reportAbuse', { body: { id, reason, details } })
}

type ReportProps = {
  username: string
  onClose(): void
  onSend(reason: ReportReason, details: string): Promise<void>
  onReported(): void
}

export function ReportForm({ username, onClose, onSend, onReported }: ReportProps) {
  const [problem, setProblem] = useState('')
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    try {
      await onSend(fields.get('reason') as ReportReason, fields.get('details') as string)
      onReported()
    } catch (error) {
      assertRefused(error)
      setProblem(error.errors[0]?.message ?? error.message)
    }
  }
  return (
    <form className="form" onSubmit={(event) => void send(event)}>
      <p className="muted">
        One of us reads this. {username} does not learn of it. In danger? See{' '}
        <a href="/site/safety#help-lines" target="_blank" rel="noopener">
          help lines by country
        </a>
        .
      </p>
      <fieldset className="field">
        <legend className="field-label">What is wrong?</legend>
        <div className={styles['reasons']}>
          {reportReasons.map(({ value, label }) => (
            <label className="choice" key={value}>
              <input type="radio" name="reason" value={value} required />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label className="field-label" htmlFor="chat-report-details">
          What happened?
        </label>
        <textarea
          className="input"
          id="chat-report-details"
          name="details"
          rows={4}
          maxLength={lengthLimit(MAX_REPORT_DETAILS).maxlength}
          aria-describedby="chat-report-hint"
        />
        <p className="field-hint" id="chat-report-hint">
          Optional, but it helps: when it was, and what was said or shown.
        </p>
      </div>
      <p className="notice notice-danger" role="alert">
        {problem}
      </p>
      <div className="dialog-actions">
        <button type="button" className="button button-quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button">
          Send report
        </button>
      </div>
    </form>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { Radio, TextField } from '#ui/Field.tsx'
import { textIn } from '#ui/form-answer.ts'
import { MAX_REPORT_DETAILS, type ReportReason, reportReasons } from './report-reasons.ts'
import styles from './ReportForm.module.css'

type Props = {
  username: string
  action: string
  send(reason: ReportReason, details: string): Promise<void>
  cancel: ReactNode
  /** Whether it is about one message, which alone goes with it. */
  isAboutMessage?: boolean
  refused?: ComponentProps<typeof ActionForm>['refused']
  /** What the report is about. */
  children: ReactNode
}

/** What is wrong with somebody, or with something of theirs. */
export function ReportForm({
  username,
  action,
  send,
  cancel,
  isAboutMessage = false,
  refused,
  children,
}: Props) {
  const messages = isAboutMessage
    ? 'The message goes with it, and the one that it answers; no other. So do'
    : `The last messages between you and ${username} go with it, and`
  return (
    <ActionForm
      className="form"
      action={action}
      refused={refused}
      send={(fields) => send(fields.get('reason') as ReportReason, textIn(fields, 'details'))}
      actions={
        <div className="dialog-actions">
          {cancel}
          <Submit>Send report</Submit>
        </div>
      }
    >
      {children}
      <p className="muted">
        One of us reads this. {messages} their profile and photos as you see them now. {username}{' '}
        does not learn of it. In danger? See{' '}
        <a href="/site/safety#help-lines" target="_blank" rel="noopener">
          help lines by country
        </a>
        .
      </p>
      <Radio
        name="reason"
        label="What is wrong?"
        options={reportReasons}
        className={styles['reasons']}
        required
        autoFocus
      />
      <TextField
        name="details"
        label="What happened?"
        hint="Optional, but it helps: when it was, and what was said or shown."
        rows={4}
        most={MAX_REPORT_DETAILS}
      />
    </ActionForm>
  )
}

import type { ComponentProps } from 'react'
import { eraseDay } from '#core/accounts/come-back/come-back.ts'
import { Proof } from '#core/accounts/passkeys/Proof.tsx'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { textIn } from '#ui/form-answer.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { useFocus } from '#ui/use-focus.ts'
import { useSeeded } from '#ui/use-seeded.ts'
import { useStore } from '#ui/use-store.ts'
import { deleteAccount } from './delete-account.store.ts'
import { sizeInWords } from './export-file.ts'
import type { ExportState } from './export.contract.ts'
import { $export, $exportProblem, askForExport, seedExport } from './export.store.ts'
import { leavingReasons, MAX_LEAVING_WORDS } from './reasons.ts'

type Asks = { password: boolean; passkey: boolean }
type Refused = ComponentProps<typeof ActionForm>['refused']

/** A copy of everything about a member: asked for, being made, and there. */
export const DataCopy = withBoundary(function DataCopy({
  copy,
  asks,
  refused,
}: {
  copy: ExportState
  asks: Asks
  refused: Refused
}) {
  const { state, done, total, bytes, until, download } = useSeeded($export, copy, () =>
    seedExport(copy),
  )
  const problem = useStore($exportProblem, { ssr: 'initial' })
  const [said, focusSaid] = useFocus<HTMLDivElement>()
  const ask = async (fields: FormData) => {
    await askForExport(textIn(fields, 'password'), textIn(fields, 'passkey'))
    // The button that was pressed is gone.
    focusSaid()
  }
  return (
    <div className="stack">
      <div className="stack" aria-live="polite" tabIndex={-1} ref={said}>
        {state === 'running' ? (
          <>
            <p>Your copy is being made. You can leave this page: we mail you when it is ready.</p>
            <progress aria-label="Progress of your copy" max={Math.max(1, total)} value={done} />
          </>
        ) : null}
        {state === 'ready' ? (
          <p>
            Your copy is ready: {sizeInWords(bytes)}. It is here until{' '}
            {until === null ? '' : eraseDay(new Date(until))}, and opens for you alone.
          </p>
        ) : null}
        {download === null ? null : (
          <p>
            <ButtonLink href={download}>Download my copy</ButtonLink>
          </p>
        )}
        {state === 'failed' ? (
          <p className="notice notice-danger">
            Your copy could not be made. Please ask again, or{' '}
            <a href="/help#submit-ticket">tell us</a>.
          </p>
        ) : null}
      </div>
      {state === 'running' || download !== null ? null : (
        <ActionForm
          className="form"
          action="/profile/export"
          send={ask}
          refused={refused}
          actions={<Submit variant="quiet">Get a copy</Submit>}
        >
          <Proof asks={asks} />
        </ActionForm>
      )}
      <p className="notice notice-danger" role="alert">
        {problem}
      </p>
    </div>
  )
})

/** Deletes the account. What is deleted, and lost, the page says above it. */
export const DeleteAccount = withBoundary(function DeleteAccount({
  asks,
  refused,
}: {
  asks: Asks
  refused: Refused
}) {
  const send = async (fields: FormData) =>
    deleteAccount({
      password: textIn(fields, 'password'),
      passkey: textIn(fields, 'passkey'),
      reason: textIn(fields, 'reason') as 'other',
      words: textIn(fields, 'words'),
    })
  return (
    <ActionForm
      className="form"
      action="/profile/deleteAccount"
      send={send}
      refused={refused}
      actions={<Submit variant="danger">Delete my account</Submit>}
    >
      <SelectField
        name="reason"
        label="Why do you leave?"
        hint="You need not say. Support reads it without your name."
        options={[{ value: '', label: 'I would rather not say' }, ...leavingReasons]}
      />
      <TextField
        name="words"
        label="In your words"
        hint="Optional."
        rows={3}
        most={MAX_LEAVING_WORDS}
      />
      <Proof asks={asks} />
    </ActionForm>
  )
})

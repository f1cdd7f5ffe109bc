import type { ReactNode } from 'react'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { Tick } from '#ui/Tick.tsx'
import { block } from '../reporting/reporting-acts.store.ts'

type Person = { id: number; username: string }
type Props = {
  person: Person
  /** Whom the viewer sees to be linked with the member. */
  partners: readonly Person[]
  /** What leads to the report, and what leads away. */
  report: ReactNode
  cancel: ReactNode
  onBlocked?(): void
}

/** Asks before a block, and says what it does. */
export function BlockForm({ person, partners, report, cancel, onBlocked }: Props) {
  const { id, username } = person
  return (
    <ActionForm
      className="form"
      action="/profile/blockUser"
      send={async (fields) => {
        await block(person, fields.getAll('also').map(Number))
        onBlocked?.()
      }}
      actions={
        <div className="dialog-actions">
          {cancel}
          <Submit variant="danger">Block</Submit>
        </div>
      }
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="action" value="block" />
      <p>
        From now on neither of you finds, sees or writes to the other, on any of our sites. Likes
        between you are taken back. {username} is not told.
      </p>
      <p className="muted">
        Did they threaten or cheat you? {report} as well. Advice and help lines are{' '}
        <a href="/site/safety#help-lines" target="_blank" rel="noopener">
          on the safety page
        </a>
        .
      </p>
      {partners.map((one) => (
        <Tick
          key={one.id}
          name="also"
          value={one.id}
          label={`Block ${one.username}, their partner, as well`}
        />
      ))}
    </ActionForm>
  )
}

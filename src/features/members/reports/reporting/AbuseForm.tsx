import type { ComponentProps, ReactNode } from 'react'
import { ReportForm } from './ReportForm.tsx'
import { report } from './reporting-acts.store.ts'
import type { Reporting } from './reporting.store.ts'

type Props = {
  asked: Omit<Reporting, 'act'>
  cancel: ReactNode
  refused?: ComponentProps<typeof ReportForm>['refused']
  onReported(): void
}

/** A report about a member, or about an update or a message of theirs. */
export function AbuseForm({ asked, cancel, refused, onReported }: Props) {
  const { person, update = null, message = null } = asked
  return (
    <ReportForm
      username={person.username}
      action="/profile/reportAbuse"
      cancel={cancel}
      refused={refused}
      isAboutMessage={message !== null}
      send={async (reason, details) => {
        await report(asked, reason, details)
        onReported()
      }}
    >
      <input type="hidden" name="id" value={person.id} />
      {message === null ? null : <input type="hidden" name="message" value={message} />}
      {update === null ? null : (
        <>
          <input type="hidden" name="update" value={update} />
          <p>It is about an update; we keep its words with your report.</p>
        </>
      )}
    </ReportForm>
  )
}

import type { Answer } from '#api/contract.ts'
import { momentIn } from '#lib/formats.ts'
import { withBoundary } from '#ui/Boundary.tsx'
import { Rows } from '#ui/Rows.tsx'
import type { listSessions } from '../own-account.contract.ts'
import { endSession } from '../sessions.store.ts'

type Props = {
  sessions: Answer<typeof listSessions>['sessions']
  locale: string
  isSaved: boolean
}

export const Sessions = withBoundary(function Sessions({ sessions, locale, isSaved }: Props) {
  return (
    <Rows
      rows={sessions.map(({ id, device, brand, lastSeenAt, isThis }) => ({
        id,
        title: (
          <>
            <strong>{device}</strong>, on {brand}
          </>
        ),
        note: isThis
          ? 'This is where you are now.'
          : `Last seen ${momentIn(locale, new Date(lastSeenAt))}`,
        act: isThis ? null : { label: 'Sign out', to: `${device}, on ${brand}` },
      }))}
      action="/profile/endSession"
      end={endSession}
      others="Sign out all others"
      said="Signed out."
      isSaved={isSaved}
    />
  )
})

import type { ReactNode } from 'react'

type Props = { username: string; children: ReactNode }

/** What becomes of a report, with what can be done in the meantime. */
export function Reported({ username, children }: Props) {
  return (
    <>
      <p role="status">
        Your report is with us. A person reads it, looks at the profile and decides; if it breaks
        our rules, it is taken down.
      </p>
      <p>{username} is not told. If you would rather not see them in the meantime, block them.</p>
      <div className="dialog-actions">{children}</div>
    </>
  )
}

import type { ReactNode } from 'react'
import { onPlainClick } from '../../../ui/plain-click.ts'
import { ask, type Reporting } from '../reports/reporting.store.ts'

type Props = Pick<Reporting, 'act' | 'person'> & { children: ReactNode }

/** Asks about the other one on the page itself; without script, on their profile. */
export function AskLink({ act, person, children }: Props) {
  return (
    <a
      href={`/profile/view/id/${person.id}?act=${act}#act`}
      onClick={onPlainClick(() => ask({ act, person }))}
    >
      {children}
    </a>
  )
}

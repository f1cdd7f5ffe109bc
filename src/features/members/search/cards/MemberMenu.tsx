import type { ReactNode } from 'react'
import { ask } from '#members/reports/reporting/reporting.store.ts'
import { ActsMenu } from '#ui/ActsMenu.tsx'
import { onPlainClick } from '#ui/plain-click.ts'

type Props = {
  id: number
  username: string
  className: string | undefined
  /** What stands above blocking and reporting. */
  children?: ReactNode
}

/** What is behind the dots over somebody's photo. */
export function MemberMenu({ id, username, className, children }: Props) {
  const asks = (act: 'block' | 'report', words: ReactNode) => (
    <a
      href={`/profile/view/id/${id}?act=${act}#act`}
      onClick={onPlainClick(() => ask({ act, person: { id, username } }))}
    >
      {words}
    </a>
  )
  return (
    <ActsMenu
      label={`More about ${username}`}
      className={className}
      look="over-photo"
      name="member-menu"
    >
      {children}
      {asks('block', `Block ${username}`)}
      {asks('report', 'Report abuse')}
    </ActsMenu>
  )
}

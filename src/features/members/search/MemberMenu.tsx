import type { ReactNode } from 'react'
import { ActsMenu } from '../../../ui/ActsMenu.tsx'
import { onPlainClick } from '../../../ui/plain-click.ts'
import { ask } from '../reports/reporting.store.ts'

type Props = {
  id: number
  username: string
  className: string | undefined
  /** What stands above blocking and reporting. */
  children?: ReactNode
}

/** What is behind the dots over somebody's photo. */
export function MemberMenu({ id, username, className, children }: Props) {
  return (
    <ActsMenu
      label={`More about ${username}`}
      className={className}
      look="over-photo"
      name="member-menu"
    >
      {children}
      <a
        href={`/profile/view/id/${id}?act=block#act`}
        onClick={onPlainClick(() => ask({ act: 'block', person: { id, username } }))}
      >
        Block<span className="visually-hidden"> {username}</span>
      </a>
      <a
        href={`/profile/view/id/${id}?act=report#act`}
        onClick={onPlainClick(() => ask({ act: 'report', person: { id, username } }))}
      >
        Report abuse
      </a>
    </ActsMenu>
  )
}

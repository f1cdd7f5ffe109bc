import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IslandIconName } from './island-icons.ts'

type Props = { icon: IslandIconName; title: string; children?: ReactNode; action?: ReactNode }

export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <h2 className="empty-title">{title}</h2>
      {children === undefined ? null : <p className="muted">{children}</p>}
      {action}
    </div>
  )
}

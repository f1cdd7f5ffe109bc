import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './ActsMenu.module.css'

type Props = { label: string; className: string | undefined; children: ReactNode; name?: string }

/** Links and forms behind three dots; without script, too. Of several with one `name`, one is open. */
export function ActsMenu({ label, className, children, name }: Props) {
  return (
    <details className={`${styles['menu']} ${className}`} name={name}>
      <summary aria-label={label}>
        <Icon name="more" />
      </summary>
      <div className={styles['acts']}>{children}</div>
    </details>
  )
}

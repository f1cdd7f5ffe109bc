import { Icon } from './Icon.tsx'
import styles from './IndexRow.module.css'

/** A row of an index: what it leads to, and what that is at present. */
export function IndexRow({
  href,
  label,
  value,
  isHere = false,
}: {
  href: string
  label: string
  /** Of several lines, the first three are shown. */
  value: string
  isHere?: boolean
}) {
  return (
    <li>
      <a href={href} aria-current={isHere ? 'page' : undefined}>
        <strong>{label}</strong>
        {value === '' ? null : (
          <span
            className={value.includes('\n') || value.length > 40 ? styles['lines'] : undefined}
            dir="auto"
          >
            {value}
          </span>
        )}
        <Icon name="forward" />
      </a>
    </li>
  )
}

import { type IconName, icons } from './icons.ts'

/** A picture beside words; on its own it needs words from the control it stands in (`aria-label`). */
export function Icon({ name, filled = false }: { name: IconName; filled?: boolean }) {
  return (
    <svg className={filled ? 'icon icon-filled' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  )
}

import { type IslandIconName, islandIcons } from './island-icons.ts'

/** A decorative icon; a control with only an icon needs an `aria-label`. */
export function Icon({ name, filled = false }: { name: IslandIconName; filled?: boolean }) {
  return (
    <svg className={filled ? 'icon icon-filled' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={islandIcons[name]} />
    </svg>
  )
}

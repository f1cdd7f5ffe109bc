import { type IslandIconName, islandIcons } from './island-icons.ts'

/** A decorative icon; a control with only an icon needs an `aria-label`. */
export function Icon({ name }: { name: IslandIconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={islandIcons[name]} />
    </svg>
  )
}

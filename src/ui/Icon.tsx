import { type IslandIconName, islandIcons } from './island-icons.ts'

/** A decorative icon; a control with only an icon needs an `aria-label`. */
export function Icon({ name }: { name: IslandIconName }) {
  return <PathIcon path={islandIcons[name]} />
}

/** One that a single island uses, which has its path. */
export function PathIcon({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

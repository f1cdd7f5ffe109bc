import type { ReactNode } from 'react'

type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

/** A word about something's state; never the only place that says it by colour. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={tone === 'neutral' ? 'badge' : `badge badge-${tone}`}>{children}</span>
}

/** How many are new; nothing where there are none. `label` says of what: "3 new messages". */
export function Count({ value, label }: { value: number; label: string }) {
  if (value <= 0) return null
  return (
    <span className="count">
      <span aria-hidden="true">{value > 99 ? '99+' : value}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}

import { NavCount } from '../features/core/live/NavCount.tsx'
import { $tickers, seedTickers } from '../features/core/live/tickers.store.ts'
import { useSeen } from '../features/core/live/use-seen.ts'
import { withBoundary } from '../ui/Boundary.tsx'
import { useSeeded } from '../ui/use-seeded.ts'
import { editPages } from './member-menu.ts'
import type { Counters } from './MemberIslands.tsx'

/** The pages on which members edit what is theirs, as tabs; `here` is the present one's path. */
export const EditTabs = withBoundary(function EditTabs({
  here,
  tickers,
  countedAt,
}: Counters & { here: string }) {
  const counts = useSeeded($tickers, tickers, () => seedTickers(tickers, countedAt))
  useSeen(
    editPages.flatMap(({ href, counted }) => (href === here && counted ? [counted.ticker] : [])),
  )
  return (
    <nav className="edit-tabs" aria-label="Your profile and account">
      <ul>
        {editPages.map(({ href, label, counted }) => (
          <li key={href}>
            <a href={href} aria-current={href === here ? 'page' : undefined}>
              {label}
              {counted && <NavCount {...counted} isHere={href === here} tickers={counts} />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
})

import { lazy, Suspense, useEffect, useRef } from 'react'
import { useKeys } from '#core/accounts/on-screen/use-keys.ts'
import { withBoundary } from '#ui/Boundary.tsx'
import { useFocus } from '#ui/use-focus.ts'
import { useSeeded } from '#ui/use-seeded.ts'
import { useStore } from '#ui/use-store.ts'
import type { CannedChoice } from './TicketAnswer.tsx'
import { TicketList } from './TicketList.tsx'
import {
  type BrandNames,
  type RefusedAct,
  $tickets,
  $ticketsTrouble,
  choose,
  chooseNext,
  seedTickets,
  showAddress,
  type TicketsView,
} from './tickets.store.ts'
import styles from './Tickets.module.css'

type Props = {
  view: TicketsView
  brandNames: BrandNames
  texts: readonly CannedChoice[]
  /** What an answer begins with: a text that was inserted without script. */
  words: string
  refused: RefusedAct | null
}

/** What the browser fetches once a ticket is about to be opened, or is. */
const loadPane = async () => ({ default: (await import('./TicketPane.tsx')).TicketPane })
const TicketPane = import.meta.env.SSR ? (await loadPane()).default : lazy(loadPane)
const wantPane = () => void import('./TicketPane.tsx').then((pane) => pane.loadActs())

/** The list of tickets beside the one that is open; on a narrow screen one of the two. */
export const Tickets = withBoundary(function Tickets({
  view: first,
  brandNames,
  texts,
  words,
  refused,
}: Props) {
  const view = useSeeded($tickets, first, seedTickets) ?? first
  const trouble = useStore($ticketsTrouble, { ssr: 'initial' })
  const { chosen } = view.queue
  const [place, toPlace] = useFocus<HTMLElement>()
  const shown = useRef(chosen?.id ?? null)
  useEffect(() => {
    const follow = () => void showAddress()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  useEffect(() => {
    const id = chosen?.id ?? null
    if (id !== shown.current) toPlace()
    shown.current = id
  }, [chosen?.id])
  useKeys({
    j: () => {
      wantPane()
      return chooseNext(1)
    },
    k: () => {
      wantPane()
      return chooseNext(-1)
    },
    Escape: () => {
      if (chosen !== null) void choose(null)
      return chosen !== null
    },
  })
  const isFirst = view === first
  const said = isFirst && refused ? '' : view.said
  return (
    <>
      {isFirst && refused ? (
        <p className="notice notice-danger" role="alert">
          {refused.problem.errors?.[0]?.message ?? refused.problem.detail}
        </p>
      ) : null}
      <p className="notice notice-success" role="status">
        {said}
      </p>
      <p className="notice notice-danger" role="alert">
        {trouble}
      </p>
      <div className={styles['tickets']} data-open={chosen === null ? undefined : ''}>
        <TicketList view={view} brandNames={brandNames} onWanted={wantPane} />
        <section ref={place} className={styles['pane']} tabIndex={-1} aria-label="The ticket">
          {chosen === null ? (
            <p className="muted">
              Choose a ticket from the list. <kbd>J</kbd> and <kbd>K</kbd> go through it.
            </p>
          ) : (
            <Suspense>
              <TicketPane
                key={chosen.id}
                view={view}
                ticket={chosen}
                brandNames={brandNames}
                texts={texts}
                words={isFirst ? words : ''}
                refused={isFirst ? refused : null}
              />
            </Suspense>
          )}
        </section>
      </div>
    </>
  )
})

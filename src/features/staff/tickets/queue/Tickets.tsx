import { lazy, Suspense, useEffect, useRef } from 'react'
import { useKeys } from '#core/accounts/on-screen/use-keys.ts'
import { withBoundary } from '#ui/Boundary.tsx'
import { wordsOfDone } from '#ui/done.ts'
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
const wantPane = () => void loadPane()

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
  const said = isFirst && refused ? undefined : saidOf(view.done)
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

const words: Readonly<Record<string, (number: string) => string>> = {
  answered: (number) => `Ticket ${number} is answered: the mail is on its way.`,
  kept: (number) => `Ticket ${number} is answered, and stays open: the mail is on its way.`,
  closed: (number) => `Ticket ${number} is closed.`,
  taken: (number) => `You are answering ticket ${number}: for fifteen minutes nobody else does.`,
  released: (number) => `Ticket ${number} is everybody’s again.`,
  noted: (number) => `Ticket ${number} has a new note.`,
  snoozed: (number) => `Ticket ${number} is snoozed, and comes back by itself.`,
  raised: (number) => `Ticket ${number} is more urgent now, and is answered sooner.`,
  woken: (number) => `Ticket ${number} is back in the queue.`,
  reopened: (number) => `Ticket ${number} is open again.`,
  merged: (number) =>
    `Ticket ${number} is part of the ticket below now. Among the closed ones it can be made a ticket of its own again.`,
  assigned: (number) => `Ticket ${number} is given to a colleague.`,
  unassigned: (number) => `Ticket ${number} is nobody’s now.`,
  tagged: (number) => `The tags of ticket ${number} are changed.`,
}

function saidOf(done: string): string | undefined {
  const [, act = '', number = ''] = /^(\w+)-(\d{1,15})$/.exec(done) ?? []
  const text = Object.fromEntries(Object.entries(words).map(([name, say]) => [name, say(number)]))
  return wordsOfDone(act, text)
}

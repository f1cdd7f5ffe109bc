import { useStore } from '@nanostores/react'
import { queryString } from '../../api/client.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { People } from './People.tsx'
import { queryOf, wider } from './search.ts'
import { $isSearching, $refusal, $results, type Results } from './search.store.ts'
import styles from './SearchResults.module.css'

type Props = {
  /** What the page found on the server. */
  initial: Results
  /** `/search`, or a sister site's. */
  path: string
}

/** Who was found; a search of the form replaces it in place. Its pages are addresses. */
export function SearchResults({ initial, path }: Props) {
  const { members, page, hasMore, filters } = useStore($results) ?? initial
  const isSearching = useStore($isSearching)
  const refusal = useStore($refusal)
  const query = queryString(queryOf(filters))
  const step = wider(filters)

  return (
    <section className={styles['results']} aria-label="Results" aria-busy={isSearching}>
      {refusal ? (
        <p className="notice notice-danger" role="alert">
          {refusal.message}
        </p>
      ) : null}
      <p className="muted" role="status">
        {members.length === 0 ? 'Nobody found.' : summary(members.length, page, hasMore)}
      </p>
      {members.length > 0 ? <People members={members} eager={6} /> : null}
      {members.length === 0 && page > 1 ? (
        <EmptyState icon="people" title="That was everybody" action={<ButtonLink href={path + query}>Back to the beginning</ButtonLink>} />
      ) : null}
      {members.length === 0 && page === 1 ? (
        <EmptyState
          icon="search"
          title="Nobody fits all of that"
          action={step ? <ButtonLink href={path + queryString(queryOf(step.filters))}>{step.label}</ButtonLink> : undefined}
        >
          A wider search usually finds somebody.
        </EmptyState>
      ) : null}
      {page > 1 || hasMore ? (
        <nav className="pages" aria-label="Pages">
          {page > 1 ? (
            <ButtonLink variant="quiet" rel="prev" href={(page === 2 ? path : `${path}/${page - 1}`) + query}>
              Previous
            </ButtonLink>
          ) : (
            <span />
          )}
          <span className="muted">Page {page}</span>
          {hasMore ? (
            <ButtonLink variant="quiet" rel="next" href={`${path}/${page + 1}${query}`}>
              Next
            </ButtonLink>
          ) : (
            <span />
          )}
        </nav>
      ) : null}
    </section>
  )
}

function summary(count: number, page: number, hasMore: boolean): string {
  const people = count === 1 ? 'One person' : `${count} people`
  return page === 1 && !hasMore ? `${people}, those seen last first.` : `${people} on page ${page}, those seen last first.`
}

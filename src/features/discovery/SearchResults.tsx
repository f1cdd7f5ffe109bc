import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { queryString } from '../../api/client.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { connectLikeBoxes } from '../matching/like-boxes.client.ts'
import { People } from './People.tsx'
import { enhanceSearch } from './search-form.client.ts'
import { $isSearching, $refusal, $results, type Results } from './search.store.ts'
import { inWords, queryOf, widerSearch } from './search.ts'
import styles from './SearchResults.module.css'

type Props = {
  initial: Results
  path: string
  ownPlace: string
}

export function SearchResults({ initial, path, ownPlace }: Props) {
  // A search started before hydration may have finished: the first render must still match the server's HTML.
  const { members, page, hasMore, filters } = useStore($results, { ssr: 'initial' }) ?? initial
  const isSearching = useStore($isSearching, { ssr: 'initial' })
  const refusal = useStore($refusal, { ssr: 'initial' })
  useEffect(() => {
    connectLikeBoxes()
    enhanceSearch()
  }, [])
  const query = queryString(queryOf(filters))
  const step = widerSearch(filters)

  return (
    <section className={styles['results']} aria-label="Results" aria-busy={isSearching}>
      {refusal ? (
        <p className="notice notice-danger" role="alert">
          {refusal.message}
        </p>
      ) : null}
      <h2 className="visually-hidden">Results</h2>
      <p className="muted" role="status">
        {members.length === 0 ? 'Nobody found' : countInWords(members.length, page, hasMore)}: {inWords(filters, ownPlace)}
        {members.length > 1 ? ', those seen last first.' : '.'}
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
      {members.length > 0 && (page > 1 || hasMore) ? (
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

function countInWords(count: number, page: number, hasMore: boolean): string {
  const people = count === 1 ? 'One person' : `${count} people`
  return page === 1 && !hasMore ? people : `${people} on page ${page}`
}

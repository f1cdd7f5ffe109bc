import { type MouseEvent, type SubmitEvent, useState } from 'react'
import { api } from '#api/client.ts'
import { ActionForm, type RefusedPost, Submit } from '#ui/ActionForm.tsx'
import { Field } from '#ui/Field.tsx'
import { textIn } from '#ui/form-answer.ts'
import { Icon } from '#ui/Icon.tsx'
import { optimistic } from '#ui/optimistic.ts'
import { useFocus } from '#ui/use-focus.ts'
import type { deleteSearch, SavedSearch, saveSearch } from './saved-searches.contract.ts'
import { MOST_SAVED, SAVED_NAME_LENGTH } from './saved-searches.ts'
import styles from './SavedSearches.module.css'

type Props = {
  saved: readonly SavedSearch[]
  path: string
  /** The present search, as in its address. */
  query: string
  /** Saving it was refused without script. */
  refused: RefusedPost | undefined
  onApply(address: string, event: MouseEvent): void
}

export function SavedSearches({ saved: first, path, query, refused, onApply }: Props) {
  const [saved, setSaved] = useState(first)
  const [said, setSaid] = useState('')
  const [heading, focusHeading] = useFocus<HTMLHeadingElement>()
  const forget = (one: SavedSearch) => (event: SubmitEvent) => {
    event.preventDefault()
    void optimistic(
      () => {
        setSaved(saved.filter(({ id }) => id !== one.id))
        focusHeading()
      },
      async () => {
        await api.send<typeof deleteSearch>('POST /search/deleteSaved', { body: { id: one.id } })
        setSaid('Deleted.')
      },
      () => setSaved(saved),
    )
  }
  return (
    <section className={styles['saved']} aria-labelledby="saved-searches">
      <h3 id="saved-searches" ref={heading} tabIndex={-1}>
        Saved searches
      </h3>
      {saved.length === 0 ? null : (
        <ul role="list">
          {saved.map((one) => {
            const address = `${path}?${one.query}`
            return (
              <li key={one.id}>
                <a
                  href={address}
                  aria-current={one.query === query ? 'true' : undefined}
                  onClick={(event) => onApply(address, event)}
                >
                  {one.name}
                </a>
                <form method="post" action="/search/deleteSaved" onSubmit={forget(one)}>
                  <input type="hidden" name="id" value={one.id} />
                  <button
                    type="submit"
                    className={styles['forget']}
                    aria-label={`Delete ${one.name}`}
                  >
                    <Icon name="trash" />
                  </button>
                </form>
              </li>
            )
          })}
        </ul>
      )}
      <p className="muted" role="status">
        {said}
      </p>
      {saved.length >= MOST_SAVED ? (
        <p className="muted">You keep {MOST_SAVED}, which is as many as there may be.</p>
      ) : (
        <details open={refused !== undefined}>
          <summary>Save this search</summary>
          <ActionForm
            className="form"
            action="/search/save"
            refused={refused ?? null}
            send={async (fields) => {
              const {
                id,
                name,
                query: kept,
              } = await api.send<typeof saveSearch>('POST /search/save', {
                body: { name: textIn(fields, 'name'), query },
              })
              setSaved([...saved.filter((one) => one.id !== id), { id, name, query: kept }])
              return `Saved as “${name}”.`
            }}
            actions={
              <Submit variant="quiet" size="small">
                Save
              </Submit>
            }
          >
            <input type="hidden" name="query" value={query} />
            <Field
              name="name"
              label="Name"
              hint="Without one, it is called what it looks for."
              most={SAVED_NAME_LENGTH}
            />
          </ActionForm>
        </details>
      )}
    </section>
  )
}

import {
  lazy,
  type MouseEvent,
  startTransition,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { queryString } from '#api/client.ts'
import { useKeys } from '#core/accounts/on-screen/use-keys.ts'
import { TRAIL } from '#core/accounts/stored-user.ts'
import type { Unit } from '#core/places/distances.ts'
import { tabKept } from '#lib/browser.ts'
import type { Gender } from '#sites/genders.ts'
import type { RefusedPost } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Icon, PathIcon } from '#ui/Icon.tsx'
import { useFocus } from '#ui/use-focus.ts'
import { useIsAlive, useSeeded } from '#ui/use-seeded.ts'
import type { Card } from './cards/cards.contract.ts'
import { PeopleList } from './cards/PeopleList.tsx'
import { readTrail } from './profile/trail.ts'
import type { SavedSearch } from './saved-searches/saved-searches.contract.ts'
import { fieldsOf, queryIn, valuesOf, VIEW } from './search-fields.ts'
import { $search, countFor, search, type Searched, seedSearch, showMore } from './search.store.ts'
import {
  chipsOf,
  countInWords,
  everything,
  type Filters,
  inWords,
  queryOf,
  sorts,
  widerSearch,
} from './search.ts'
import { SearchForm, type Values } from './SearchForm.tsx'
import styles from './Search.module.css'

type Props = {
  found: Searched
  /** What the page was asked for, as the fields show it. */
  typed: Values
  path: string
  /** One person at a time. */
  isDeck: boolean
  saved: readonly SavedSearch[]
  /** Keeping one was refused without script. */
  refused?: RefusedPost
  /** The countries that the brand searches for this member. */
  countries: readonly string[]
  own: {
    lookingFor: readonly Gender[]
    country: string
    placeName: string
    unit: Unit
  }
  /** What the brand says above the title, and where nobody is found. */
  voice: { place: string; nobody: string }
}

/**
 * What the browser fetches after the page is alive, or where it is chosen; the server renders
 * nothing that is not there yet.
 */
const Deck = import.meta.env.SSR
  ? (await import('./cards/Deck.tsx')).Deck
  : lazy(async () => ({ default: (await import('./cards/Deck.tsx')).Deck }))
const SavedSearches = import.meta.env.SSR
  ? (await import('./saved-searches/SavedSearches.tsx')).SavedSearches
  : lazy(async () => ({
      default: (await import('./saved-searches/SavedSearches.tsx')).SavedSearches,
    }))

/** Who is found, and the filters: beside each other, and on a phone a sheet over the page. */
export const Search = withBoundary(Region)

function Region({ found, typed, path, isDeck, saved, refused, countries, own, voice }: Props) {
  const shown = useSeeded($search, found, seedSearch) ?? found
  const { members, page, hasMore, filters, count, refusal, isBusy } = shown
  const isAlive = useIsAlive()
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const sheet = useRef<HTMLDialogElement>(null)
  const [place, focusPlace] = useFocus<HTMLElement>()
  const [values, setValues] = useState(typed)
  const [formKey, setFormKey] = useState(0)
  const [isSheet, setSheet] = useState(false)
  const [sheetCount, setSheetCount] = useState<Searched['count']>(null)
  const [newest, setNewest] = useState<number | null>(null)
  /** The address that is shown, and the one that the sheet opened at. */
  const address = useRef('')
  const openedAt = useRef('')
  /** What the fields said in the search that is shown: a field only left does not search. */
  const applied = useRef('')

  const query = queryString(queryOf(filters)).slice(1)
  const at = (asked: string, onPage = path, deck = isDeck) => {
    const fields = [asked, deck ? DECK : ''].filter((one) => one !== '').join('&')
    return fields === '' ? onPage : `${onPage}?${fields}`
  }
  // A form takes so many characters.
  const back = at(query).length > 500 ? at('') : at(query)
  const addressOf = (other: Filters) => at(queryString(queryOf(other)).slice(1))
  const fill = (next: Values) => {
    setValues(next)
    setFormKey((before) => before + 1)
  }

  /** Searches for what fields or an address say; the choices in one sheet are one step back. */
  const apply = async (asked: string) => {
    const next = at(asked)
    if (sorted(asked) === applied.current) return
    if (!(await search(queryIn(new URLSearchParams(asked))))) return
    address.current = next
    setNewest(null)
    if (sheet.current?.open) history.replaceState({ isSheet: true }, '', next)
    else if (next !== location.pathname + location.search) history.pushState(null, '', next)
    const now = $search.get()
    // Shows the radius that the search used if none was chosen.
    const radius = form.current?.elements.namedItem('radius')
    if (now && radius instanceof HTMLSelectElement && radius !== document.activeElement)
      radius.value = String(now.filters.radius ?? 'any')
    if (now?.count) setSheetCount(now.count)
    applied.current = sorted(form.current ? fieldsOf(form.current) : asked)
  }
  const applyForm = () => {
    if (form.current?.checkValidity()) void apply(fieldsOf(form.current))
  }
  const applyLink = (to: string, event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const fields = new URLSearchParams(to.split('?')[1])
    fields.delete(VIEW)
    const asked = fields.toString()
    fill(valuesOf(queryIn(fields)))
    void apply(asked).then(focusPlace)
  }

  const open = (event: MouseEvent) => {
    event.preventDefault()
    if (sheet.current?.matches(':popover-open')) sheet.current.hidePopover()
    sheet.current?.showModal()
    first.current?.focus()
    // The sheet is painted first, whose words are as before until its count is here.
    startTransition(() => setSheet(true))
    // Opened again before it was told that it is closed: it is the same step back.
    if (!isSheetState()) {
      openedAt.current = location.pathname + location.search
      history.pushState({ isSheet: true }, '')
    }
    if (form.current)
      void countFor(queryIn(new URLSearchParams(fieldsOf(form.current)))).then(setSheetCount)
  }
  const close = () => sheet.current?.close()
  const closed = () => {
    // The browser tells it a frame later, and it may be open again.
    if (sheet.current?.open) return
    setSheet(false)
    if (!isSheetState()) return
    // Where nothing was changed, nothing is to be gone back to.
    if (openedAt.current === location.pathname + location.search) history.back()
    else history.replaceState(null, '')
  }

  const more = async () => {
    const from = await showMore()
    if (!from) return
    setNewest(from.id)
    history.replaceState(
      { ...(history.state as object | null), upTo: $search.get()?.page ?? 1 },
      '',
    )
  }
  /** After Back and a reload: the pages that had been added, and the place in them. */
  const restore = async () => {
    const { upTo = pagesBefore(), y } = (history.state ?? {}) as { upTo?: number; y?: number }
    let last: Card | null = null
    while (($search.get()?.page ?? 1) < upTo) {
      last = await showMore()
      if (!last) break
    }
    if (last === null) return
    requestAnimationFrame(() => {
      if (y !== undefined) scrollTo({ top: y, behavior: 'instant' })
      // To the row that is there only now.
      else if (location.hash !== '') location.replace(location.hash)
    })
  }

  useLayoutEffect(() => {
    address.current = location.pathname + location.search
    // What was ticked or typed before hydration counts; what is still being typed, once it is left
    // or sent.
    const asked = form.current ? fieldsOf(form.current) : ''
    applied.current = sorted(asFields(typed))
    if (sorted(asked) === applied.current) void restore()
    else if (document.activeElement?.matches('input.input')) applied.current = ''
    else void apply(asked)
    // Once, as the page comes.
  }, [])

  useEffect(() => {
    const follow = () => {
      if (sheet.current?.open) {
        // Back closes the sheet and keeps the filters.
        sheet.current.close()
        history.replaceState(null, '', address.current)
        return
      }
      // A change of the hash alone, as by the skip link, or a sheet that changed nothing.
      if (address.current === location.pathname + location.search) return
      address.current = location.pathname + location.search
      void search(queryIn(new URLSearchParams(location.search)), pageIn(location.pathname)).then(
        (isDone) => {
          const now = $search.get()
          if (!isDone || !now) return
          const filled = valuesOf(queryOf(now.filters))
          fill(filled)
          applied.current = sorted(asFields(filled))
          void restore()
        },
      )
    }
    const leave = () =>
      history.replaceState({ ...(history.state as object | null), y: scrollY }, '')
    addEventListener('popstate', follow)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener('pagehide', leave)
    }
  })
  useKeys(
    {
      '/'() {
        const field = form.current?.elements.namedItem('place')
        if (!(field instanceof HTMLInputElement) || !field.checkVisibility()) return false
        field.focus()
        field.select()
        return true
      },
    },
    true,
  )

  const errors = Object.fromEntries(
    refusal?.errors.map(({ field, message }) => [field, message]) ?? [],
  )
  const step = widerSearch(filters, own)
  const wider = step ? (
    <ButtonLink
      href={addressOf(step.filters)}
      onClick={(event) => applyLink(addressOf(step.filters), event)}
    >
      {step.label}
    </ButtonLink>
  ) : null
  const chips = chipsOf(filters, own)
  const total = members.length === 0 ? 'Nobody found' : count ? countInWords(count) : `Page ${page}`
  const showText =
    !isSheet || !sheetCount
      ? 'Search'
      : sheetCount.count === 0
        ? 'Nobody fits all of that'
        : `Show ${countInWords(sheetCount).toLowerCase()}`

  return (
    <div className={styles['search']}>
      <header className={styles['head']}>
        <div>
          <p className="place">{voice.place}</p>
          <h1>Search</h1>
        </div>
        <a
          className={`button button-quiet button-icon ${styles['view']}`}
          href={at(query, path, !isDeck)}
          aria-label={isDeck ? 'All at once' : 'One at a time'}
        >
          <Icon name={isDeck ? 'people' : 'person'} />
        </a>
        <button
          type="button"
          className={`button button-quiet button-icon ${styles['open']}`}
          popoverTarget="filters"
          aria-label="Filters"
          onClick={open}
        >
          <PathIcon path={FILTER} />
        </button>
      </header>
      <dialog
        ref={sheet}
        className={`card ${styles['filters']} ${(refusal || refused) && !isAlive ? styles['refused'] : ''}`}
        id="filters"
        popover="auto"
        aria-labelledby="filters-title"
        onClose={closed}
        onMouseDown={(event) => event.target === event.currentTarget && close()}
      >
        <div className={styles['title']}>
          <h2 id="filters-title">Filters</h2>
          <button
            type="button"
            className={styles['close']}
            popoverTarget="filters"
            popoverTargetAction="hide"
            aria-label="Close"
            onClick={close}
          >
            <Icon name="close" />
          </button>
        </div>
        <SearchForm
          key={formKey}
          action={path}
          values={values}
          errors={errors}
          own={own}
          countries={countries}
          button={showText}
          form={form}
          first={first}
          onChange={applyForm}
          onSubmit={() => {
            applyForm()
            close()
          }}
        >
          {isDeck ? <input type="hidden" name={VIEW} value="deck" /> : null}
        </SearchForm>
        <p className="visually-hidden" role="status">
          {isSheet ? showText : ''}
        </p>
        <Suspense>
          <SavedSearches {...{ saved, path, query, refused }} onApply={applyLink} />
        </Suspense>
      </dialog>
      <section
        ref={chips.length === 0 ? place : undefined}
        className={styles['results']}
        id="results"
        aria-label="Results"
        aria-busy={isBusy || undefined}
        tabIndex={-1}
      >
        <h2 className="visually-hidden">Results</h2>
        <p className="notice notice-danger" role="alert">
          {refusal?.message ?? ''}
        </p>
        {chips.length === 0 ? null : (
          <ul className={styles['chips']} role="list" aria-label="Filters in use">
            {chips.map(({ label, without }, index) => (
              <li key={label}>
                <a
                  ref={index === 0 ? (link) => void (place.current = link) : undefined}
                  className={`chip ${styles['on']}`}
                  href={addressOf(without)}
                  aria-label={`${label}, remove`}
                  onClick={(event) => applyLink(addressOf(without), event)}
                >
                  {label}
                  <Icon name="close" />
                </a>
              </li>
            ))}
            {chips.length > 1 ? (
              <li>
                <a
                  className="chip"
                  href={addressOf(all(filters, own))}
                  onClick={(event) => applyLink(addressOf(all(filters, own)), event)}
                >
                  Remove all
                </a>
              </li>
            ) : null}
          </ul>
        )}
        <p className={`muted ${styles['said']}`} role="status">
          {`${total}: ${inWords(filters, own)}${
            members.length > 1
              ? `, ${sorts.find(({ value }) => value === filters.sort)?.words}`
              : ''
          }.`}
        </p>
        <div className={styles['found']}>
          {members.length > 0 && isDeck ? (
            <Suspense>
              <Deck
                members={members}
                title="Search"
                back={back}
                more={hasMore ? { ask: () => void showMore(), isBusy } : null}
                end={wider}
              />
            </Suspense>
          ) : members.length > 0 ? (
            <PeopleList members={members} title="Search" back={back} eager={6} newest={newest} />
          ) : (
            <EmptyState
              icon={page > 1 ? 'people' : 'search'}
              title={page > 1 ? 'That was everybody' : 'Nobody fits all of that'}
              action={
                page > 1 ? <ButtonLink href={at(query)}>Back to the beginning</ButtonLink> : wider
              }
            >
              {page > 1 ? undefined : `${voice.nobody} A wider search usually finds somebody.`}
            </EmptyState>
          )}
          {members.length > 0 && (page > 1 || hasMore) && !(isDeck && isAlive) ? (
            <nav className="pages" aria-label="Pages">
              {page > 1 && !isAlive ? (
                <ButtonLink
                  variant="quiet"
                  rel="prev"
                  href={at(query, page === 2 ? path : `${path}/${page - 1}`)}
                >
                  Previous
                </ButtonLink>
              ) : (
                <span />
              )}
              <span className="muted">{`Page ${page}`}</span>
              {hasMore ? (
                <ButtonLink
                  variant="quiet"
                  rel="next"
                  href={at(query, `${path}/${page + 1}`)}
                  aria-busy={isBusy || undefined}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return
                    event.preventDefault()
                    void more()
                  }}
                >
                  {isAlive ? 'Show more' : 'Next'}
                </ButtonLink>
              ) : (
                <span />
              )}
            </nav>
          ) : null}
        </div>
      </section>
    </div>
  )
}

const all = (filters: Filters, own: Props['own']): Filters => ({
  ...filters,
  ...everything,
  gender: [...own.lookingFor],
  country: own.country,
})

const asFields = ({ gender, facts, online, withPhoto, verified, linked, ...texts }: Values) => {
  const fields = new URLSearchParams(gender.map((one) => ['gender', one]))
  for (const name of ['ageFrom', 'ageTo', 'radius', 'place', 'placeId', 'country'] as const)
    if (texts[name] !== '') fields.append(name, texts[name])
  for (const [name, isOn] of Object.entries({ online, withPhoto, verified, linked }))
    if (isOn) fields.append(name, 'on')
  for (const [name, chosen] of Object.entries(facts))
    for (const one of chosen) fields.append(name, one)
  fields.append('sort', texts.sort)
  return fields.toString()
}

const isSheetState = () => (history.state as { isSheet?: boolean } | null)?.isSheet === true

const FILTER = 'M3.5 6.5h17M7 12h10M10.5 17.5h3'
const DECK = `${VIEW}=deck`

const sorted = (fields: string) => fields.split('&').toSorted().join()

/** The pages that were added when a profile was opened, which leads back to this place in them. */
function pagesBefore(): number {
  if (!location.hash.startsWith('#person-')) return 1
  const trail = readTrail(tabKept.getItem(TRAIL))
  return trail?.back === location.pathname + location.search ? trail.upTo : 1
}

function pageIn(path: string): number {
  return Number(/\/search\/(\d+)/.exec(path)?.[1] ?? '1')
}

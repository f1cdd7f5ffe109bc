import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { api } from '#api/client.ts'
import type { Answer } from '#api/contract.ts'
import type { searchPlaces } from './places.contract.ts'
import styles from './PlaceField.module.css'

const PAUSE = 180
const LEAST = 2
const MOST = 8

type Place = Answer<typeof searchPlaces>['places'][number]
type Props = {
  label: string
  hint: ReactNode
  error: string | undefined
  /** Of the places that are suggested. */
  country: string
  place: string
  placeId: string
  required?: boolean
  onChoose?(): void
}

/**
 * The fields `place` and `placeId`: a choice sets the id; further typing clears it, and the server
 * then resolves the text (ARIA combobox pattern).
 */
export function PlaceField({
  label,
  hint,
  error,
  country,
  place,
  placeId,
  required = false,
  onChoose,
}: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const hidden = useRef<HTMLInputElement>(null)
  const marked = useRef<HTMLLIElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asking = useRef(new AbortController())
  const [places, setPlaces] = useState<readonly Place[]>([])
  const [markedId, setMarkedId] = useState<number | null>(null)
  const active = places.findIndex((one) => one.id === markedId)

  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'nearest' })
  }, [markedId])
  /** No answer on its way opens the list again. */
  const close = () => {
    clearTimeout(timer.current)
    asking.current.abort()
    setPlaces([])
    setMarkedId(null)
  }
  const ask = async (query: string) => {
    asking.current.abort()
    asking.current = new AbortController()
    const { signal } = asking.current
    try {
      const answer = await api.send<typeof searchPlaces>(
        'GET /location/places',
        { query: { country, query } },
        { signal },
      )
      if (!signal.aborted) setPlaces(answer.places.slice(0, MOST))
    } catch (failure) {
      // Suggestions are optional: without them the server resolves the typed text.
      if (!signal.aborted) console.warn('no suggestions for places', failure)
    }
  }
  const type = (text: string) => {
    if (hidden.current) hidden.current.value = ''
    clearTimeout(timer.current)
    if (text.trim().length < LEAST) close()
    else timer.current = setTimeout(() => void ask(text), PAUSE)
  }
  useEffect(() => {
    // Begun before hydration.
    if (input.current?.matches(':focus')) type(input.current.value)
    return () => clearTimeout(timer.current)
    // Once, as it comes.
  }, [])

  const choose = (chosen: Place) => {
    if (input.current) input.current.value = chosen.name
    if (hidden.current) hidden.current.value = String(chosen.id)
    close()
    onChoose?.()
  }
  const press = (event: KeyboardEvent) => {
    const count = places.length
    if (count === 0) return
    const chosen = places[active]
    const step = (to: number) => setMarkedId(places[(to + count) % count]?.id ?? null)
    if (event.key === 'ArrowDown') step(active + 1)
    else if (event.key === 'ArrowUp') step(active < 0 ? count - 1 : active - 1)
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }

  return (
    <div className={styles['place']}>
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        <input
          ref={input}
          id={id}
          className="input"
          type="text"
          name="place"
          maxLength={100}
          required={required}
          autoComplete="off"
          role="combobox"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-expanded={places.length > 0}
          aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${id}-hint ${id}-error`}
          defaultValue={place}
          onInput={(event) => type(event.currentTarget.value)}
          onBlur={close}
          onKeyDown={press}
        />
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      </div>
      <input ref={hidden} type="hidden" name="placeId" defaultValue={placeId} />
      <ul
        className="place-list"
        id={`${id}-list`}
        role="listbox"
        aria-label="Places"
        hidden={places.length === 0}
      >
        {places.map((one, index) => (
          <li
            key={one.id}
            ref={index === active ? marked : undefined}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            // Prevents the blur that would close the list before the click.
            onMouseDown={(event) => {
              event.preventDefault()
              choose(one)
            }}
          >
            {one.name}, {one.region}
          </li>
        ))}
      </ul>
    </div>
  )
}

import { useRef } from 'react'
import { useKeys } from '#core/accounts/on-screen/use-keys.ts'
import styles from './FindField.module.css'

/** The field in the bar of every page of staff; `/` goes to it. */
export function FindField({ typed }: { typed: string }) {
  const field = useRef<HTMLInputElement>(null)
  useKeys({
    '/': () => {
      field.current?.focus()
      field.current?.select()
    },
  })
  return (
    <search className={styles['find']}>
      <form method="get" action="/staff/members">
        <input
          ref={field}
          className="input"
          type="search"
          name="find"
          aria-label="Find a member"
          aria-keyshortcuts="/"
          placeholder="Find a member"
          defaultValue={typed}
          maxLength={320}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <kbd aria-hidden="true">/</kbd>
        <button type="submit" className="visually-hidden">
          Find
        </button>
      </form>
    </search>
  )
}

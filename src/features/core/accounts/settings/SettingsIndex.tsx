import { useLayoutEffect, useRef, useState } from 'react'
import {
  SETTINGS,
  sectionsFor,
  settingsGroups,
  settingsPage,
  settingsSection,
  type SettingsScreenId,
} from '#sites/settings-screens.ts'
import { withBoundary } from '#ui/Boundary.tsx'
import { IndexRow } from '#ui/IndexRow.tsx'
import styles from '#ui/IndexRow.module.css'

type Props = {
  path: string
  /** The screen that is open beside the index. */
  here: SettingsScreenId | null
  /** What each row says of its present state. */
  values: Readonly<Partial<Record<SettingsScreenId, string>>>
  /** What was looked for without script. */
  find: string
}

/** The index of the settings: a row a screen, and a field to find one by any word for it. */
export const SettingsIndex = withBoundary(function SettingsIndex({
  path,
  here,
  values,
  find,
}: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(find)
  useLayoutEffect(() => {
    // What was typed before hydration.
    setTyped(field.current?.value ?? '')
    // An address of when all sections were on one page.
    const section = here === null ? settingsSection(location.hash.slice(1)) : null
    if (section) location.replace(settingsPage(section))
  }, [])
  const isSearch = typed.trim() !== ''
  const found = isSearch ? sectionsFor(typed) : []
  return (
    <div className={styles['index']}>
      <search>
        <form action={SETTINGS} onSubmit={(event) => event.preventDefault()}>
          <label className="visually-hidden" htmlFor="find-setting">
            Find a setting
          </label>
          <input
            ref={field}
            className="input"
            id="find-setting"
            type="search"
            name="find"
            placeholder="Find a setting"
            autoComplete="off"
            maxLength={60}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
      </search>
      <p className="visually-hidden" role="status">
        {isSearch ? `${found.length} found` : ''}
      </p>
      <nav aria-label="Settings">
        {isSearch ? (
          <ul>
            {found.map(({ screen, section }) => (
              <IndexRow
                key={section.id}
                href={settingsPage(section.id)}
                label={section.label}
                value={section.label === screen.label ? '' : screen.label}
              />
            ))}
            {found.length === 0 ? (
              <li>
                <p>
                  Nothing here is called that.{' '}
                  <a href={`/help?q=${encodeURIComponent(typed.trim())}`}>Look in the help</a>
                </p>
              </li>
            ) : null}
          </ul>
        ) : (
          settingsGroups.map(({ label, screens }) => (
            <section key={label} aria-label={label}>
              <h2>{label}</h2>
              <ul>
                {screens.map((screen) => (
                  <IndexRow
                    key={screen.id}
                    href={'href' in screen ? screen.href : `${path}?screen=${screen.id}`}
                    label={screen.label}
                    value={values[screen.id] ?? ''}
                    isHere={screen.id === here}
                  />
                ))}
              </ul>
            </section>
          ))
        )}
      </nav>
    </div>
  )
})

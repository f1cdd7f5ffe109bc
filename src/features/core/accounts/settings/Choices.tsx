import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { withBoundary } from '#ui/Boundary.tsx'
import { Button } from '#ui/Button.tsx'
import { textIn } from '#ui/form-answer.ts'
import { Tick } from '#ui/Tick.tsx'
import { useIsAlive } from '#ui/use-seeded.ts'
import {
  type Choice,
  saveChoice,
  saveFirstMessages,
  saveShownTo,
  saveSwitch,
  saveValue,
  type SwitchesSection,
} from './settings.store.ts'

/**
 * Controls of the settings that save themselves as they are changed; without script, by a button.
 */

type Option = { value: string; label: string; hint?: string }

type FormProps = {
  action: string
  /** Which section the form saves, where its address has several. */
  section?: string
  /** Whether it has just been saved without script. */
  isSaved: boolean
  children: ReactNode
}

/** Not filled in by the browser: after Back, and a reload, it shows what is stored. */
function ChoiceForm({ action, section, isSaved, children }: FormProps) {
  const isAlive = useIsAlive()
  return (
    <form
      className="form"
      method="post"
      action={action}
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
    >
      {section === undefined ? null : <input type="hidden" name="section" value={section} />}
      {children}
      {isSaved ? (
        <p className="saved" role="status">
          Saved.
        </p>
      ) : null}
      {isAlive ? null : (
        <p className="once-changed">
          <Button type="submit">Save</Button>
        </p>
      )}
    </form>
  )
}

/**
 * The value as it is shown, and what a change does; what was chosen before hydration is read by
 * `readEarly`, and saved.
 */
function useChoice<V>(
  initial: V,
  send: (value: V) => Promise<unknown>,
  readEarly: () => V | undefined,
): [value: V, choose: (value: V) => void] {
  const [value, setValue] = useState(initial)
  const stored = useRef(initial)
  const choice: Choice<V> = { stored, show: setValue, send }
  useLayoutEffect(() => {
    const early = readEarly()
    if (early !== undefined && early !== initial) void saveChoice(choice, early)
    // Once, as the page comes.
  }, [])
  return [value, (next) => void saveChoice(choice, next)]
}

type SwitchProps = { name: string; label: string; hint?: string; isOn: boolean }

function Switch({ section, isOn, ...words }: SwitchProps & { section: SwitchesSection }) {
  const box = useRef<HTMLInputElement>(null)
  const [isTicked, choose] = useChoice(
    isOn,
    (value) => saveSwitch(section, words.name, value),
    () => box.current?.checked,
  )
  return (
    <Tick
      {...words}
      ref={box}
      checked={isTicked}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  )
}

/** The switches of a section, each of which saves itself. */
export const Switches = withBoundary(function Switches({
  section,
  switches,
  isSaved,
}: {
  section: SwitchesSection
  switches: readonly SwitchProps[]
  isSaved: boolean
}) {
  return (
    <ChoiceForm action="/profile/saveSettings" section={section} isSaved={isSaved}>
      {switches.map((one) => (
        <Switch key={one.name} section={section} {...one} />
      ))}
    </ChoiceForm>
  )
})

type ListProps = { stored: string; options: readonly Option[]; isSaved: boolean }

/** One of several, each with what it means. */
function Radios({
  legend,
  name,
  stored,
  options,
  send,
  ...form
}: ListProps & {
  legend: string
  name: string
  action: string
  section?: string
  send(value: string): Promise<unknown>
}) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const [value, choose] = useChoice(stored, send, () => {
    const early = fields.current?.form
    return early ? textIn(new FormData(early), name) : undefined
  })
  return (
    <ChoiceForm {...form}>
      <fieldset className="stack" ref={fields}>
        <legend className="visually-hidden">{legend}</legend>
        {options.map((option) => (
          <Tick
            {...option}
            key={option.value}
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => choose(option.value)}
          />
        ))}
      </fieldset>
    </ChoiceForm>
  )
}

export const WhoFinds = withBoundary(function WhoFinds(props: ListProps) {
  const before = useRef(props.stored)
  return (
    <Radios
      {...props}
      legend="Who finds me"
      name="to"
      action="/profile/setShownTo"
      send={async (to) => {
        await saveShownTo(to, before.current)
        before.current = to
      }}
    />
  )
})

export const FirstMessages = withBoundary(function FirstMessages(props: ListProps) {
  return (
    <Radios
      {...props}
      legend="Who may write first"
      name="from"
      action="/profile/setFirstMessages"
      send={saveFirstMessages}
    />
  )
})

/** Whether pages are light or dark; the page that is open follows at once. */
export const Theme = withBoundary(function Theme(props: ListProps) {
  return (
    <Radios
      {...props}
      legend="Light or dark"
      name="theme"
      action="/profile/saveSettings"
      section="theme"
      send={async (theme) => {
        await saveValue('theme', 'theme', theme)
        document.documentElement.dataset['theme'] = theme
      }}
    />
  )
})

export const Units = withBoundary(function Units(props: ListProps) {
  return (
    <Radios
      {...props}
      legend="Miles or kilometres"
      name="unit"
      action="/profile/saveSettings"
      section="units"
      send={(unit) => saveValue('units', 'unit', unit)}
    />
  )
})

export const Dates = withBoundary(function Dates({ stored, options, isSaved }: ListProps) {
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const [value, choose] = useChoice(
    stored,
    (locale) => saveValue('dates', 'locale', locale),
    () => select.current?.value,
  )
  return (
    <ChoiceForm action="/profile/saveSettings" section="dates" isSaved={isSaved}>
      <div className="field">
        <label className="field-label" htmlFor={id}>
          Language of dates and times
        </label>
        <select
          ref={select}
          id={id}
          name="locale"
          className="input"
          value={value}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </ChoiceForm>
  )
})

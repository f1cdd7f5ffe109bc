import { type FormEvent, type ReactNode, type Ref, type SubmitEvent, useState } from 'react'
import { classifiers } from '#core/people/classifiers.ts'
import { MAX_AGE, MIN_AGE, radii } from '#core/people/first-messages/wishes.ts'
import { countryName } from '#core/places/country-name.ts'
import { lengthInWords, type Unit } from '#core/places/distances.ts'
import { PlaceField } from '#core/places/PlaceField.tsx'
import { genders } from '#sites/genders.ts'
import { sorts } from './search.ts'
import styles from './SearchForm.module.css'

/** As the fields show them. */
export type Values = {
  gender: readonly string[]
  /** By classifier, what its boxes show. */
  facts: Readonly<Record<string, readonly string[]>>
} & Record<'ageFrom' | 'ageTo' | 'country' | 'place' | 'placeId' | 'radius' | 'sort', string> &
  Record<'online' | 'withPhoto' | 'verified' | 'linked', boolean>

type Props = {
  action: string
  values: Values
  errors: Readonly<Record<string, string | undefined>>
  own: { placeName: string; country: string; unit: Unit }
  countries: readonly string[]
  button: string
  form: Ref<HTMLFormElement>
  first: Ref<HTMLInputElement>
  onChange(): void
  onSubmit(): void
  /** Hidden fields. */
  children: ReactNode
}

const ticks = [
  ['online', 'Online now'],
  ['withPhoto', 'With photo'],
  ['verified', 'Photo checked by our staff'],
  ['linked', 'Linked with a partner here'],
] as const

/** The filters as a GET form, so that each search has an address and works without script. */
export function SearchForm({
  action,
  values,
  errors,
  own,
  countries,
  button,
  form,
  first,
  onChange,
  onSubmit,
  children,
}: Props) {
  const [country, setCountry] = useState(values.country)
  /** A text counts once it is left, or sent. */
  const change = ({ target }: FormEvent) => {
    if (target instanceof HTMLSelectElement && target.name === 'country') setCountry(target.value)
    const isChoice =
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && target.type === 'checkbox')
    if (isChoice) onChange()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form
      ref={form}
      className={`form ${styles['form']}`}
      role="search"
      aria-label="Members"
      method="get"
      action={action}
      onChange={change}
      onSubmit={submit}
    >
      {children}
      <fieldset className="field" aria-describedby="search-gender-error">
        <legend className="field-label">Show me</legend>
        <div className="chips">
          {genders.map(({ value, plural }, index) => (
            <label key={value} className="chip">
              <input
                ref={index === 0 ? first : undefined}
                type="checkbox"
                name="gender"
                value={value}
                defaultChecked={values.gender.includes(value)}
              />
              {plural}
            </label>
          ))}
        </div>
        <p className="field-error" id="search-gender-error">
          {errors['gender']}
        </p>
      </fieldset>
      <div className={styles['ages']}>
        <Age name="ageFrom" label="Age from" most={MIN_AGE} {...{ values, errors, onChange }} />
        <Age name="ageTo" label="to" most={MAX_AGE} {...{ values, errors, onChange }} />
      </div>
      <Choice name="radius" label="Distance" {...{ values, errors }}>
        {radii.map((km) => (
          <option key={km} value={km}>
            within {lengthInWords(km, own.unit)}
          </option>
        ))}
        <option value="any">Any distance</option>
      </Choice>
      <PlaceField
        key={country}
        label="Around"
        hint={`Nothing here means your own place, ${own.placeName}; a small place stands for the nearest larger town.`}
        error={errors['place'] ?? errors['placeId']}
        country={country}
        place={country === values.country ? values.place : ''}
        placeId={country === values.country ? values.placeId : ''}
        onChoose={onChange}
      />
      <Choice name="country" label="Country" {...{ values, errors }}>
        <option value="any">All countries</option>
        {countries.map((code) => (
          <option key={code} value={code}>
            {countryName(code)}
          </option>
        ))}
      </Choice>
      <div className={styles['ticks']}>
        {ticks.map(([name, label]) => (
          <label key={name} className="choice">
            <input type="checkbox" name={name} defaultChecked={values[name]} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <details
        className={styles['facts']}
        open={Object.values(values.facts).some((chosen) => chosen.length > 0) || undefined}
      >
        <summary>What they say of themselves</summary>
        {classifiers.map(({ name, fact, options }) => (
          <fieldset key={name} className="field">
            <legend className="field-label">{fact}</legend>
            <div className="chips">
              {options.map((option) => (
                <label key={option.value} className="chip">
                  <input
                    type="checkbox"
                    name={name}
                    value={option.value}
                    defaultChecked={values.facts[name]?.includes(option.value) ?? false}
                  />
                  {option.label}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </details>
      <Choice name="sort" label="Order" {...{ values, errors }}>
        {sorts.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Choice>
      <div className={styles['submit']}>
        <button type="submit" className="button button-wide">
          {button}
        </button>
      </div>
    </form>
  )
}

type FieldProps = Pick<Props, 'values' | 'errors'> & { label: string }

function Age({
  name,
  label,
  most,
  values,
  errors,
  onChange,
}: FieldProps & { name: 'ageFrom' | 'ageTo'; most: number; onChange(): void }) {
  const id = `search-${name}`
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        type="number"
        name={name}
        defaultValue={values[name]}
        placeholder={String(most)}
        min={MIN_AGE}
        max={MAX_AGE}
        inputMode="numeric"
        aria-invalid={errors[name] === undefined ? undefined : true}
        aria-describedby={`${id}-error`}
        onBlur={({ currentTarget }) => {
          if (currentTarget.validity.valid) onChange()
        }}
      />
      <p className="field-error" id={`${id}-error`}>
        {errors[name]}
      </p>
    </div>
  )
}

function Choice({
  name,
  label,
  values,
  errors,
  children,
}: FieldProps & { name: 'radius' | 'country' | 'sort'; children: ReactNode }) {
  const id = `search-${name}`
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input"
        name={name}
        defaultValue={values[name]}
        aria-describedby={`${id}-error`}
      >
        {children}
      </select>
      <p className="field-error" id={`${id}-error`}>
        {errors[name]}
      </p>
    </div>
  )
}

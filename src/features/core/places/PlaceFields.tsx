import { useLayoutEffect, useRef, useState } from 'react'
import { useForm } from '#ui/ActionForm.tsx'
import { FieldFrame, useField } from '#ui/Field.tsx'
import { type FormValues, valueOf } from '#ui/form-answer.ts'
import type { Country } from './countries.ts'
import { PlaceField } from './PlaceField.tsx'
import { PLACE_HINT } from './places.ts'

/** The countries of a form, and those of them that come first. */
export type CountryChoice = { first: readonly Country[]; others: readonly Country[] }

/** A country, and a town in it; `known` are the values that are shown first. */
export function PlaceFields({ countries, known }: { countries: CountryChoice; known: FormValues }) {
  const { errors, values } = useForm()
  const { id, error, control } = useField(
    { name: 'country', label: '' },
    valueOf(known, 'country') || countries.first[0]?.code,
  )
  const select = useRef<HTMLSelectElement>(null)
  const [country, setCountry] = useState(control.defaultValue)
  // What was chosen before hydration.
  useLayoutEffect(() => setCountry(select.current?.value ?? ''), [])
  const shown = country === control.defaultValue ? { ...known, ...values } : {}
  return (
    <>
      <FieldFrame id={id} label="Country" error={error}>
        <select
          {...control}
          ref={select}
          autoComplete="country"
          required
          onChange={(event) => setCountry(event.currentTarget.value)}
        >
          <Options label="Often chosen" countries={countries.first} />
          <Options label="All others" countries={countries.others} />
        </select>
      </FieldFrame>
      <PlaceField
        key={country}
        label="Town or city"
        hint={PLACE_HINT}
        error={errors['place'] ?? errors['placeId']}
        country={country}
        place={valueOf(shown, 'place')}
        placeId={valueOf(shown, 'placeId')}
        required
      />
    </>
  )
}

function Options({ label, countries }: { label: string; countries: readonly Country[] }) {
  return (
    <optgroup label={label}>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </optgroup>
  )
}

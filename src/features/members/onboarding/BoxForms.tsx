import type { ComponentProps } from 'react'
import { ActionForm, Submit } from '../../../ui/ActionForm.tsx'
import { withBoundary } from '../../../ui/Boundary.tsx'
import { Field, TextField } from '../../../ui/Field.tsx'
import type { FormValues } from '../../../ui/form-answer.ts'
import { fieldsOf } from '../../../ui/form-fields.ts'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../core/accounts/passwords.ts'
import { MAX_ABOUT } from '../../core/people/introduction.ts'
import type { PartField } from '../../core/people/part-fields.ts'
import { PartFields } from '../../core/people/PartFields.tsx'
import { type CountryChoice, PlaceFields } from '../../core/places/PlaceFields.tsx'
import { sayAll, sayName, sayWhere } from './boxes.store.ts'

/** The boxes that ask what joining left out. Each replaces the history entry: Back must not lead to an answered one. */

type Props = {
  /** What the fields show first. */
  known: FormValues
  refused: ComponentProps<typeof ActionForm>['refused']
}
type Say = (values: FormValues) => Promise<string>

const goOn = (say: Say) => async (form: FormData) => location.replace(await say(fieldsOf(form)))

/** An affiliate's first box. */
export const WhereForm = withBoundary(function WhereForm({
  known,
  refused,
  countries,
}: Props & { countries: CountryChoice }) {
  return (
    <ActionForm
      className="form"
      id="where-form"
      action="/oneClick/affiliateStepOne"
      send={goOn(sayWhere)}
      refused={refused}
      actions={<Submit wide>Continue</Submit>}
    >
      <PlaceFields countries={countries} known={known} />
    </ActionForm>
  )
})

/** An affiliate's second box: whom one looks for was given on joining and is confirmed here. */
export const NameForm = withBoundary(function NameForm({
  known,
  refused,
  fields,
}: Props & { fields: readonly PartField[] }) {
  return (
    <ActionForm
      className="form"
      id="name-form"
      action="/oneClick/affiliateStepTwo"
      send={goOn(sayName)}
      refused={refused}
      actions={<Submit wide>Continue</Submit>}
    >
      <Username known={known} />
      <PartFields fields={fields} values={known} />
    </ActionForm>
  )
})

/** Everything that joining with one click left out. */
export const OneClickBox = withBoundary(function OneClickBox({
  known,
  refused,
  countries,
  fields,
}: Props & { countries: CountryChoice; fields: readonly PartField[] }) {
  return (
    <ActionForm
      className="form"
      id="one-click-form"
      action="/registration/oneClick"
      send={goOn(sayAll)}
      refused={refused}
      actions={<Submit wide>Finish my profile</Submit>}
    >
      <div className="form-row">
        <PlaceFields countries={countries} known={known} />
      </div>
      <Username known={known} />
      <PasswordField
        name="password"
        label="Password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters. Three or four words make a good one.`}
        autoComplete="new-password"
        minLength={MIN_PASSWORD_LENGTH}
        maxLength={MAX_PASSWORD_LENGTH}
        required
      />
      <TextField
        name="about"
        label="About me"
        hint="Who are you on a good day, and whom would you like to meet?"
        most={MAX_ABOUT}
        rows={4}
        required
      />
      <fieldset className="form">
        <legend className="field-label">Whom would you like to meet?</legend>
        <PartFields fields={fields} values={known} />
        <p className="field-hint">
          Home, lists and search start with it. You can change it at any time.
        </p>
      </fieldset>
    </ActionForm>
  )
})

function Username({ known }: { known: FormValues }) {
  const { username = '' } = known
  return (
    <Field
      name="username"
      label="Username"
      hint="What others call you here. 3 to 20 letters of one alphabet, digits, dashes or underscores; not your real name."
      defaultValue={String(username)}
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      minLength={3}
      maxLength={20}
      required
    />
  )
}

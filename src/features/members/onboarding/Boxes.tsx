import { UsernameField } from '#core/accounts/NewFields.tsx'
import type { PartField } from '#core/people/edit/part-fields.ts'
import { PartFields } from '#core/people/edit/PartFields.tsx'
import { type CountryChoice, PlaceFields } from '#core/places/PlaceFields.tsx'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { type FormValues, valueOf } from '#ui/form-answer.ts'
import { fieldsOf } from '#ui/form-fields.ts'
import { sayName, sayWhere } from './onboarding.store.ts'
import { addressOf, titles } from './screens.ts'
import type { Refused } from './Screens.tsx'
import { StepHead, type StepProps } from './StepHead.tsx'

/**
 * An affiliate's first two boxes. Each is replaced in the history: Back must not lead to an
 * answered one.
 */

type Props = StepProps & {
  /** What the fields show first. */
  known: FormValues
  refused: Refused
}

export const Where = withBoundary(function Where({
  countries,
  ...props
}: Props & { countries: CountryChoice }) {
  return (
    <>
      <StepHead {...props} screen="where" title={titles.where} />
      <ActionForm
        className="form"
        action="/oneClick/affiliateStepOne"
        send={async (form) => location.replace(await sayWhere(fieldsOf(form)))}
        refused={props.refused}
        actions={<Submit wide>Continue</Submit>}
      >
        <PlaceFields countries={countries} known={props.known} />
      </ActionForm>
    </>
  )
})

/** Whom one looks for was given on joining and is confirmed here. */
export const Name = withBoundary(function Name({
  fields,
  ...props
}: Props & { fields: readonly PartField[] }) {
  return (
    <>
      <StepHead {...props} screen="name" title={titles.name} />
      <ActionForm
        className="form"
        action="/oneClick/affiliateStepTwo"
        send={async (form) => location.replace(await sayName(fieldsOf(form)))}
        refused={props.refused}
        actions={<Submit wide>Continue</Submit>}
      >
        <UsernameField username={valueOf(props.known, 'username')} />
        <PartFields fields={fields} values={props.known} />
      </ActionForm>
      <p>
        <a href={addressOf('where')}>
          Back<span className="visually-hidden"> to: {titles.where}</span>
        </a>
      </p>
    </>
  )
})

import { NewPasswordField, UsernameField } from '#core/accounts/NewFields.tsx'
import { PlaceFields } from '#core/places/PlaceFields.tsx'
import { valueOf } from '#ui/form-answer.ts'
import { Whom, type WhomProps } from './Screens.tsx'

/** The last screen after joining with one click, with all that that left out. */
export function OneClickWhom(props: WhomProps) {
  const { countries, known } = props
  return (
    <Whom {...props}>
      {countries ? (
        <div className="form-row">
          <PlaceFields countries={countries} known={known} />
        </div>
      ) : null}
      <UsernameField username={valueOf(known, 'username')} />
      <NewPasswordField />
    </Whom>
  )
}
